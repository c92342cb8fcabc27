import FocusCore

/// Recordings of version 2 from before the reasons of a failure were recorded.
extension SettledReport {
    var withoutReasons: SettledReport {
        var report = self
        report.focusReason = nil
        report.exposureReason = nil
        return report
    }
}

extension EffectList {
    /// The effects as they were recorded then; nil: there is no difference.
    var withoutReasons: EffectList? {
        var list = EffectList()
        var hasReason = false
        forEach { effect in
            guard case .settled(let report) = effect else {
                list.append(effect)
                return
            }
            hasReason = hasReason || report.focusReason != nil || report.exposureReason != nil
            list.append(.settled(report.withoutReasons))
        }
        return hasReason ? list : nil
    }
}
