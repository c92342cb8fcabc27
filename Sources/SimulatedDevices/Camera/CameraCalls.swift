import FocusCore

/// The error numbers of the simulated camera: Linux's, from asm-generic/errno-base.h.
public enum CameraErrno {
    public static let inputOutput: Int32 = 5
    public static let accessDenied: Int32 = 13
    public static let busy: Int32 = 16
    public static let noDevice: Int32 = 19
    public static let invalid: Int32 = 22
    public static let outOfRange: Int32 = 34
}

/// The calls that a program can make. They behave like Linux's uvcvideo: a control cannot be written while its
/// automatic is on, values are clamped silently, and a call with one bad setting does nothing.
extension SimulatedCamera {
    /// Answers one call.
    public mutating func perform(_ call: ControlCall, at time: Instant) -> ControlResult {
        advance(to: time)
        guard isConnected else { return ControlResult(call: call.id, errno: CameraErrno.noDevice) }
        switch call.operation {
        case .write(let settings): return write(settings, call: call.id)
        case .read(let ids): return read(ids, call: call.id)
        }
    }

    /// Does what an effect asks of the camera.
    /// - Returns: the camera's answer; nil where the effect asks nothing of it.
    public mutating func answer(_ effect: Effect, at time: Instant) -> Input.Event? {
        switch effect {
        case .call(let call):
            return .cameraAnswered(perform(call, at: time))
        case .requestFrames(let id, let request):
            advance(to: time)
            return requestFrames(request, id: id)
        case .releaseFrames(let id):
            advance(to: time)
            return releaseFrames(id: id)
        default:
            return nil
        }
    }

    private mutating func write(_ settings: InlineList<4, ControlSetting>, call: UInt32) -> ControlResult {
        let description = description
        var errno: Int32 = 0
        settings.forEach { setting in
            if errno == 0 { errno = check(setting, in: settings, description) }
        }
        var answered = InlineList<4, ControlValue?>()
        settings.forEach { setting in
            answered.append(errno == 0 ? apply(setting, description) : nil)
        }
        return ControlResult(call: call, errno: errno, values: answered)
    }

    private func read(_ ids: InlineList<4, ControlID>, call: UInt32) -> ControlResult {
        var answered = InlineList<4, ControlValue?>()
        var errno = ids.isEmpty ? CameraErrno.invalid : 0
        var hasRead = false
        ids.forEach { id in
            switch readable(id) {
            case .success(let value):
                answered.append(value)
                hasRead = true
            case .failure(let refusal):
                answered.append(nil)
                errno = refusal.errno
            }
        }
        return ControlResult(call: call, errno: hasRead ? 0 : errno, values: answered)
    }

    private func readable(_ id: ControlID) -> Result<ControlValue?, CameraRefusal> {
        guard let control = description.control(id) else {
            return .failure(CameraRefusal(errno: CameraErrno.invalid))
        }
        if control.isWriteOnly { return .failure(CameraRefusal(errno: CameraErrno.accessDenied)) }
        let value = currentValue(id)
        if let rectangle = value?.rectangle, rectangle.width <= 0 || rectangle.height <= 0 {
            // The rectangle was accepted unchecked; uvcvideo then refuses to read it back.
            return .failure(CameraRefusal(errno: CameraErrno.inputOutput))
        }
        return .success(value)
    }

    private func check(
        _ setting: ControlSetting, in settings: InlineList<4, ControlSetting>, _ description: CameraDescription
    ) -> Int32 {
        guard let control = description.control(setting.id) else { return CameraErrno.invalid }
        if control.isReadOnly { return CameraErrno.accessDenied }
        if let errno = refusals[setting.id] { return errno }
        switch (setting.id, setting.value) {
        case (.regionRectangle, .rectangle):
            return 0
        case (.regionRectangle, .integer), (_, .rectangle):
            return CameraErrno.invalid
        case (.focusAbsolute, _):
            // Switching the automatic off in the same call does not help: uvcvideo writes the position first.
            return isFocusAutomatic ? CameraErrno.accessDenied : 0
        case (.exposureAbsolute, _):
            return model.exposure == .manual || willBeManual(settings) ? 0 : CameraErrno.accessDenied
        case (.exposureAuto, .integer(let item)):
            guard item >= control.minimum, item <= control.maximum else { return CameraErrno.outOfRange }
            return control.menuItems & (1 << UInt64(item)) != 0 ? 0 : CameraErrno.invalid
        default:
            return 0
        }
    }

    private func willBeManual(_ settings: InlineList<4, ControlSetting>) -> Bool {
        var mode = values[.exposureAuto]
        settings.forEach { if $0.id == .exposureAuto { mode = $0.value } }
        return mode == .integer(1)
    }

    /// Applies a setting and returns the value that the driver then reports.
    private mutating func apply(_ setting: ControlSetting, _ description: CameraDescription) -> ControlValue? {
        let before = values[setting.id]
        guard let control = description.control(setting.id) else { return nil }
        var value = setting.value
        if let number = value.integer, setting.id != .autoFocusStart {
            let isMask = setting.id == .regionAuto || setting.id == .lock3A
            value = .integer(isMask ? number & control.maximum : min(max(number, control.minimum), control.maximum))
            written[setting.id] = value.integer
        }
        switch setting.id {
        case .focusAbsolute:
            moveLens(to: Double(value.integer ?? 0))
            // The driver reports the written value, even if the camera uses another one.
            return value
        case .exposureAbsolute:
            wantedExposure = Double(value.integer ?? 0)
        case .autoFocusStart:
            if !isFocusAutomatic { autofocus.begin() }
        default:
            values[setting.id] = value
            if before != value { follow(setting.id) }
        }
        return currentValue(setting.id)
    }

    private mutating func moveLens(to position: Double) {
        guard lensWritesToIgnore == 0 else {
            lensWritesToIgnore -= 1
            return
        }
        autofocus.stop(at: position)
    }

    /// Applies the consequences of a control's new value.
    private mutating func follow(_ id: ControlID) {
        switch id {
        case .focusAuto:
            if isFocusAutomatic { autofocus.begin() } else { autofocus.stop(at: lens) }
            lensWritesToIgnore = isFocusAutomatic ? 0 : model.ignoredLensWrites
        case .regionRectangle, .regionAuto:
            if isFocusAutomatic, model.regionBits & ControlBits.focus != 0 { autofocus.begin() }
        case .lock3A:
            if isLocked(ControlBits.lockFocus) { autofocus.stop(at: lens) }
        default:
            break
        }
    }
}

/// The errno of a control that could not be read.
private struct CameraRefusal: Error {
    var errno: Int32
}
