import FocusCore

extension Announcement {
    /// One announcement for each control that a call has written, whether the camera accepted it or not; none for a call that reads.
    /// - Parameter name: the driver's name for a control.
    package static func writes(
        of call: ControlCall, _ result: ControlResult, name: (ControlID) -> String
    ) -> [Announcement] {
        guard case .write(let settings) = call.operation else { return [] }
        var writes: [Announcement] = []
        for index in 0..<settings.count {
            guard let setting = settings[index] else { continue }
            let value = (result.values[index] ?? nil) ?? setting.value
            writes.append(.write(setting.id, name: name(setting.id), value, errno: result.errno))
        }
        return writes
    }
}
