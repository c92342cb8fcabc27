struct ReadBack: Equatable {
    /// The first setting that differs, and the value that was read.
    struct Difference: Equatable {
        var setting: ControlSetting
        var value: Int64
    }

    /// Nil: nothing differs.
    var difference: Difference?
    var differing = ControlIDs()
    var isComplete = true
}

extension KnownValues {
    /// Compares the written settings with the values that were read. Where they differ, the value is forgotten: if a wrong one were
    /// believed, the control might never be put back. Only a lock's is believed, which has bits of the other component, too.
    /// - Parameter allowsTremor: true when a position may differ a little from the written one.
    mutating func compare(
        _ written: ControlSettings, with values: ControlValues,
        of ids: ControlIDs, _ capabilities: CameraCapabilities, allowsTremor: Bool = false
    ) -> ReadBack {
        var readBack = ReadBack()
        for place in 0..<written.count {
            guard let setting = written[place] else { continue }
            for index in 0..<ids.count where ids[index] == setting.id {
                guard let value = (values[index] ?? nil)?.integer else {
                    readBack.isComplete = false
                    continue
                }
                guard !capabilities.isAsWritten(setting, value),
                    !allowsTremor || !capabilities.isTremor(setting, value)
                else { continue }
                readBack.differing.append(setting.id)
                if readBack.difference == nil { readBack.difference = .init(setting: setting, value: value) }
                if setting.id == .lock3A { readLock(value) } else { forget(setting.id) }
            }
        }
        return readBack
    }
}

extension CameraCapabilities {
    /// A read-back this close, as a share of the control's range, was changed by the camera. Farther away, the write was ignored.
    private static let nearness = 1.0 / 16
    /// A held lens that differs by at most this share of its range trembles. For lens, time and gain, one step is always tremor.
    private static let tremor = 1.0 / 256

    /// True when a value differs from the written one by less than a step, because drivers round.
    func isAsWritten(_ setting: ControlSetting, _ value: Int64) -> Bool {
        guard let wanted = setting.value.integer else { return true }
        if setting.id == .lock3A {
            // Only the bits for focus and exposure count: the white balance may be locked by others.
            return (value ^ wanted) & CameraCapabilities.lockBits == 0
        }
        let (distance, overflow) = value.subtractingReportingOverflow(wanted)
        let step = control(setting.id).map { $0.menuItems == 0 ? $0.step : 1 } ?? 1
        return !overflow && distance.magnitude < UInt64(max(step, 1))
    }

    /// True when the camera has given the control another value, close to the written one.
    func isNear(_ difference: ReadBack.Difference) -> Bool {
        isNear(difference.setting, difference.value, within: Self.nearness, atLeast: 0)
    }

    fileprivate func isTremor(_ setting: ControlSetting, _ value: Int64) -> Bool {
        guard !setting.id.isAutomatic, let step = control(setting.id)?.step else { return false }
        // For a short exposure time, even a small share of the range would be a multiple of the time.
        let share = setting.id == .focusAbsolute ? Self.tremor : 0
        return isNear(setting, value, within: share, atLeast: Double(max(step, 1)))
    }

    private func isNear(
        _ setting: ControlSetting, _ value: Int64, within share: Double, atLeast least: Double
    ) -> Bool {
        guard let wanted = setting.value.integer, let control = control(setting.id) else { return false }
        let span = Double(control.maximum) - Double(control.minimum)
        return abs(Double(value) - Double(wanted)) <= max(span * share, least)
    }
}

extension ControlID {
    /// The value that this control rules as an automatic, or moves; nil: none.
    var slave: ControlID? {
        switch self {
        case .focusAuto, .autoFocusStart: .focusAbsolute
        case .exposureAuto: .exposureAbsolute
        case .autogain: .gain
        default: nil
        }
    }

    /// True for a control that switches or locks an automatic; false for a value that an automatic sets.
    var isAutomatic: Bool {
        switch self {
        case .focusAuto, .exposureAuto, .autogain, .lock3A, .whiteBalanceAuto: true
        default: false
        }
    }
}
