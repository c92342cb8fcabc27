import CV4L2
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("The driver reports when another program changes a control of focus or exposure")
struct ControlEventTests {
    @Test("A worker subscribes to the camera's automatics, without an echo of its own writes")
    func subscription() throws {
        let fake = FakeCamera(.webcam)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            _ = camera.describe()
            camera.watchControls()
        }
        let (asked, offered) = fake.driver.withLock { ($0.capture.subscriptions, $0.controls.map(\.id)) }
        #expect(asked.map(\.id) == ControlEvents.watched.filter(offered.contains).map(\.rawValue))
        #expect(!asked.isEmpty && asked.allSatisfy { $0.flags == 0 })
    }

    @Test(
        "A changed value is reported; flags that follow a write of our own are not",
        arguments: [([], ControlEvents.News.nothing), ([2], .other), ([2, 3, 2], .changed), ([1], .changed)])
    func news(_ changes: [UInt32], _ expected: ControlEvents.News) throws {
        var driver = FakeCamera.Driver.webcam
        driver.capture.controlChanges = changes
        let fake = FakeCamera(driver)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            #expect(ControlEvents.readAll(from: camera.fileDescriptor) == expected)
            #expect(ControlEvents.readAll(from: camera.fileDescriptor) == .nothing)
        }
    }

    @Test("The zoom that another program sets comes with its value, the latest one, and is no change of a held control")
    func zoom() throws {
        var driver = FakeCamera.Driver.webcam
        driver.capture.zoomValues = [150, 300]
        let fake = FakeCamera(driver)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            let news = ControlEvents.readAll(from: camera.fileDescriptor)
            #expect(news.zoom == 300 && !news.hasChange && news.isAny)
        }
    }

    @Test("A driver without events works, and one whose events never end holds nothing up")
    func oddDrivers() throws {
        var driver = FakeCamera.Driver.webcam
        driver.capture.refusals = [tapfocus_vidioc_subscribe_event: ENOTTY]
        driver.capture.controlChanges = Array(repeating: 1, count: 1000)
        let fake = FakeCamera(driver)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            #expect(!camera.describe().controls.isEmpty)
            camera.watchControls()
            #expect(ControlEvents.readAll(from: camera.fileDescriptor) == .changed)
        }
        #expect(fake.driver.withLock { $0.capture.controlChanges.count } >= 900)
    }

    @Test("The camera's own thread takes the events, and reports changes between its calls")
    func ownThread() throws {
        let fake = EventfulCamera([[], [1], [2], [2, 1]])
        try Interposition.with(fake) {
            let wakeup = try Wakeup()
            let worker = try CameraWorker(camera: try V4L2Camera(path: "/dev/video0"), wakeup: wakeup)
            for id in 1...4 as ClosedRange<UInt32> {
                worker.submit(.call(ControlCall(id: id, operation: .read(InlineList<4, ControlID>()))))
            }
            var told: [String] = []
            let loop = try EventLoop()
            try loop.add(wakeup.fileDescriptor, .readable) { _ in
                wakeup.clear()
                for event in worker.takeEvents() { told.append(event == .controlsChanged ? "changed" : "answer") }
            }
            while told.count < 6, try loop.runOnce(timeout: 10_000) > 0 {}
            #expect(told == ["answer", "changed", "answer", "answer", "changed", "answer"])
        }
        #expect(!fake.takers.isEmpty && !fake.takers.contains(pthread_self()))
    }

    @Test("A driver that announces events and has none is asked once, and keeps no thread busy")
    func falseAlarm() throws {
        let fake = EventfulCamera([])
        fake.announces(true)
        try Interposition.with(fake) {
            let wakeup = try Wakeup()
            let worker = try CameraWorker(camera: try V4L2Camera(path: "/dev/video0"), wakeup: wakeup)
            for id in 1...20 as ClosedRange<UInt32> {
                worker.submit(.call(ControlCall(id: id, operation: .read(InlineList<4, ControlID>()))))
            }
            var answers = 0
            let loop = try EventLoop()
            try loop.add(wakeup.fileDescriptor, .readable) { _ in
                wakeup.clear()
                answers += worker.takeEvents().count
            }
            while answers < 20, try loop.runOnce(timeout: 10_000) > 0 {}
            #expect(answers == 20 && fake.takers.count == 1)
        }
    }
}

/// A camera whose controls other programs change, each time while a call is under way.
private final class EventfulCamera: SystemCallInterposer {
    private struct State {
        /// The events that come with each call.
        var script: [[UInt32]]
        var announcesAlways = false
        /// The threads that have read events.
        var takers: [pthread_t] = []
    }

    private let fake = FakeCamera(.webcam)
    private let state: Locked<State>

    init(_ script: [[UInt32]]) { state = Locked(State(script: script)) }

    var takers: [pthread_t] { state.withLock { $0.takers } }

    func announces(_ always: Bool) { state.withLock { $0.announcesAlways = always } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .ioctl(_, tapfocus_vidioc_g_fmt, _):
            // The worker reads this after each call, and once before the first.
            let events = state.withLock { $0.script.isEmpty ? [] : $0.script.removeFirst() }
            fake.driver.withLock { $0.capture.controlChanges += events }
        case .ioctl(_, tapfocus_vidioc_dqevent, _):
            state.withLock { $0.takers.append(pthread_self()) }
        case .poll(let descriptors, _):
            nonisolated(unsafe) let descriptors = descriptors
            return announce(descriptors)
        default: break
        }
        return fake.answer(call)
    }

    /// Nil if no event waits; poll is then made for real.
    private func announce(_ descriptors: UnsafeMutableBufferPointer<pollfd>) -> SystemCallAnswer? {
        let waits = state.withLock { $0.announcesAlways } || fake.driver.withLock { !$0.capture.controlChanges.isEmpty }
        guard waits, let place = descriptors.firstIndex(where: { $0.events == Int16(POLLPRI) && $0.fd >= 0 }) else {
            return nil
        }
        descriptors[place].revents = Int16(POLLPRI)
        return .returned(1)
    }
}
