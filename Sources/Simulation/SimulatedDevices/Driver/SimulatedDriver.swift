import FocusCore

/// The driver of a simulated camera: the values of the controls, and V4L2's rules for calls, as far as its misbehaviour keeps them.
///
/// The lens and the picture are the camera's, which also moves the values that its automatics rule.
public struct SimulatedDriver: Equatable, Sendable {
    private let camera: CameraDescription
    public var misbehaviour: Misbehaviour
    /// What the controls hold. A button holds nothing.
    public var values: [ControlID: ControlValue] = [:]
    /// The answer to the last write of each control, even of an ignored one. Frames are marked with it.
    public private(set) var marks: [ControlID: Int64] = [:]
    /// The controls whose settings were ignored in the last call.
    public internal(set) var lastIgnored: [ControlID] = []

    public init(_ camera: CameraDescription, _ misbehaviour: Misbehaviour = Misbehaviour()) {
        self.camera = camera
        self.misbehaviour = misbehaviour
        for control in camera.controls { values[control.id] = control.value }
    }

    public var description: CameraDescription {
        var description = camera
        for index in description.controls.indices where !description.controls[index].isWriteOnly {
            description.controls[index].value = reading(description.controls[index].id)
        }
        return description
    }

    public func integer(_ id: ControlID) -> Int64? { values[id]?.integer }

    /// Answers a write: all settings are taken, or none.
    /// - Parameters:
    ///   - errno: the reason why this call fails; 0: none.
    ///   - isIgnored: true if this call is answered without effect.
    public mutating func write(
        _ settings: InlineList<4, ControlSetting>, call: UInt32, errno: Int32 = 0, isIgnored: Bool = false
    ) -> ControlResult {
        lastIgnored = []
        var result = ControlResult(call: call, errno: errno)
        settings.forEach { if result.errno == 0 { result.errno = refusal(of: $0, in: settings) } }
        guard result.errno == 0 else { return result }
        settings.forEach { result.values.append(take($0, isIgnored: isIgnored)) }
        return result
    }

    /// Answers a read: one control that fails does not keep the others from being read.
    /// - Parameters:
    ///   - errno: the reason why this call fails; 0: none.
    ///   - status: the value of AUTO_FOCUS_STATUS; nil: the one among `values`.
    public func read(
        _ ids: InlineList<4, ControlID>, call: UInt32, errno: Int32 = 0, status: Int64? = nil
    ) -> ControlResult {
        var result = ControlResult(call: call, errno: errno == 0 ? CameraErrno.invalid : errno)
        var hasRead = false
        ids.forEach { id in
            let failure = errno == 0 ? refusal(toRead: id) : errno
            if failure == 0 { hasRead = true } else { result.errno = failure }
            let told = id == .autoFocusStatus ? status.map(ControlValue.integer) : nil
            result.values.append(failure == 0 ? told ?? reading(id) : nil)
        }
        if hasRead { result.errno = 0 }
        return result
    }

    private func reading(_ id: ControlID) -> ControlValue? {
        misbehaviour.alwaysReads[id].map(ControlValue.integer) ?? values[id]
    }

    private func refusal(toRead id: ControlID) -> Int32 {
        guard let control = camera.control(id) else { return CameraErrno.invalid }
        if control.isWriteOnly, !misbehaviour.disregardsFlags { return CameraErrno.accessDenied }
        return misbehaviour.unreadable.contains(id) ? CameraErrno.inputOutput : 0
    }

    /// The errno of a setting of this call; 0: it is taken.
    func refusal(of setting: ControlSetting, in settings: InlineList<4, ControlSetting>) -> Int32 {
        guard let control = camera.control(setting.id) else { return CameraErrno.invalid }
        if control.isReadOnly, !misbehaviour.disregardsFlags { return CameraErrno.accessDenied }
        if let errno = misbehaviour.refusals[setting.id] { return errno }
        let isTaken = misbehaviour.takesRuledWrites.contains(setting.id) || !isRuled(setting.id, in: settings)
        return isTaken ? 0 : CameraErrno.accessDenied
    }

    /// True when an automatic rules the control, given these settings of the same call. Switching off the autofocus in the same call
    /// does not help: uvcvideo writes the position first.
    public func isRuled(_ id: ControlID, in settings: InlineList<4, ControlSetting>) -> Bool {
        guard let rule = misbehaviour.rules[id] else { return false }
        var (mode, isSwitched) = (integer(rule.automatic), false)
        settings.forEach { setting in
            guard setting.id == rule.automatic, setting.id == .exposureAuto, let value = setting.value.integer else {
                return
            }
            (mode, isSwitched) = (value, true)
        }
        if !isSwitched, misbehaviour.inactive.contains(id) { return true }
        guard let mode, mode >= 0, mode < 64 else { return false }
        return rule.values >> UInt64(mode) & 1 == 1
    }

    /// Takes a setting, or ignores it, and returns the value that the driver claims in both cases.
    mutating func take(_ setting: ControlSetting, isIgnored: Bool = false) -> ControlValue {
        let value = rounded(setting)
        let ignored = misbehaviour.ignored[setting.id] ?? 0
        if isIgnored || ignored > 0 {
            misbehaviour.ignored[setting.id] = max(ignored - 1, 0)
            lastIgnored.append(setting.id)
        } else if setting.id != .autoFocusStart {
            values[setting.id] = value
        }
        marks[setting.id] = value.integer
        // After a write of an automatic, what it rules is inactive only while it is on.
        for (id, rule) in misbehaviour.rules where rule.automatic == setting.id { misbehaviour.inactive.remove(id) }
        return value
    }

    private func rounded(_ setting: ControlSetting) -> ControlValue {
        switch setting.value {
        case .integer(var value):
            if let control = camera.control(setting.id), control.minimum <= control.maximum {
                value = min(max(value, control.minimum), control.maximum)
            }
            return .integer(value - value % (misbehaviour.integerGrids[setting.id] ?? 1))
        case .rectangle(var rectangle):
            rectangle.left -= rectangle.left % misbehaviour.rectangleGrid
            rectangle.top -= rectangle.top % misbehaviour.rectangleGrid
            return .rectangle(rectangle)
        }
    }
}
