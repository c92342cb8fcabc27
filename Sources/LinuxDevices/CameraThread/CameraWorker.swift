import FocusCore
import Glibc

/// A camera that a worker has opened.
public struct CameraArrival: Equatable, Sendable {
    public var identity: CameraIdentity
    public var description: CameraDescription
    /// The driver's names of all controls.
    public var controlNames: [ControlID: String]
    /// Watch it until the worker is closed, without an interest: it fails when the camera goes. Its events are the worker's.
    public var fileDescriptor: Int32
    /// Its lens, where that is a device of its own.
    public var lens = LensFinding.none
}

/// Opens a camera, carries out orders one after the other, and measures its frames, on a thread of its own, so that a camera that takes
/// seconds holds nothing else up.
///
/// Everything comes back to the loop's thread: `wakeup` is signalled, then `takeArrival` and `takeEvents` have it.
public final class CameraWorker {
    private let orders: PollableQueue<CameraOrder>
    private let output = CameraOutput()

    /// Finds, opens and describes a camera, all on the new thread. `takeArrival` will have it, or why not; without a
    /// camera every order is dropped.
    ///
    /// - Parameters:
    ///   - lens: which lens moves its focus, where that is a device of its own.
    ///   - wakeup: signalled after the arrival and each event. Several workers may share it.
    ///   - remembered: tells what an earlier run has left changed of the camera that was found; called on the new thread.
    /// - Throws: `DeviceError` if there can be no further thread, or nothing to wake it up.
    public init(
        opening selection: DeviceSelection, lens: DeviceSelection = .automatic, wakeup: Wakeup,
        remembered: @escaping @Sendable (CameraIdentity) -> [RememberedOriginal] = { _ in [] }
    ) throws(DeviceError) {
        orders = try PollableQueue()
        try start(CameraWork(.search(selection, lens: lens, remembered: remembered), orders, output, wakeup), "a camera")
    }

    /// Takes over a camera that is open: nobody else may use it from now on.
    ///
    /// - Parameter wakeup: signalled after each event. Several workers may share it.
    /// - Throws: `DeviceError` if there can be no further thread, or nothing to wake it up.
    public init(camera: sending V4L2Camera, wakeup: Wakeup) throws(DeviceError) {
        orders = try PollableQueue()
        let path = camera.identity.path
        try start(CameraWork(.open(camera), orders, output, wakeup), path)
    }

    deinit {
        close()
    }

    /// Queues an order. After `close()` it is dropped.
    public func submit(_ order: CameraOrder) {
        orders.put(order)
    }

    /// The camera that was to be opened, once: nil before, and after it has been taken. Clear the wake-up first.
    public func takeArrival() -> Result<CameraArrival, DeviceError>? {
        output.takeArrival()
    }

    /// What has happened since the last time, in its order. Frames that nobody has come for in more than a second are
    /// dropped, the oldest first; results never are. Clear the wake-up first.
    public func takeEvents() -> [CameraEvent] {
        output.takeEvents()
    }

    /// The image's size, if others have changed it since the last time; looked at after each call. That the frames which are
    /// measured have another size does not count.
    public func takeImageSize() -> (width: Int32, height: Int32)? {
        output.takeImageSize()
    }

    /// Lets the camera go. It does not wait: a call that hangs ends when the kernel ends it, its result is dropped, and
    /// then the camera is closed. Stop watching the camera's descriptor before.
    public func close() {
        orders.close()
        output.close()
    }

    private func start(_ work: CameraWork, _ subject: String) throws(DeviceError) {
        do throws(SystemError) {
            try Kernel.startThread(work.interposer) { work.run() }
        } catch {
            throw DeviceError(.camera, attempt: "start a thread for", subject: subject, error)
        }
    }
}
