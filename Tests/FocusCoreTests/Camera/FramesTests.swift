import Testing

@testable import FocusCore

/// The use of frames, and the camera's demands for it.
struct FramesTests {
    private static let point = PointOfInterest(x: 0.25, y: 0.5)

    private static func use(
        _ description: CameraDescription, _ configuration: Configuration = Configuration(),
        _ change: (inout Frames, KnownCamera, inout StepContext) -> Void
    ) -> FrameUse {
        var (frames, context) = (Frames(configuration.autofocus), StepContext.at())
        change(&frames, KnownCamera.arrived(description, configuration), &context)
        return frames.stream.use
    }

    @Test("What is held is watched in frames, where there are some and no accelerometer watches")
    func watched() {
        let point = Self.point
        let held = Self.use(CameraExamples.automatic) { $0.watchScene(at: point, $1, &$2) }
        let notHeld = Self.use(CameraExamples.automatic) { $0.watchScene(at: nil, $1, &$2) }
        let withoutFrames = Self.use(CameraExamples.withoutRegion) { $0.watchScene(at: point, $1, &$2) }
        #expect(held == .scene(point) && notHeld == .nothing && withoutFrames == .nothing)
        let besideSensor = Self.use(CameraExamples.automatic) {
            $0.sensors.hasAccelerometer = true
            $0.watchScene(at: point, $1, &$2)
        }
        #expect(besideSensor == .nothing)
    }

    @Test("While nothing is held, frames are needed only for an automatic that the camera lacks, if any are searched")
    func continuous() {
        let point = Self.point
        func use(_ camera: CameraDescription, _ configuration: Configuration = Configuration()) -> FrameUse {
            Self.use(camera, configuration) { $0.goContinuous(about: point, isFree: true, $1, &$2) }
        }
        var never = Configuration()
        never.autofocus.searchesPerMinute = 0
        #expect(use(CameraExamples.byHand) == .continuous(point) && use(CameraExamples.byHand, never) == .nothing)
        #expect(use(CameraExamples.automatic) == .nothing)
    }

    @Test(
        "A refused request is made again after a pause, unless another program has the stream, or a plan has made it",
        arguments: [
            (5, false, true, true), (StreamLife.busy, false, false, false), (5, true, false, true),
            (StreamLife.busy, true, false, true),
        ] as [(Int32, Bool, Bool, Bool)])
    func refused(_ errno: Int32, _ isForStep: Bool, _ isRetried: Bool, _ isNeeded: Bool) {
        var (frames, context) = (Frames(FocusSearchSettings()), StepContext.at())
        frames.use(.scene(Self.point), &context)
        frames.refused(errno: errno, isForStep: isForStep, &context)
        #expect(context.isArmed(.framesRetry) == isRetried && (frames.stream.use != .nothing) == isNeeded)
        #expect(context.faults == [.framesRefused(errno: errno)])
    }

    @Test("Another use of frames does not wait for the retry of the one before")
    func usedOtherwise() {
        var (frames, context) = (Frames(FocusSearchSettings()), StepContext.at())
        frames.use(.scene(Self.point), &context)
        frames.refused(errno: 5, isForStep: false, &context)
        frames.use(.continuous(Self.point), &context)
        #expect(!context.isArmed(.framesRetry))
    }

    @Test("A stream that is lost is reported and requested again; the loss of another one means nothing")
    func lost() {
        var (frames, context) = (Frames(FocusSearchSettings()), StepContext.at())
        frames.use(.scene(Self.point), &context)
        let request = FrameRequest(focus: .whole, exposure: .whole)
        _ = frames.began(request, FramesBegan(request: 3), at: context.time)
        let isLost = [frames.lost(2, errno: 5, &context), frames.lost(3, errno: 5, &context)]
        #expect(isLost == [false, true] && context.faults == [.framesEnded(errno: 5)])
        frames.requestAgain(&context)
        #expect(context.isArmed(.framesRetry))
    }

    /// A search for focus whose first write is under way.
    private struct Searching {
        var camera = KnownCamera.arrived(CameraExamples.byHand)
        var frames = Frames(FocusSearchSettings())
        var line = CallLine()
        var context = StepContext.at()
        let lens = ControlSettings(one: ControlSetting(.focusAbsolute, .integer(100)))

        init() {
            frames.use(.tap(FramesTests.point), &context)
            _ = frames.beginSearch(.focus, camera, at: context.time)
            frames.makeNext(&camera, &line, &context)
        }

        /// The write was answered.
        mutating func answer(errno: Int32) -> Bool {
            let finished = line.end(.toCall(1), at: context.time)
            guard case .call(let call)? = finished?.demand else { return false }
            let result = ControlResult(call: 1, errno: errno)
            return frames.wasWritten(.focus, call, result, camera, &line, &context)
        }
    }

    @Test("What a search wants written comes before the request for its frames")
    func order() {
        var search = Searching()
        #expect(search.context.calls == [.write(search.lens)] && search.line.underWay?.reason == .search(.focus))
        _ = search.line.end(.toCall(1), at: search.context.time)
        search.frames.makeNext(&search.camera, &search.line, &search.context)
        #expect(search.line.underWay?.reason == .stream && search.frames.stream.state == .asked)
        #expect(search.frames.stream.latestRequest == 1)
    }

    @Test("A write that the camera accepts is read back, and made again if the camera has ignored it")
    func readBack() {
        var search = Searching()
        let isAccepted = search.answer(errno: 0)
        #expect(isAccepted && search.line.underWay?.reason == .check(.focus))
        let result = ControlResult(call: 2, errno: 0, values: ControlValues(one: .integer(200)))
        search.frames.wasReadBack(.focus, search.lens.ids, result, hasHold: false, &search.camera)
        #expect(search.frames.searches.focus.wanted == 100)
    }

    @Test("A write that the camera refuses ends its search, which is reported")
    func refusedWrite() {
        var search = Searching()
        let isAccepted = search.answer(errno: 5)
        #expect(!isAccepted && search.line.isFree && !search.frames.searches.isSearching)
        let hasReported = search.context.told.contains { if case .searched = $0 { true } else { false } }
        #expect(hasReported)
    }

    @Test("A stream that is no longer needed is released with the id of its request")
    func released() {
        var search = Searching()
        let request = FrameRequest(focus: .whole, exposure: .whole)
        _ = search.line.end(.toCall(1), at: search.context.time)
        search.frames.make(.frames(request), for: .stream, &search.line, &search.context)
        _ = search.line.end(.toRequest(1), at: search.context.time)
        _ = search.frames.began(request, FramesBegan(request: 1), at: search.context.time)
        search.frames.begin(.nothing, &search.context)
        search.frames.makeNext(&search.camera, &search.line, &search.context)
        #expect(search.line.underWay?.demand == .releaseFrames(id: 1))
    }
}
