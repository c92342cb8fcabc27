import FocusCore
import Glibc

/// What a worker's thread gets. It is the only one to touch the camera, which is closed with it.
final class CameraWork: @unchecked Sendable {
    /// What the thread begins with.
    enum Beginning {
        case open(V4L2Camera)
        /// `remembered` tells what an earlier run has left changed of the camera that was found.
        case search(
            DeviceSelection, lens: DeviceSelection, remembered: @Sendable (CameraIdentity) -> [RememberedOriginal])
    }

    /// The interposer of the thread that made it.
    let interposer: (any SystemCallInterposer)?
    private let beginning: Beginning
    private let calls: PollableQueue<ControlCall>
    private let output: CameraOutput
    private let wakeup: Wakeup

    init(_ beginning: Beginning, _ calls: PollableQueue<ControlCall>, _ output: CameraOutput, _ wakeup: Wakeup) {
        self.beginning = beginning
        self.calls = calls
        self.output = output
        self.wakeup = wakeup
        interposer = Interposition.current
    }

    /// Returns when the worker is closed, or there is no camera.
    func run() {
        guard let camera = begin() else { return }
        var size = camera.imageSize()
        while true {
            let state = wait(for: camera)
            switch calls.take() {
            case .closed: return
            case .nothing: break
            case .element(let call):
                let result = camera.perform(call)
                // Asked on the way, because no event tells it: the kernel answers at once, without the camera.
                let sizeNow = camera.imageSize()
                if sizeNow != size { output.put(imageWidth: sizeNow.width, height: sizeNow.height) }
                size = sizeNow
                tell(.answered(result))
            }
            // After every single call, so that many of them do not hold frames up, nor frames a call.
            if state.mayHaveNews, camera.frames.map({ $0.stream === state.stream }) ?? false {
                serveFrames(of: camera, hasFailed: state.hasFailed)
            }
        }
    }

    /// What poll says of a stream.
    private struct StreamState {
        /// A call that ends the stream must end it at once, so it is not held here.
        weak var stream: FrameStream?
        var mayHaveNews = false
        var hasFailed = false
    }

    /// Waits for a call, or for a frame or until the stream has been silent for too long. Without a stream, only a call ends
    /// it: an idle worker never wakes up.
    private func wait(for camera: V4L2Camera) -> StreamState {
        let session = camera.frames
        let count = session == nil ? 1 : 2
        return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { descriptors in
            descriptors.initializeElement(
                at: 0, to: pollfd(fd: calls.fileDescriptor, events: Int16(POLLIN), revents: 0))
            // Priority is for a change of the picture's size.
            let interest = session?.stream.tellsSourceChanges == true ? POLLIN | POLLPRI : POLLIN
            descriptors.initializeElement(
                at: 1, to: pollfd(fd: session?.stream.fileDescriptor ?? -1, events: Int16(interest), revents: 0))
            let waited = UnsafeMutableBufferPointer(rebasing: descriptors.prefix(count))
            let timeout = session.map { Self.milliseconds(until: $0.deadline) } ?? -1
            do throws(SystemError) {
                try Kernel.poll(waited, timeout: timeout)
            } catch {
                // Only a machine without memory does that: it must not get busy in addition.
                usleep(10_000)
                return StreamState(stream: session?.stream, mayHaveNews: session != nil)
            }
            guard let session else { return StreamState() }
            let answer = Int32(descriptors[1].revents)
            return StreamState(
                stream: session.stream, mayHaveNews: answer != 0 || MonotonicClock.now() >= session.deadline,
                hasFailed: answer & (POLLERR | POLLHUP | POLLNVAL) != 0)
        }
    }

    /// Rounded up, so that the time is over afterwards.
    private static func milliseconds(until deadline: Instant) -> Int32 {
        let rest = deadline.since(MonotonicClock.now()).nanoseconds
        return rest <= 0 ? 0 : Int32(clamping: rest / 1_000_000 + 1)
    }

    private func serveFrames(of camera: V4L2Camera, hasFailed: Bool) {
        let (measured, errno) = camera.receiveFrames(now: MonotonicClock.now(), hasFailed: hasFailed)
        for statistics in measured { tell(.frame(statistics)) }
        if let errno { tell(.framesEnded(errno: errno)) }
    }

    private func tell(_ event: CameraEvent) {
        if output.put(event) { wakeup.signal() }
    }

    private func begin() -> V4L2Camera? {
        switch beginning {
        case .open(let camera):
            return camera
        case .search(let selection, let lens, let remembered):
            do throws(DeviceError) {
                let camera = try DeviceFinder().openCamera(selection, lens: lens)
                var description = camera.describe()
                description.remembered = remembered(camera.identity)
                // One that was unplugged meanwhile has been described in part.
                try camera.ensurePresence()
                camera.watchControls()
                let arrival = CameraArrival(
                    identity: camera.identity, description: description, controlNames: camera.controlNames,
                    fileDescriptor: camera.fileDescriptor, lens: camera.lens.finding)
                if output.put(.success(arrival)) { wakeup.signal() }
                return camera
            } catch {
                if output.put(.failure(error)) { wakeup.signal() }
                return nil
            }
        }
    }
}
