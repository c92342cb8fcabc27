import Testing

@testable import FocusCore

/// Controls that are put back at the end, and those that are left alone.
struct OriginalsTests {
    private typealias Make = CameraExamples

    /// An exposure mode whose menu, range and value are given.
    private static func mode(_ items: UInt64, value: Int64, maximum: Int64 = 3) -> ControlDescription {
        ControlDescription(
            id: .exposureAuto, maximum: maximum, defaultValue: value, menuItems: items, value: .integer(value))
    }

    private static func gain(_ value: Int64, maximum: Int64 = 100) -> ControlDescription {
        ControlDescription(id: .gain, maximum: maximum, value: .integer(value))
    }

    private static func camera(_ controls: [ControlDescription], givesFrames: Bool = false) -> CameraDescription {
        CameraDescription(imageWidth: 1920, imageHeight: 1080, controls: controls, givesFrames: givesFrames)
    }

    /// Starts, taps, lets everything be held, and stops.
    private static func session(_ rig: inout EngineRig) {
        rig.send(.start)
        rig.tap(0.25, 0.5)
        rig.film(9000)
        rig.send(.stop)
    }

    private static func arrived(_ camera: CameraDescription) -> EngineRig {
        var rig = EngineRig()
        rig.arrive(camera)
        return rig
    }

    @Test("A camera whose automatics always read 0 is left in its automatics")
    func alwaysZero() {
        var rig = Self.arrived(
            Self.camera([Make.focusAuto(0), Make.focusAbsolute(), Make.exposureAuto(0), Make.exposureAbsolute()]))
        rig.camera?.alwaysReads = [.focusAuto: 0, .exposureAuto: 0]
        Self.session(&rig)
        #expect(rig.camera?.integer(.focusAuto) == 1)
        #expect(rig.camera?.integer(.exposureAuto) == 3)
        #expect(rig.hasStopped(complete: true))
        #expect(rig.allViolations == [])
    }

    @Test("An exposure mode that always reads manual is left in its automatic")
    func alwaysManual() {
        var rig = Self.arrived(Self.camera([Make.exposureAuto(1), Make.exposureAbsolute()]))
        rig.camera?.alwaysReads = [.exposureAuto: 1]
        Self.session(&rig)
        #expect(rig.camera?.integer(.exposureAuto) == 3)
        #expect(rig.hasStopped(complete: true))
    }

    @Test("An automatic that was off is read back once after it was switched on, and is off again at the end")
    func proof() {
        var rig = Self.arrived(Make.manual)
        Self.session(&rig)
        for id in [ControlID.focusAuto, .exposureAuto] {
            let first = rig.calls.prefix(while: { !$0.writes(.regionRectangle, leftOf: 700) }).filter {
                $0.readsOnly(id)
            }
            #expect(first.count == 1)
        }
        #expect(rig.camera?.integer(.focusAuto) == 0)
        #expect(rig.camera?.integer(.focusAbsolute) == 35)
        #expect(rig.camera?.integer(.exposureAuto) == 1)
        #expect(rig.camera?.integer(.exposureAbsolute) == 500)
    }

    @Test("An automatic that was on is not read back, nor one of which a quirk says that this tells nothing")
    func noProof() {
        var quirky = Make.manual
        quirky.quirks.cannotBeReadBack = true
        for camera in [Make.withRegion, quirky] {
            let rig = EngineRig(started: camera)
            #expect(!rig.calls.contains { $0.isRead })
        }
    }

    @Test("With no tap, the end writes no control that the start has not changed")
    func nothingTouched() {
        for camera in CameraExamples.all where !camera.givesFrames {
            var rig = EngineRig(started: camera)
            let changed = Set(rig.writes.flatMap(Self.names))
            // A value that is ruled by an automatic which the start has switched on goes back with it.
            let ruled = ["focusAuto": "focus", "exposureAuto": "exposure"].filter { changed.contains($0.key) }
            rig.forget()
            rig.send(.stop)
            let restored = Set(rig.writes.flatMap(Self.names))
            #expect(restored.isSubset(of: changed.union(ruled.values)), "\(rig.writes)")
        }
    }

    private static func names(_ words: String) -> [String] {
        words.split(separator: ",").compactMap {
            $0.split(separator: "=").count == 2 ? $0.split(separator: "=")[0] : nil
        }
        .map(String.init)
    }

    @Test("A gain that nothing has changed is not written, neither when the view is shown nor at the end")
    func untouchedGain() {
        for value in [40, 300] as [Int64] {
            var rig = EngineRig(started: Self.camera([Make.exposureAuto(), Make.exposureAbsolute(), Self.gain(value)]))
            rig.send(.viewShown)
            rig.send(.stop)
            #expect(rig.camera?.integer(.gain) == value)
            #expect(!rig.writes.contains { $0.contains(FakeCamera.name(.gain)) }, "\(rig.writes)")
            #expect(!rig.effects.contains(.fault(.originalUnusable(.gain))))
        }
    }

    @Test("A mode above the maximum is not touched without a tap; after one the camera is left in its automatic")
    func modeAboveMaximum() {
        let camera = Self.camera([Self.mode(0b11, value: 3, maximum: 1), Make.exposureAbsolute()])
        var rig = EngineRig(started: camera)
        rig.send(.stop)
        #expect(rig.writes == [])
        rig = Self.arrived(camera)
        Self.session(&rig)
        #expect(rig.writes.last == "exposureAuto=0")
        #expect(rig.hasStopped(complete: true))
        #expect(rig.allViolations == [])
    }

    @Test("A position that the camera does not take is left alone, and told once")
    func positionAboveMaximum() {
        var rig = Self.arrived(Self.camera([Make.focusAuto(0), Make.focusAbsolute(900)]))
        Self.session(&rig)
        #expect(rig.effects.filter { $0 == .fault(.originalUnusable(.focusAbsolute)) }.count == 1)
        #expect(rig.camera?.integer(.focusAuto) == 0)
        #expect(!rig.writes.contains { $0 == "focus=900" || $0 == "focus=250" }, "\(rig.writes)")
        #expect(rig.hasStopped(complete: true))
        rig = EngineRig(started: Self.camera([Make.focusAuto(1), Make.focusAbsolute(900)]))
        rig.send(.stop)
        #expect(!rig.effects.contains(.fault(.originalUnusable(.focusAbsolute))), "nothing would have been put back")
    }

    @Test("A camera in shutter priority that has no manual is not asked for one, and keeps its time")
    func shutterPriorityWithoutManual() {
        let controls = [Self.mode(0b101, value: 2), Make.exposureAbsolute(), Self.gain(50)]
        var rig = Self.arrived(Self.camera(controls, givesFrames: true))
        Self.session(&rig)
        #expect(rig.writes == [])
        #expect(rig.hasStopped(complete: true))
        rig = Self.arrived(Self.camera(controls + [Make.lock3A(bits: 1)]))
        Self.session(&rig)
        #expect(rig.writes == ["exposureAuto=0", "lock=1", "lock=0", "exposureAuto=2"])
        #expect(rig.hasStopped(complete: true))
        #expect(rig.allViolations == [])
    }

    @Test("A camera in shutter priority that has a manual gets its time back in it")
    func shutterPriority() {
        var rig = Self.arrived(Self.camera([Self.mode(0b1111, value: 2), Make.exposureAbsolute(500)]))
        Self.session(&rig)
        #expect(rig.writes.suffix(2) == ["exposureAuto=1,exposure=500", "exposureAuto=2"])
        #expect(rig.camera?.integer(.exposureAbsolute) == 500)
    }

    @Test("A region of 1x1 below the camera's minimum gives way to the whole image at the end")
    func regionBelowMinimum() {
        var controls = Make.region()
        controls[0].value = .rectangle(PixelRectangle(left: 0, top: 0, width: 1, height: 1))
        var rig = Self.arrived(Self.camera(Make.basics + controls))
        Self.session(&rig)
        #expect(rig.camera?.rectangle(.regionRectangle) == Make.bounds)
        #expect(rig.camera?.integer(.regionAuto) == 0)
        #expect(rig.hasStopped(complete: true))
        #expect(rig.allViolations == [])
        controls[0].minimumWidth = 1
        controls[0].minimumHeight = 1
        rig = Self.arrived(Self.camera(Make.basics + controls))
        Self.session(&rig)
        #expect(rig.camera?.rectangle(.regionRectangle) == controls[0].value?.rectangle, "the camera takes it")
    }

    @Test(
        "A region goes back where it is wide and high enough for the camera; else the whole image takes its place",
        arguments: [(32, 32, true), (31, 32, false), (32, 31, false)] as [(Int32, Int32, Bool)])
    func regionSize(_ width: Int32, _ height: Int32, _ isTaken: Bool) {
        var controls = Make.region()
        let region = PixelRectangle(left: 10, top: 20, width: width, height: height)
        controls[0].value = .rectangle(region)
        var rig = Self.arrived(Self.camera(Make.basics + controls))
        Self.session(&rig)
        #expect(rig.camera?.rectangle(.regionRectangle) == (isTaken ? region : Make.bounds))
    }

    @Test("Originals are equal when they are the same values, and the same of them was changed")
    func equality() {
        func originals(_ camera: CameraDescription) -> Originals {
            Originals(CameraCapabilities(camera), remembered: [])
        }
        let untouched = originals(Make.withRegion)
        #expect(untouched == originals(Make.withRegion) && untouched != originals(Make.manual))
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.exposureAuto, .integer(1)))
        var changed = untouched
        changed.note(settings, errno: 0, values: InlineList())
        #expect(changed != untouched)
    }

    @Test("What the camera refused to be told is not written back")
    func refusedIsNotChanged() {
        var rig = Self.arrived(Make.withoutRegion)
        rig.camera?.refusals = [.focusAuto: FakeCamera.accessDenied]
        rig.send(.start)
        rig.tap(0.25, 0.5)
        rig.film(4000)
        rig.forget()
        rig.send(.stop)
        #expect(rig.writes == ["exposureAuto=3"])
        #expect(rig.hasStopped(complete: true))
    }

    @Test("What may have been changed is put back, and nobody minds a camera that refuses that, too")
    func perhapsChanged() {
        var rig = Self.arrived(Make.withoutRegion)
        rig.camera?.refusals = [.focusAuto: FakeCamera.inputOutputError]
        rig.send(.start)
        rig.tap(0.25, 0.5)
        rig.film(4000)
        rig.forget()
        rig.send(.stop)
        #expect(rig.writes == ["focusAuto=1!", "exposureAuto=3"])
        #expect(rig.hasStopped(complete: true))
    }
}

extension EngineRig {
    /// True if it has stopped, with all that was changed put back or not.
    func hasStopped(complete: Bool) -> Bool { effects.contains(.stopped(isComplete: complete)) }
}

extension ControlCall.Operation {
    /// True if it writes a rectangle that begins left of a column.
    fileprivate func writes(_ id: ControlID, leftOf column: Int32) -> Bool {
        guard case .write(let settings) = self, let setting = settings[0], setting.id == id else { return false }
        return (setting.value.rectangle?.left ?? column) < column
    }
}
