import FocusCore

/// A camera that answers where a recording does not: it takes each value that its description allows, and tells it again.
struct GuessedCamera: Sendable {
    private var controls: [ControlDescription] = []
    /// The values that the camera of the re-run has taken, over its time.
    var log = WriteLog()

    /// ENODEV, EACCES and EINVAL of Linux.
    private static let noDevice: Int32 = 19
    private static let denied: Int32 = 13
    private static let invalid: Int32 = 22

    /// Another camera has come, with the values of its controls.
    mutating func replace(by description: CameraDescription, at time: Instant) {
        controls = description.controls
        log.note(description, at: time.nanoseconds)
    }

    func answer(_ call: ControlCall) -> ControlResult {
        guard !controls.isEmpty else { return ControlResult(call: call.id, errno: Self.noDevice) }
        switch call.operation {
        case .write(let settings): return write(settings, call.id)
        case .read(let ids): return read(ids, call.id)
        }
    }

    /// As a driver does: one bad setting, and none is taken; values out of range are clamped.
    private func write(_ settings: InlineList<4, ControlSetting>, _ call: UInt32) -> ControlResult {
        var result = ControlResult(call: call, errno: 0)
        settings.forEach { setting in
            guard let control = control(setting.id) else {
                result.errno = Self.invalid
                return
            }
            if control.isReadOnly { result.errno = Self.denied }
        }
        settings.forEach { setting in
            let control = result.errno == 0 ? control(setting.id) : nil
            result.values.append(control.map { Self.taken(setting.value, by: $0) })
        }
        return result
    }

    private static func taken(_ value: ControlValue, by control: ControlDescription) -> ControlValue {
        guard case .integer(let number) = value, control.minimum <= control.maximum else { return value }
        return .integer(min(max(number, control.minimum), control.maximum))
    }

    private func read(_ ids: InlineList<4, ControlID>, _ call: UInt32) -> ControlResult {
        var result = ControlResult(call: call, errno: Self.invalid)
        ids.forEach { id in
            let control = control(id)
            let value = control?.isWriteOnly == true ? nil : log.value(of: id, before: .max) ?? control?.value
            if value != nil { result.errno = 0 }
            result.values.append(value)
        }
        return result
    }

    private func control(_ id: ControlID) -> ControlDescription? { controls.first { $0.id == id } }

    /// The sharpness of something at the middle of the lens's range: half as much an eighth of the range away.
    func sharpness(at lens: Int64) -> Double {
        guard let control = control(.focusAbsolute), control.minimum < control.maximum else { return 1 }
        let (low, high) = (Double(control.minimum), Double(control.maximum))
        let distance = (Double(lens) - (low + high) / 2) / ((high - low) / 8)
        return 1 / (1 + distance * distance)
    }

    /// A frame of which the recording tells nothing: well exposed.
    static func frame(capturedBefore time: Instant) -> FrameStatistics {
        FrameStatistics(
            request: 0, sequence: 0, captured: time.advanced(by: .milliseconds(-40)), sharpness: 1, mean: 0.45)
    }
}
