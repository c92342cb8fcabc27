import FocusCore
import Glibc

/// A camera that a worker has opened.
public struct CameraArrival: Equatable, Sendable {
    public var identity: CameraIdentity
    public var description: CameraDescription
    /// The driver's names of all controls.
    public var controlNames: [ControlID: String]
    /// Tells the node that was opened from others that get its path. Only the worker polls it, which may take as long as a call.
    public var fileDescriptor: Int32
    /// The camera's lens, if it is a device of its own.
    public var lens = LensFinding.none
    /// The writes that mark its frames.
    public var writeRecord: WriteRecord
}

/// Opens a camera, makes its calls in order, and measures its frames, on a thread of its own. A camera that takes
/// seconds delays nothing else. `wakeup` is signalled, then `takeArrival` and `takeEvents` return the results: clear it first.
public final class CameraWorker {
    private let orders: PollableQueue<Demand>
    private let output = CameraOutput()
    private let progress = WorkProgress()

    /// Finds, opens and describes a camera, all on the new thread. `takeArrival` returns the camera or the error.
    /// Without a camera every call is dropped.
    /// - Parameters:
    ///   - lens: the lens that moves the camera's focus, if it is a device of its own.
    ///   - wakeup: signalled after the arrival and each event. Several workers may share it.
    ///   - remembered: returns the originals that an earlier run noted for the camera that is found; called on the new
    ///     thread.
    /// - Throws: `DeviceError` if no thread can be started, or no wake-up for it created.
    public init(
        opening selection: DeviceSelection, lens: DeviceSelection = .automatic, wakeup: Wakeup,
        remembered: @escaping @Sendable (CameraIdentity) -> [RememberedOriginal] = { _ in [] }
    ) throws(DeviceError) {
        orders = try PollableQueue()
        try start(
            CameraWork(.search(selection, lens: lens, remembered: remembered), orders, output, wakeup, progress),
            "a camera")
    }

    /// Takes over an open camera, which nobody else may use afterwards.
    /// - Parameter wakeup: signalled after each event. Several workers may share it.
    /// - Throws: `DeviceError` if no thread can be started, or no wake-up for it created.
    public init(camera: sending V4L2Camera, wakeup: Wakeup) throws(DeviceError) {
        orders = try PollableQueue()
        let path = camera.identity.path
        try start(CameraWork(.open(camera), orders, output, wakeup, progress), path)
    }

    deinit { close() }

    /// Queues a demand. After `close()` it is dropped.
    public func submit(_ demand: Demand) {
        // Before the thread can answer it.
        progress.demanded()
        orders.put(demand)
    }

    /// The time for which the thread has answered nothing, although something is asked of it; nil while nothing is.
    public func wait(at time: Instant) -> TimeSpan? { progress.wait(at: time) }

    /// The opened camera or the error, once: nil before it is there, and after it has been taken.
    public func takeArrival() -> Result<CameraArrival, DeviceError>? { output.takeArrival() }

    /// The events since the last call, in order. Frames that wait for more than a second are dropped; results never are.
    public func takeEvents() -> [CameraEvent] { output.takeEvents() }

    /// The image size, if others have changed it since the last call; nil otherwise. It is compared after each control call.
    public func takeImageSize() -> (width: Int32, height: Int32)? { output.takeImageSize() }

    /// Releases the camera without waiting: a call that hangs ends when the kernel ends it; then the camera is closed.
    public func close() {
        orders.close()
        output.close()
    }

    private func start(_ work: CameraWork, _ subject: String) throws(DeviceError) {
        try DeviceError.of(.camera, attempt: "start a thread for", subject: subject) { () throws(SystemError) in
            try Kernel.startThread(work.interposer) { work.run() }
        }
    }
}
