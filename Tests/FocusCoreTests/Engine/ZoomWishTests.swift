import FocusCore
import Testing

/// Somebody zooms by TapFocus.
struct ZoomWishTests {
    private static func rig(_ zoom: ControlDescription = CameraExamples.zoom()) -> EngineRig {
        var rig = EngineRig(started: CameraExamples.camera(CameraExamples.basics + [zoom]))
        rig.forget()
        return rig
    }

    private static func steps(_ rig: EngineRig) -> [Int64] {
        rig.calls.compactMap { call in
            guard case .write(let settings) = call, settings[0]?.id == .zoomAbsolute else { return nil }
            return settings[0]?.value.integer
        }
    }

    private static func reports(_ rig: EngineRig) -> [ZoomReport] {
        rig.effects.compactMap { if case .zoomed(let report) = $0 { report } else { nil } }
    }

    @Test(
        "Without a rate it is one write, and nothing else of the camera changes",
        arguments: [
            (.linear(0.5), 250), (.linear(0), nil), (.linear(1), 400), (.factor(2), 200), (.factor(4), 400),
            (.original, nil), (.here, nil),
        ] as [(ZoomWish.Target, Int64?)])
    func atOnce(_ target: ZoomWish.Target, _ value: Int64?) {
        var rig = Self.rig()
        rig.tap(0.25, 0.5)
        rig.pass(8000)
        rig.forget()
        rig.send(.zoom(ZoomWish(target)))
        rig.pass(5000)
        #expect(Self.steps(rig) == (value.map { [$0] } ?? []))
        #expect(rig.writes.count == (value == nil ? 0 : 1) && rig.states == [] && rig.faults == [])
        #expect(rig.camera?.integer(.zoomAbsolute) == value ?? 100)
        #expect(rig.allViolations == [])
    }

    @Test("At a rate of 1 it doubles in a second, in one direction, in at most 15 writes a second")
    func ramp() {
        var rig = Self.rig()
        let before = rig.writeTimes.count
        rig.send(.zoom(ZoomWish(.factor(4), rate: 1)))
        rig.pass(1000)
        let half = rig.camera?.integer(.zoomAbsolute) ?? 0
        #expect((180...210).contains(half))
        rig.pass(2000)
        let steps = Self.steps(rig)
        #expect(steps == steps.sorted() && steps.last == 400 && steps.count <= 31)
        let times = rig.writeTimes.dropFirst(before)
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(later.since(earlier) >= .milliseconds(66)) }
        #expect(Self.reports(rig).last?.isRamping == false && Self.reports(rig).first?.isRamping == true)
        rig.send(.zoom(ZoomWish(.factor(1), rate: 2)))
        rig.pass(1200)
        #expect(rig.camera?.integer(.zoomAbsolute) == 100)
    }

    @Test("A slider's values are coalesced: the latest one counts, and none is written before the camera has answered")
    func coalesced() {
        var rig = Self.rig()
        rig.answersAtOnce = false
        for value in 1...20 { rig.send(.zoom(ZoomWish(.linear(Double(value) / 20)))) }
        #expect(Self.steps(rig).count == 1)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.pass(200)
        #expect(Self.steps(rig).count == 2 && Self.steps(rig).last == 400)
        // A wish for the value before the step under way is one for another value.
        rig.answersAtOnce = false
        rig.send(.zoom(ZoomWish(.linear(0))))
        rig.send(.zoom(ZoomWish(.linear(1))))
        rig.answersAtOnce = true
        rig.answerAll()
        rig.pass(200)
        #expect(rig.camera?.integer(.zoomAbsolute) == 400)
    }

    @Test("A ramp stops where it is, and the original comes back, also at the end")
    func stopped() {
        var rig = Self.rig(CameraExamples.zoom(150))
        rig.send(.zoom(ZoomWish(.factor(4), rate: 1)))
        rig.pass(500)
        rig.send(.zoom(ZoomWish(.here)))
        let here = rig.camera?.integer(.zoomAbsolute) ?? 0
        rig.pass(3000)
        #expect(here > 150 && here < 400 && rig.camera?.integer(.zoomAbsolute) == here)
        rig.send(.zoom(ZoomWish(.original)))
        rig.pass(500)
        #expect(rig.camera?.integer(.zoomAbsolute) == 150)
        rig.send(.zoom(ZoomWish(.linear(1))))
        rig.pass(500)
        rig.send(.stop)
        #expect(rig.camera?.integer(.zoomAbsolute) == 150 && rig.stops == 1)
        #expect(rig.allViolations == [])
    }

    @Test("A wish that cannot be fulfilled is refused, and changes nothing; numbers outside are never clamped")
    func refused() {
        let wishes: [ZoomWish] = [
            ZoomWish(.linear(1.01)), ZoomWish(.linear(-0.01)), ZoomWish(.linear(.nan)), ZoomWish(.factor(4.01)),
            ZoomWish(.factor(0.99)), ZoomWish(.factor(.nan)), ZoomWish(.linear(1), rate: 0),
            ZoomWish(.linear(1), rate: -1), ZoomWish(.linear(1), rate: .nan), ZoomWish(.linear(1), rate: .infinity),
        ]
        for wish in wishes {
            var rig = Self.rig()
            #expect(!rig.engine.canZoom(wish) && rig.engine.canZoom(ZoomWish(.factor(4))))
            rig.send(.zoom(wish))
            rig.pass(1000)
            #expect(rig.faults == [.zoomUnusable] && rig.writes == [], "\(wish)")
        }
        var unknown = Self.rig(CameraExamples.zoom(0, in: 0...10))
        unknown.send(.zoom(ZoomWish(.factor(2))))
        #expect(unknown.faults == [.zoomUnusable])
        unknown.send(.zoom(ZoomWish(.linear(0.5))))
        #expect(Self.steps(unknown) == [5])
        var none = EngineRig(started: CameraExamples.withRegion)
        none.forget()
        none.send(.zoom(ZoomWish(.linear(0.5))))
        none.send(.zoom(ZoomWish(.original)))
        #expect(none.faults == [.zoomUnusable])
    }

    /// The view shows the right half of the picture.
    private static func halfShown() -> EngineRig {
        let camera = CameraExamples.camera(CameraExamples.basics + CameraExamples.region() + [CameraExamples.zoom()])
        let crop = NormalizedRectangle(x: 0.5, y: 0, width: 0.5, height: 1)
        var rig = EngineRig(started: camera, Configuration().with { $0.view.crop = crop })
        rig.forget()
        return rig
    }

    private static func regionWrites(_ rig: EngineRig) -> Int {
        rig.calls.count(where: { call in
            if case .write(let settings) = call { settings[0]?.value.rectangle != nil } else { false }
        })
    }

    @Test(
        "In continuous, the region follows the centre of the view once the zoom rests, as after another program's zoom",
        arguments: [false, true])
    func centre(isStopped: Bool) {
        var rig = Self.halfShown()
        let before = rig.camera?.rectangle(.regionRectangle)
        rig.send(.zoom(ZoomWish(.factor(2), rate: 1)))
        rig.pass(isStopped ? 500 : 3000)
        if isStopped { rig.send(.zoom(ZoomWish(.here))) }
        rig.pass(1000)
        var other = Self.halfShown()
        other.send(.zoomChanged(rig.camera?.integer(.zoomAbsolute) ?? 0))
        let after = rig.camera?.rectangle(.regionRectangle)
        #expect(after == other.camera?.rectangle(.regionRectangle) && after != before)
        #expect(Self.regionWrites(rig) == 1 && rig.allViolations == [])
    }

    @Test(
        "A configuration with another part of the picture counts once the zoom rests, also if it comes during the zoom",
        arguments: [0, 1000] as [Int64])
    func viewChanged(milliseconds: Int64) {
        var rig = Self.halfShown()
        if milliseconds > 0 { rig.send(.zoom(ZoomWish(.factor(4), rate: 1))) }
        rig.pass(milliseconds)
        rig.change(to: Configuration())
        if milliseconds == 0 { rig.send(.zoom(ZoomWish(.factor(4)))) }
        rig.pass(4000)
        let region = rig.camera?.rectangle(.regionRectangle)
        var bounds = EngineRig(started: CameraExamples.withRegion)
        bounds.tap(0.5, 0.5)
        let middle = bounds.camera?.rectangle(.regionRectangle)
        #expect(region.map { $0.left + $0.width / 2 } == middle.map { $0.left + $0.width / 2 })
        #expect(Self.regionWrites(rig) == 1 && rig.allViolations == [])
    }

    @Test("A held point's region stays where it is, and the next return to continuous is about the centre of the view")
    func centreAfterTap() {
        var rig = Self.halfShown()
        rig.tap(0.25, 0.5)
        rig.pass(8000)
        rig.forget()
        rig.send(.zoom(ZoomWish(.factor(2))))
        rig.pass(1000)
        #expect(Self.regionWrites(rig) == 0)
        rig.send(.viewShown)
        rig.pass(1000)
        var other = Self.halfShown()
        other.send(.zoom(ZoomWish(.factor(2))))
        other.pass(1000)
        #expect(rig.camera?.rectangle(.regionRectangle) == other.camera?.rectangle(.regionRectangle))
        #expect(rig.allViolations == [] && other.allViolations == [])
    }

    @Test("A camera that refuses a step ends the ramp, and one that ignores it is found out")
    func misbehaviour() {
        var rig = Self.rig()
        rig.camera?.refusals[.zoomAbsolute] = 5
        rig.send(.zoom(ZoomWish(.factor(4), rate: 1)))
        rig.pass(3000)
        #expect(rig.faults == [.zoomRefused(errno: 5)] && Self.reports(rig).last?.isRamping == false)
        var ignoring = Self.rig()
        ignoring.camera?.ignored[.zoomAbsolute] = .max
        ignoring.send(.zoom(ZoomWish(.factor(2))))
        ignoring.pass(1000)
        #expect(ignoring.faults == [.controlIgnored(.zoomAbsolute)])
        #expect(Self.reports(ignoring).last?.factor == 1)
    }
}
