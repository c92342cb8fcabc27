import FocusCore
import Testing

/// Real cameras, described by the control lists that their owners published.
struct ListedCameraTests {
    @Test("All 72 cameras of the list can be read, with controls that the engine knows")
    func list() {
        #expect(ListedCamera.all.count == 72)
        for camera in ListedCamera.all {
            for control in camera.controls { #expect(control.id.rawValue != 0, "\(camera.camera): \(control.control)") }
        }
    }

    @Test("A control that the list marks inactive cannot be written before its automatic is off; others can")
    func inactive() throws {
        let manual: [ControlID: ControlSetting] = [
            .focusAbsolute: ControlSetting(.focusAuto, .integer(0)), .gain: ControlSetting(.autogain, .integer(0)),
            .exposureAbsolute: ControlSetting(.exposureAuto, .integer(1)),
        ]
        var refused = 0
        for camera in ListedCamera.all {
            for id in camera.inactive.union(camera.ruledByAutomatics) {
                var rig = Self.rig(camera, true, isStarted: false)
                guard let value = rig.camera?.values[id] else { continue }
                let setting = ControlSetting(id, value)
                let isInactive = camera.inactive.contains(id)
                if isInactive { refused += 1 }
                #expect(rig.write(setting) == (isInactive ? FakeCamera.accessDenied : 0), "\(camera): \(id)")
                #expect(rig.write(try #require(manual[id])) == 0)
                #expect(rig.write(setting) == 0, "\(camera): \(id)")
            }
        }
        #expect(refused == 68)
    }

    @Test("Each camera has the level that its controls allow", arguments: ListedCamera.all, [true, false])
    func levels(_ camera: ListedCamera, _ givesFrames: Bool) throws {
        let rig = Self.rig(camera, givesFrames)
        let levels = try #require(rig.levels)
        let index = givesFrames ? 0 : 1
        #expect("\(levels.focus.level.name)" == camera.focus[index])
        #expect("\(levels.exposure.level.name)" == camera.exposure[index])
    }

    @Test("Without a tap, start and end write only what differs from the originals", arguments: ListedCamera.all)
    func untouched(_ camera: ListedCamera) {
        for givesFrames in [true, false] {
            var rig = Self.rig(camera, givesFrames)
            rig.film(2000)
            let started = Self.values(rig)
            rig.forget()
            rig.send(.stop)
            rig.film(1000)
            #expect(Self.isComplete(rig) == true)
            // A camera that is as it was after the start needs no write at the end.
            if started == Self.originals(camera) { #expect(rig.writes == [], "with frames: \(givesFrames)") }
            Self.expectOriginals(rig, camera, givesFrames)
        }
    }

    @Test(
        "Taps end, no write is refused that the camera's flags announce, and at the end everything is as it was",
        arguments: ListedCamera.all, [true, false])
    func taps(_ camera: ListedCamera, _ givesFrames: Bool) {
        var rig = Self.rig(camera, givesFrames)
        let follows = camera.focus[givesFrames ? 0 : 1] != "none" || camera.exposure[givesFrames ? 0 : 1] != "none"
        rig.film(1000)
        for x in [0.25, 0.75] {
            rig.tap(x, 0.5)
            rig.film(9000)
        }
        #expect(rig.settled.count == (follows ? 2 : 0))
        #expect(rig.refusals == (follows ? [] : [.nothingToSet, .nothingToSet]))
        rig.shake()
        rig.film(9000)
        if follows { #expect(rig.states.last == "continuousAuto motion") }
        #expect(rig.writes.filter { $0.hasSuffix("!") } == [])
        rig.send(.stop)
        rig.film(1000)
        #expect(Self.isComplete(rig) == true)
        #expect(rig.writes.filter { $0.hasSuffix("!") } == [])
        #expect(rig.camera?.ruledWrites == [])
        Self.expectOriginals(rig, camera, givesFrames)
    }

    /// A started rig with the camera. The controls that fail do so from the beginning.
    private static func rig(_ camera: ListedCamera, _ givesFrames: Bool, isStarted: Bool = true) -> EngineRig {
        var rig = EngineRig()
        rig.answersAtOnce = false
        rig.arrive(camera.driverDescription(givesFrames: givesFrames))
        rig.camera?.refusals = camera.failing
        rig.camera?.unreadable = Set(camera.failing.keys)
        rig.camera?.inactive = camera.inactive
        rig.camera?.takesRuledWrites = camera.ruledByAutomatics.subtracting(camera.inactive)
        rig.answersAtOnce = true
        rig.send(.accelerometerArrived)
        if isStarted { rig.send(.start) }
        return rig
    }

    private static func values(_ rig: EngineRig) -> [ControlID: ControlValue?] {
        var values: [ControlID: ControlValue?] = [:]
        for control in rig.camera?.description.controls ?? [] { values[control.id] = rig.camera?.values[control.id] }
        return values
    }

    private static func originals(_ camera: ListedCamera) -> [ControlID: ControlValue?] {
        var values: [ControlID: ControlValue?] = [:]
        let camera = FakeCamera(camera.driverDescription(givesFrames: true))
        for control in camera.values { values[control.key] = control.value }
        return values
    }

    private static func isComplete(_ rig: EngineRig) -> Bool? {
        for case .stopped(let isComplete) in rig.effects { return isComplete }
        return nil
    }

    /// Expects every control to be as it was, except for those that an automatic moves. A region that the camera would
    /// not take back is the whole image, because ours must not stay, and an exposure mode that is no item of the menu
    /// is the automatic.
    private static func expectOriginals(_ rig: EngineRig, _ camera: ListedCamera, _ givesFrames: Bool) {
        for control in rig.camera?.description.controls ?? [] where !camera.ruledByAutomatics.contains(control.id) {
            let present = rig.camera?.values[control.id]
            let isOriginal = present == control.value || control.value == nil
            #expect(
                isOriginal || present == substitute(for: control),
                "\(FakeCamera.name(control.id)), with frames: \(givesFrames)")
        }
        #expect(rig.allViolations == [])
    }

    private static func substitute(for control: ControlDescription) -> ControlValue? {
        switch control.value {
        case .rectangle(let box)?:
            return box.width < control.minimumWidth ? control.bounds.map(ControlValue.rectangle) : nil
        case .integer(let mode)? where control.id == .exposureAuto:
            let isListed = mode >= 0 && mode < 64 && control.menuItems >> UInt64(mode) & 1 == 1
            return isListed ? nil : .integer(0)
        case .integer?, nil:
            return nil
        }
    }
}

extension EngineRig {
    /// Writes a control as another program does, without the engine, and returns the camera's error.
    fileprivate mutating func write(_ setting: ControlSetting) -> Int32? {
        var settings = InlineList<4, ControlSetting>()
        settings.append(setting)
        return camera?.answer(ControlCall(id: 0, operation: .write(settings))).errno
    }
}
