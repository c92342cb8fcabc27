import FocusCore

/// The calls that a program can make. They behave like Linux's uvcvideo: a control cannot be written while its
/// automatic is on, values are clamped silently, and a call with one bad setting does nothing.
extension SimulatedCamera {
    public mutating func perform(_ call: ControlCall, at time: Instant) -> ControlResult {
        advance(to: time)
        guard isConnected else { return ControlResult(call: call.id, errno: CameraErrno.noDevice) }
        switch call.operation {
        case .write(let settings): return write(settings, call: call.id)
        case .read(let ids): return presentDriver.read(ids, call: call.id)
        }
    }

    /// Does what an effect asks of the camera.
    /// - Returns: the camera's answer; nil where the effect asks nothing of it.
    public mutating func answer(_ effect: Effect, at time: Instant) -> Input.Event? {
        advance(to: time)
        switch effect {
        case .call(let call): return .cameraAnswered(perform(call, at: time))
        case .requestFrames(let id, let request): return requestFrames(request, id: id)
        case .releaseFrames(let id):
            stream = nil
            return .frames(.ended(request: id))
        default: return nil
        }
    }

    private mutating func write(_ settings: InlineList<4, ControlSetting>, call: UInt32) -> ControlResult {
        var errno: Int32 = 0
        settings.forEach { setting in
            if errno == 0 { errno = driver.refusal(of: setting, in: settings) }
            if errno == 0 { errno = check(setting) }
        }
        driver.lastIgnored = []
        var answered = InlineList<4, ControlValue?>()
        settings.forEach { answered.append(errno == 0 ? apply($0) : nil) }
        return ControlResult(call: call, errno: errno, values: answered)
    }

    private func check(_ setting: ControlSetting) -> Int32 {
        let isRegion = setting.id == .regionRectangle
        guard let value = setting.value.integer else { return isRegion ? 0 : CameraErrno.invalid }
        if setting.id == .exposureAuto {
            guard value >= 0, value <= 3 else { return CameraErrno.outOfRange }
            return value == 1 || value == 3 ? 0 : CameraErrno.invalid
        }
        return isRegion ? CameraErrno.invalid : 0
    }

    /// Applies a setting and returns the value that the driver then reports.
    private mutating func apply(_ setting: ControlSetting) -> ControlValue? {
        var setting = setting
        let before = driver.values[setting.id]
        if let bits = setting.value.integer, setting.id == .regionAuto || setting.id == .lock3A {
            setting.value = .integer(bits & (setting.id == .lock3A ? model.lockBits : model.regionBits))
        }
        let value = driver.take(setting)
        switch setting.id {
        case .focusAbsolute:
            if !driver.lastIgnored.contains(setting.id) { autofocus.stop(at: Double(value.integer ?? 0)) }
            // The driver reports the written value, even if the camera uses another one.
            return value
        case .exposureAbsolute: sensor.wantedExposure = Double(value.integer ?? 0)
        case .autoFocusStart: if !isFocusAutomatic { autofocus.begin() }
        default: if before != value { follow(setting.id) }
        }
        return currentValue(setting.id)
    }

    private mutating func follow(_ id: ControlID) {
        switch id {
        case .focusAuto:
            if isFocusAutomatic { autofocus.begin() } else { autofocus.stop(at: lens) }
            driver.misbehaviour.ignored[.focusAbsolute] = isFocusAutomatic ? 0 : model.ignoredLensWrites
        case .regionRectangle, .regionAuto:
            // A rectangle is accepted unchecked; uvcvideo then refuses to read an empty one back.
            let rectangle = driver.values[.regionRectangle]?.rectangle ?? CameraModel.wholeImage
            let isEmpty = rectangle.width <= 0 || rectangle.height <= 0
            driver.misbehaviour.unreadable = isEmpty ? [.regionRectangle] : []
            if isFocusAutomatic, model.regionBits & ControlBits.focus != 0 { autofocus.begin() }
        case .zoomAbsolute:
            optics.zoom = Double(driver.integer(id) ?? 0) / Double(CameraModel.zoomRange.lowerBound)
        case .lock3A: if isLocked(ControlBits.lockFocus) { autofocus.stop(at: lens) }
        default: break
        }
    }
}
