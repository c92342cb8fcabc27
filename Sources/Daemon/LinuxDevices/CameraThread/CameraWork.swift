import FocusCore
import Glibc

/// The work of a camera's thread. Only this thread touches the camera, and closes it at its end.
final class CameraWork: @unchecked Sendable {
    enum Beginning {
        case open(V4L2Camera)
        /// `remembered` returns the originals that an earlier run noted for the camera that is found.
        case search(
            DeviceSelection, lens: DeviceSelection, remembered: @Sendable (CameraIdentity) -> [RememberedOriginal])
    }

    /// The interposer of the thread that created this one.
    let interposer: (any SystemCallInterposer)?
    private let beginning: Beginning
    private let orders: PollableQueue<Demand>
    private let output: CameraOutput
    private let wakeup: Wakeup
    private let progress: WorkProgress

    init(
        _ beginning: Beginning, _ orders: PollableQueue<Demand>, _ output: CameraOutput, _ wakeup: Wakeup,
        _ progress: WorkProgress
    ) {
        (self.beginning, self.orders, self.output, self.wakeup) = (beginning, orders, output, wakeup)
        self.progress = progress
        interposer = Interposition.current
    }

    /// Returns when the worker is closed, or if there is no camera.
    func run() {
        let opened = begin()
        progress.advanced()
        guard let camera = opened else { return }
        var size = camera.imageSize()
        var watch = Watch.controls
        while true {
            let state = wait(for: camera, watch)
            watch = follow(camera, state.descriptorAnswer, watch)
            switch orders.next() {
            case .closed: return
            case .nothing: break
            case .element(let demand):
                let answer = camera.carryOut(demand)
                // Asked here because no event reports it. The kernel answers at once, without the camera.
                let sizeNow = camera.imageSize()
                if sizeNow != size { output.put(imageWidth: sizeNow.width, height: sizeNow.height) }
                size = sizeNow
                progress.advanced()
                tell(answer)
            }
            // Checked after every single call, so that neither calls nor frames delay each other.
            if state.mayHaveNews, camera.frames.map({ $0.stream === state.stream }) ?? false {
                serveFrames(of: camera, hasFailed: state.hasFailed)
            }
        }
    }

    private struct CameraState {
        /// Weak, because a call that ends the stream must end it at once.
        weak var stream: FrameStream?
        var mayHaveNews = false
        var hasFailed = false
        /// Of the camera's own descriptor.
        var descriptorAnswer: Int32 = 0
    }

    /// The watch over the camera's own descriptor. Only this thread waits for it: poll takes the driver's lock on newer
    /// kernels (seen on 7.3, not on 6.1), and a control call holds that lock until the camera has answered.
    private enum Watch {
        /// For events about controls, and for the camera's end.
        case controls
        /// For the camera's end.
        case presence
        /// The camera is gone, which would keep the thread busy.
        case nothing
    }

    /// Waits for a call, an event of the driver, a frame, or the end of the stream's time. An idle worker never wakes up.
    private func wait(for camera: V4L2Camera, _ cameraWatch: Watch) -> CameraState {
        let session = camera.frames
        return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 3) { descriptors in
            func watch(_ index: Int, _ descriptor: Int32?, _ events: Int32) {
                // poll ignores a negative descriptor.
                descriptors.initializeElement(
                    at: index, to: pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0))
            }
            watch(0, orders.fileDescriptor, POLLIN)
            // Without an interest, only errors and hang-ups are reported.
            let descriptor = cameraWatch == .nothing ? nil : camera.fileDescriptor
            watch(1, descriptor, cameraWatch == .controls ? POLLPRI : 0)
            // POLLPRI reports a change of the picture's size.
            let interest = session?.stream.tellsSourceChanges == true ? POLLIN | POLLPRI : POLLIN
            watch(2, session?.stream.fileDescriptor, interest)
            let timeout = session.map { Self.milliseconds(until: $0.deadline) } ?? -1
            do throws(SystemError) {
                try Kernel.poll(descriptors, timeout: timeout)
            } catch {
                // poll fails only on a machine without memory. The pause keeps the thread from spinning then.
                usleep(10_000)
                return CameraState(stream: session?.stream, mayHaveNews: session != nil)
            }
            let descriptorAnswer = Int32(descriptors[1].revents)
            guard let session else { return CameraState(descriptorAnswer: descriptorAnswer) }
            let answer = Int32(descriptors[2].revents)
            return CameraState(
                stream: session.stream, mayHaveNews: answer != 0 || MonotonicClock.now() >= session.deadline,
                hasFailed: answer & Self.failures != 0, descriptorAnswer: descriptorAnswer)
        }
    }

    private static let failures = POLLERR | POLLHUP | POLLNVAL

    /// Tells what poll has found on the camera's own descriptor, and returns the watch from now on. A driver that announces
    /// events it does not have is watched for none: they would keep the thread busy.
    private func follow(_ camera: V4L2Camera, _ answer: Int32, _ watch: Watch) -> Watch {
        if answer & Self.failures != 0 {
            tell(.left)
            return .nothing
        }
        guard answer != 0 else { return watch }
        let news = ControlEvents.readAll(from: camera.fileDescriptor)
        if news.hasChange { tell(.controlsChanged) }
        if let isClosed = news.isShutterClosed { tell(.shutterChanged(isClosed: isClosed)) }
        if let zoom = news.zoom { tell(.zoomChanged(zoom)) }
        return news == .nothing ? .presence : watch
    }

    /// In milliseconds, rounded up, so that the deadline has passed when the wait is over.
    private static func milliseconds(until deadline: Instant) -> Int32 {
        let rest = deadline.since(MonotonicClock.now()).nanoseconds
        return rest <= 0 ? 0 : Int32(clamping: rest / 1_000_000 + 1)
    }

    private func serveFrames(of camera: V4L2Camera, hasFailed: Bool) {
        let (measured, end) = camera.receiveFrames(now: MonotonicClock.now(), hasFailed: hasFailed)
        for statistics in measured { tell(.frames(.measured(statistics))) }
        if let end { tell(.frames(end)) }
    }

    private func tell(_ event: CameraEvent) { if output.put(event) { wakeup.signal() } }

    private func begin() -> V4L2Camera? {
        switch beginning {
        case .open(let camera): return camera
        case .search(let selection, let lens, let remembered):
            do throws(DeviceError) {
                let camera = try DeviceFinder().openCamera(selection, lens: lens)
                var description = camera.describe()
                description.remembered = remembered(camera.identity)
                // A camera that was unplugged in the meantime has been described only in part.
                try camera.ensurePresence()
                camera.watchControls()
                let arrival = CameraArrival(
                    identity: camera.identity, description: description, controlNames: camera.controlNames,
                    fileDescriptor: camera.fileDescriptor, lens: camera.lensFinding,
                    writeRecord: camera.writeRecord)
                if output.put(.success(arrival)) { wakeup.signal() }
                return camera
            } catch {
                if output.put(.failure(error)) { wakeup.signal() }
                return nil
            }
        }
    }
}
