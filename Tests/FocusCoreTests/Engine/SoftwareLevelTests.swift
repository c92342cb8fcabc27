import FocusCore
import Testing

/// Taps on cameras without a region of interest, at which the engine looks at the frames.
struct SoftwareLevelTests {
    private static let inside = 8.0

    @Test(
        "A tap on the near and on the far half ends with the lens and the exposure right for it, held and read back",
        arguments: [CameraExamples.automatic, CameraExamples.byHand, CameraExamples.lensByHand], [0.25, 0.75])
    func tapEndsSharp(_ camera: CameraDescription, _ x: Double) throws {
        var rig = EngineRig(started: camera)
        rig.film(3000)
        rig.forget()
        rig.tap(x, 0.5)
        rig.film(6000)
        let report = try #require(rig.settled.first)
        #expect(report.focus == .converged && report.exposure == .converged)
        #expect(report.focusLevel == .software && report.exposureLevel == .software)
        #expect(report.verified == [.focus, .exposure])
        let image = try #require(rig.camera?.image)
        let lens = Double(rig.camera?.integer(.focusAbsolute) ?? -1)
        #expect(abs(lens - (x < 0.5 ? image.near : image.far)) <= Self.inside, "lens at \(lens)")
        #expect(abs(image.mean(isLeft: x < 0.5) / 0.45 - 1) <= 0.05)
        #expect(rig.allViolations == [])
    }

    @Test("It ends right whatever the lens and the exposure lag, up to five and four frames", arguments: 0...5, 1...4)
    func lags(_ lensLag: Int, _ exposureLag: Int) throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.image.lensLag = lensLag
        rig.camera?.image.exposureLag = exposureLag
        rig.camera?.image.noise = 0.01
        for x in [0.25, 0.75, 0.3] {
            rig.forget()
            rig.tap(x, 0.5)
            rig.film(9000)
            let report = try #require(rig.settled.first)
            #expect(report.focus == .converged, "\(rig.searches)")
            let lens = Double(rig.camera?.integer(.focusAbsolute) ?? -1)
            #expect(abs(lens - (x < 0.5 ? 180 : 60)) <= Self.inside, "lens at \(lens)")
        }
        #expect(rig.allViolations == [])
    }

    @Test("Frames are taken during the search only, when an accelerometer is there and the scene is not to be watched")
    func streamsOnlyWhenNeeded() {
        var configuration = Configuration()
        configuration.sceneWatch = .never
        var rig = EngineRig(started: CameraExamples.automatic, configuration)
        rig.film(1000)
        #expect(rig.camera?.streams == [])
        rig.tap(0.25, 0.5)
        rig.film(6000)
        #expect(rig.camera?.streams == ["start", "stop"])
    }

    @Test("A stream that another program has costs the level, is said once, and the next tap tries again")
    func busy() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.framesErrno = 16
        rig.tap(0.25, 0.5)
        rig.film(4000)
        #expect(rig.settled.first?.focusLevel == .wholeFrame && rig.settled.first?.exposureLevel == .wholeFrame)
        #expect(rig.faults == [.framesRefused(errno: 16)])
        rig.forget()
        rig.camera?.framesErrno = 0
        rig.tap(0.25, 0.5)
        rig.film(6000)
        #expect(rig.settled.first?.focusLevel == .software && rig.settled.first?.focus == .converged)
        #expect(rig.allViolations == [])
    }

    @Test("A flat scene is told from a found one: the lens goes back to where it was, and is held there")
    func flat() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.image.isFlat = true
        rig.tap(0.25, 0.5)
        rig.film(8000)
        #expect(rig.searches.first?.outcome == .flat)
        #expect(rig.settled.first?.focus == .failed)
        #expect(rig.camera?.integer(.focusAbsolute) == 100)
        #expect(rig.camera?.integer(.focusAuto) == 0)
    }

    @Test("A stream without frames ends at the deadline, with the lens where it was, and continuous after that")
    func noFrames() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.pass(9000)
        #expect(rig.settled.first?.focus == .failed && rig.settled.first?.exposure == .failed)
        #expect(rig.camera?.integer(.focusAbsolute) == 100)
        rig.send(.viewShown)
        #expect(rig.camera?.integer(.focusAuto) == 1 && rig.camera?.integer(.exposureAuto) == 3)
        #expect(rig.allViolations == [])
    }

    @Test("A stream that ends in the middle of a search is said, and what was searched is held where it was")
    func streamEnds() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(700)
        rig.camera?.image.request = nil
        rig.loseFrames(errno: 5)
        rig.pass(4000)
        #expect(rig.faults.contains(.framesEnded(errno: 5)))
        #expect(rig.settled.first?.focus == .failed)
        #expect(rig.camera?.integer(.focusAbsolute) == 100)
        #expect(rig.searches.map(\.outcome) == [.unfinished])
        #expect(rig.allViolations == [])
    }

    @Test(
        "Without autofocus the view's centre is kept sharp: searched at the start, and again after a change, within the budget"
    )
    func continuous() {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(5000)
        #expect(rig.searches.count == 1)
        #expect(abs(Double(rig.camera?.integer(.focusAbsolute) ?? -1) - 60) <= Self.inside)
        for round in 0..<12 {
            rig.camera?.image.far = round.isMultiple(of: 2) ? 200 : 60
            rig.film(4000)
        }
        #expect(rig.searches.count > 3)
        #expect(rig.searches.count <= 8, "48 s, six searches a minute, and the one of the start")
        #expect(rig.allViolations == [])
    }

    @Test(
        "Stopping in the middle of a search puts everything back",
        arguments: Array(stride(from: Int64(0), to: 4000, by: 250)))
    func stop(after time: Int64) {
        for camera in [CameraExamples.automatic, CameraExamples.byHand] {
            var rig = EngineRig(started: camera)
            rig.tap(0.25, 0.5)
            rig.film(time)
            rig.send(.stop)
            #expect(rig.stops == 1)
            let isByHand = camera.controls.count == 2
            for control in camera.controls {
                // Under an automatic, there is no position to restore.
                if !isByHand, control.id == .focusAbsolute || control.id == .exposureAbsolute { continue }
                #expect(rig.camera?.values[control.id] == control.value, "\(FakeCamera.name(control.id))")
            }
            #expect(rig.camera?.image.request == nil)
            #expect(rig.allViolations == [])
        }
    }

    @Test("A return to continuous that somebody asks for searches, however many searches there were before")
    func requestedSearchesAreFree() {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(3000)
        for _ in 0..<20 {
            rig.forget()
            rig.send(.viewShown)
            rig.film(3000)
            #expect(rig.searches.map(\.outcome) == [.found])
        }
        #expect(rig.allViolations == [])
    }

    @Test("A lens with a single position is right where it is: a tap is over at once")
    func singlePosition() throws {
        let lens = ControlDescription(id: .focusAbsolute, maximum: 3, step: 5, value: .integer(0))
        var rig = EngineRig(started: CameraExamples.withFrames([lens, CameraExamples.exposureAbsolute()]))
        rig.tap(0.25, 0.5)
        rig.film(4000)
        let report = try #require(rig.settled.first)
        #expect(report.focus == .held && report.exposure == .converged)
        #expect(rig.allViolations == [])
    }
}
