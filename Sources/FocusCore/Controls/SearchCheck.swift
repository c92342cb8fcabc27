/// Whether the camera has heeded what a search wanted.
///
/// A camera that ignores a single write makes a frame count for a position that it was not taken at, and a search wrong whose
/// end is held and verified all the same. Reading back takes a few milliseconds, a tenth of a frame.
extension CameraController {
    /// So often what was not heeded is written again; a control that tells something else after that is not asked any more.
    private static let mostRewrites = 2

    /// The camera has answered to what a search wanted.
    mutating func searchWritten(
        _ component: Component, _ call: ControlCall, _ result: ControlResult, _ context: inout StepContext
    ) {
        guard result.errno == 0 else { return searchRefused(component, &context) }
        check(component, call, &context)
    }

    /// What was written is read back, where the camera lets itself be read.
    private mutating func check(_ component: Component, _ call: ControlCall, _ context: inout StepContext) {
        guard !frames.mute.contains(component.set), !capabilities.quirks.cannotBeReadBack,
            case .write(let settings) = call.operation
        else { return }
        var ids = InlineList<4, ControlID>()
        settings.forEach { setting in
            if capabilities.canRead(setting.id) { ids.append(setting.id) }
        }
        guard !ids.isEmpty else { return }
        frames.written = settings
        make(.read(ids), for: .check(component), &context)
    }

    /// What was not heeded is written again, unless the search wants something else by now.
    mutating func judgeCheck(_ component: Component, _ call: ControlCall, _ result: ControlResult) {
        guard case .read(let ids) = call.operation, result.errno == 0 else { return }
        var isHeeded = true
        for index in 0..<ids.count {
            guard let value = (result.values[index] ?? nil)?.integer else { continue }
            for place in 0..<frames.written.count {
                guard let setting = frames.written[place], setting.id == ids[index] else { continue }
                isHeeded = isHeeded && isAsWritten(setting, value)
            }
        }
        guard !isHeeded else {
            frames.unheeded[component] = 0
            return
        }
        frames.unheeded[component] += 1
        if frames.unheeded[component] > Self.mostRewrites {
            frames.mute.insert(component.set)
        } else {
            writeAgain(component)
        }
    }

    private mutating func writeAgain(_ component: Component) {
        var time: Int64?
        var gain: Int64?
        frames.written.forEach { setting in
            switch setting.id {
            case .focusAbsolute: if frames.wantedLens == nil { frames.wantedLens = setting.value.integer }
            case .exposureAbsolute: time = setting.value.integer
            case .gain: gain = setting.value.integer
            default: break
            }
        }
        if component == .exposure, frames.wantedExposure == nil, let time {
            frames.wantedExposure = ExposureSetting(time: time, gain: gain)
        }
    }
}
