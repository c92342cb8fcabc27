import CV4L2
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("A camera's thread serves calls and frames in turn")
struct FrameWorkerTests {
    static let request = FrameRequest(focus: .whole, exposure: .whole)

    /// A worker on a fake camera, and its events so far.
    private final class Rig {
        let fake = FakeCamera(StreamTests.driver)
        let worker: CameraWorker
        let wakeup: Wakeup
        private let loop: EventLoop
        private(set) var events: [CameraEvent] = []

        init(_ settings: FrameSettings = FrameSettings()) throws {
            let wakeup = try Wakeup()
            let fake = fake
            worker = try Interposition.with(fake) {
                let camera = try V4L2Camera(path: "/dev/video0")
                camera.frameSettings = settings
                return try CameraWorker(camera: camera, wakeup: wakeup)
            }
            loop = try EventLoop()
            self.wakeup = wakeup
        }

        func submit(_ demand: Demand) { worker.submit(demand) }

        func start(_ id: UInt32, _ request: FrameRequest = FrameWorkerTests.request) {
            submit(.requestFrames(id: id, request))
        }

        /// Waits until the events match.
        func wait(_ fits: ([CameraEvent]) -> Bool) throws -> Bool {
            try loop.add(wakeup.fileDescriptor, .readable) { [unowned self] _ in
                wakeup.clear()
                events += worker.takeEvents()
            }
            while !fits(events), try loop.runOnce(timeout: 10_000) > 0 {}
            return fits(events)
        }
    }

    @Test("Results and frames come in the order in which they happened")
    func order() throws {
        let rig = try Rig()
        rig.start(1)
        #expect(try rig.wait { $0.count == 1 })
        for sequence in 1...5 {
            rig.fake.expose(.init(sequence: UInt32(sequence)))
            #expect(try rig.wait { $0.count == sequence + 1 })
        }
        rig.submit(.releaseFrames(id: 1))
        #expect(try rig.wait { $0.count == 7 })
        #expect(
            rig.events.map(\.summary) == ["began 1", "frame 1", "frame 2", "frame 3", "frame 4", "frame 5", "ended 1"])
        #expect(!rig.fake.driver.withLock { $0.capture.isInUse })
        #expect(rig.worker.takeImageSize() == nil)
    }

    @Test("Many calls do not delay frames, nor do many frames delay a call")
    func fairness() throws {
        let rig = try Rig()
        rig.start(1)
        #expect(try rig.wait { $0.count == 1 })
        for id in 2...1000 { rig.submit(.call(ControlCall(id: UInt32(id), operation: .read(InlineList())))) }
        for sequence in 1...20 { rig.fake.expose(.init(sequence: UInt32(sequence))) }
        rig.submit(.releaseFrames(id: 1))
        #expect(try rig.wait { $0.last?.summary == "ended 1" })
        let place = rig.events.firstIndex { $0.summary.hasPrefix("frame") }
        #expect((place ?? .max) < 999)
    }

    @Test("A stream that falls silent is reported, and then costs nothing")
    func silence() throws {
        var settings = FrameSettings()
        settings.firstFrame = .milliseconds(30)
        let rig = try Rig(settings)
        rig.start(1)
        #expect(try rig.wait { $0.count == 2 })
        #expect(rig.events.last == .frames(.lost(request: 1, errno: ETIMEDOUT)))
        #expect(!rig.fake.driver.withLock { $0.capture.isInUse })
        rig.start(2)
        #expect(try rig.wait { $0.count >= 3 })
        #expect(rig.events[2].summary == "began 2")
    }

    @Test("A request may set the time limit of the first frame, before which the stream does not count as silent")
    func slowFirstFrame() throws {
        for (isTold, errno) in [(false, ETIMEDOUT), (true, nil as Int32?)] {
            var settings = FrameSettings()
            settings.firstFrame = .milliseconds(isTold ? 0 : 60_000)
            let rig = try Rig(settings)
            var request = Self.request
            request.firstFrameTime = .milliseconds(isTold ? 60_000 : 1)
            rig.start(1, request)
            #expect(try rig.wait { $0.count == (isTold ? 1 : 2) })
            if let errno { #expect(rig.events.last == .frames(.lost(request: 1, errno: errno))) }
            guard isTold else { continue }
            rig.fake.expose(.init(sequence: 1))
            #expect(try rig.wait { $0.count == 2 })
            #expect(rig.events.last?.summary.hasPrefix("frame") == true)
        }
    }

    @Test("A camera that is unplugged ends its stream")
    func unplugged() throws {
        let rig = try Rig()
        rig.start(1)
        #expect(try rig.wait { $0.count == 1 })
        rig.fake.failDequeue(ENODEV)
        #expect(try rig.wait { $0.count == 2 })
        #expect(rig.events.last == .frames(.lost(request: 1, errno: ENODEV)))
    }

    @Test("Closing ends the stream, without an event")
    func close() throws {
        let rig = try Rig()
        rig.start(1)
        #expect(try rig.wait { $0.count == 1 })
        rig.worker.close()
        rig.fake.expose(.init(sequence: 1))
        // Nothing waits for the thread; it ends within the time that a close takes.
        for _ in 0..<1000 where rig.fake.hasOpenDescriptors { usleep(10_000) }
        #expect(!rig.fake.hasOpenDescriptors)
        #expect(rig.worker.takeEvents().isEmpty)
    }

    @Test("Frames that nobody reads are dropped, the oldest first; results never are")
    func bounded() {
        let output = CameraOutput()
        for number in 1...100 {
            _ = output.put(
                .frames(
                    .measured(
                        FrameStatistics(
                            request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), sharpness: 0,
                            mean: 0))))
            let call = ControlCall(id: UInt32(number), operation: .read(InlineList()))
            if number % 10 == 0 { _ = output.put(.answered(call, ControlResult(call: call.id, errno: 0))) }
        }
        let events = output.takeEvents().map(\.summary)
        #expect(events.filter { $0.hasPrefix("frame") } == (69...100).map { "frame \($0)" })
        #expect(events.count == 42)
        #expect(output.takeEvents().isEmpty)
    }

    @Test("An idle worker never wakes up")
    func idle() throws {
        let counter = PollCounter(FakeCamera(StreamTests.driver))
        try Interposition.with(counter) {
            let worker = try CameraWorker(camera: try V4L2Camera(path: "/dev/video0"), wakeup: try Wakeup())
            // It takes a while until it is idle, and then it stays idle.
            for _ in 0..<1000 where counter.timeouts.isEmpty { usleep(1000) }
            usleep(50_000)
            #expect(counter.timeouts == [-1])
            worker.close()
        }
    }
}

/// Records the timeout of each poll.
private final class PollCounter: SystemCallInterposer {
    private let fake: FakeCamera
    private let noted = Locked<[Int32]>([])

    init(_ fake: FakeCamera) { self.fake = fake }

    var timeouts: [Int32] { noted.withLock { $0 } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        if case .poll(_, let timeout) = call { noted.withLock { $0.append(timeout) } }
        return fake.answer(call)
    }
}

extension CameraEvent {
    fileprivate var summary: String {
        switch self {
        case .answered(_, let result): "\(result.call): \(result.errno)"
        case .frames(.began(let began)): "began \(began.request)"
        case .frames(.unavailable(let request, let errno)): "unavailable \(request): \(errno)"
        case .frames(.ended(let request)): "ended \(request)"
        case .frames(.measured(let statistics)): "frame \(statistics.sequence)"
        case .frames(.lost(let request, let errno)): "lost \(request): \(errno)"
        case .controlsChanged: "controls changed"
        case .shutterChanged(let isClosed): "shutter \(isClosed)"
        case .zoomChanged(let value): "zoom \(value)"
        case .left: "left"
        }
    }
}
