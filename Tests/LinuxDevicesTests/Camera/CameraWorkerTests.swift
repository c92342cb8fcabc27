import CV4L2
import Dispatch
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

/// A camera whose writes wait until the test releases them, like those of a faulty USB device.
private final class SlowCamera: SystemCallInterposer {
    let fake = FakeCamera(.webcam)
    let hasBegun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let isClosed = DispatchSemaphore(value: 0)

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        if case .ioctl(_, tapfocus_vidioc_s_ext_ctrls, _) = call {
            hasBegun.signal()
            mayEnd.wait()
        }
        defer { if case .close = call { isClosed.signal() } }
        return fake.answer(call)
    }
}

@Suite("A camera works on a thread of its own")
struct CameraWorkerTests {
    @Test("Calls are made in their order, and their results come back through the wake-up")
    func order() throws {
        try Interposition.with(FakeCamera(.webcam)) {
            let wakeup = try Wakeup()
            let worker = try CameraWorker(camera: try V4L2Camera(path: "/dev/video0"), wakeup: wakeup)
            for id in 1...100 { worker.submit(.call(write(UInt32(id)))) }
            let results = try collect(100, worker, wakeup)
            #expect(results.map(\.call) == Array(1...100))
            #expect(results.allSatisfy { $0.errno == 0 })
        }
    }

    @Test("A thread that hangs in a call tells since when; one that has nothing to do does not")
    func progress() throws {
        let slow = SlowCamera()
        let wakeup = try Wakeup()
        try Interposition.with(slow) {
            let worker = try CameraWorker(camera: try V4L2Camera(path: "/dev/video0"), wakeup: wakeup)
            worker.submit(.call(write(1)))
            slow.hasBegun.wait()
            let later = MonotonicClock.now().advanced(by: .milliseconds(21_000))
            #expect(try #require(worker.wait(at: later)) >= .milliseconds(21_000))
            slow.mayEnd.signal()
            _ = try collect(1, worker, wakeup)
            // The answer is there before the thread notes it.
            while worker.wait(at: later) != nil { usleep(1000) }
            worker.close()
        }
    }

    @Test("Progress counts from the first demand after a rest, and from each answer")
    func progressOfWork() {
        func time(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
        let progress = WorkProgress(at: time(0))
        #expect(progress.wait(at: time(5)) == .milliseconds(5000), "the camera is being opened")
        progress.advanced(at: time(6))
        #expect(progress.wait(at: time(100)) == nil)
        progress.demanded(at: time(100))
        progress.demanded(at: time(103))
        #expect(progress.wait(at: time(104)) == .milliseconds(4000))
        progress.advanced(at: time(105))
        #expect(progress.wait(at: time(106)) == .milliseconds(1000))
        progress.advanced(at: time(107))
        #expect(progress.wait(at: time(200)) == nil)
    }

    @Test("Closing while a call hangs returns at once, drops its result, and closes the camera when it ends")
    func close() throws {
        let slow = SlowCamera()
        let wakeup = try Wakeup()
        try Interposition.with(slow) {
            let worker = try CameraWorker(camera: try V4L2Camera(path: "/dev/video0"), wakeup: wakeup)
            worker.submit(.call(write(1)))
            worker.submit(.call(write(2)))
            slow.hasBegun.wait()
            worker.close()
            worker.submit(.call(write(3)))
            #expect(slow.fake.hasOpenDescriptors)
            slow.mayEnd.signal()
            #expect(slow.isClosed.wait(timeout: .now() + 10) == .success)
            #expect(worker.takeEvents().isEmpty)
            #expect(slow.fake.driver.withLock { $0.writes.count } == 1)
        }
    }

    @Test("A worker that is let go closes its camera")
    func release() throws {
        let slow = SlowCamera()
        try Interposition.with(slow) {
            _ = try CameraWorker(camera: try V4L2Camera(path: "/dev/video0"), wakeup: try Wakeup())
        }
        // The wake-up is closed, too.
        #expect(slow.isClosed.wait(timeout: .now() + 10) == .success)
    }

    @Test("A worker opens and describes a camera by itself, then works with it")
    func opening() throws {
        try Interposition.with(FakeCamera(.webcam)) {
            let wakeup = try Wakeup()
            let worker = try CameraWorker(opening: .path("/dev/video0"), wakeup: wakeup)
            worker.submit(.call(write(1)))
            let results = try collect(1, worker, wakeup)
            let arrival = try #require(try worker.takeArrival()?.get())
            #expect(arrival.identity.name == "Lab Camera")
            #expect(arrival.description.controls.count == 6)
            #expect(arrival.controlNames.count == 7)
            #expect(worker.takeArrival() == nil)
            #expect(results.map(\.errno) == [0])
        }
    }

    @Test("A camera that goes while it is described has not arrived")
    func openingHalf() throws {
        let fake = FakeCamera(.webcam)
        let kernel = FaultyKernel(fake, fault: .init(call: "ioctl", occurrence: 10, errno: ENODEV, stays: true))
        try Interposition.with(kernel) {
            let wakeup = try Wakeup()
            let worker = try CameraWorker(opening: .path("/dev/video0"), wakeup: wakeup)
            let loop = try EventLoop()
            try loop.add(wakeup.fileDescriptor, .readable) { _ in wakeup.clear() }
            try loop.runOnce(timeout: 10_000)
            let error = #expect(throws: DeviceError.self) { try worker.takeArrival()?.get() }
            #expect(error?.kind == .gone)
        }
    }

    @Test("A camera that cannot be opened is reported, and a closed worker reports nothing")
    func openingFails() throws {
        let wakeup = try Wakeup()
        let worker = try CameraWorker(opening: .path("/dev/null"), wakeup: wakeup)
        let loop = try EventLoop()
        var result: Result<CameraArrival, DeviceError>?
        try loop.add(wakeup.fileDescriptor, .readable) { _ in
            wakeup.clear()
            result = worker.takeArrival()
        }
        try loop.runOnce(timeout: 10_000)
        #expect(throws: DeviceError.self) { try result?.get() }
        worker.close()
        #expect(worker.takeArrival() == nil)
    }

    @Test("Without a thread there is an error, and no camera stays open")
    func noThread() throws {
        let fake = FakeCamera(.webcam)
        let kernel = FaultyKernel(fake, fault: .init(call: "pthread_create", occurrence: 1, errno: EAGAIN))
        let error = #expect(throws: DeviceError.self) {
            try Interposition.with(kernel) {
                _ = try CameraWorker(camera: try V4L2Camera(path: "/dev/video0"), wakeup: try Wakeup())
            }
        }
        #expect(error?.systemError == SystemError(EAGAIN))
        #expect(!fake.hasOpenDescriptors)
    }

    private func write(_ id: UInt32) -> ControlCall {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.focusAbsolute, .integer(Int64(id))))
        return ControlCall(id: id, operation: .write(settings))
    }

    private func collect(_ count: Int, _ worker: CameraWorker, _ wakeup: Wakeup) throws -> [ControlResult] {
        let loop = try EventLoop()
        var results: [ControlResult] = []
        try loop.add(wakeup.fileDescriptor, .readable) { _ in
            wakeup.clear()
            for case .answered(_, let result) in worker.takeEvents() { results.append(result) }
        }
        while results.count < count, try loop.runOnce(timeout: 10_000) > 0 {}
        return results
    }
}
