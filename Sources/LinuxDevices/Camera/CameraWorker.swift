import FocusCore
import Glibc

/// A camera that a worker has opened.
public struct CameraArrival: Equatable, Sendable {
    public var identity: CameraIdentity
    public var description: CameraDescription
    /// The driver's names of all controls.
    public var controlNames: [ControlID: String]
    /// Watch it for `EventLoop.Interest.priority` until the worker is closed.
    public var fileDescriptor: Int32
    /// Its lens, where that is a device of its own.
    public var lens = LensFinding.none
}

/// Opens a camera and makes its calls on a thread of its own, in order, so that a camera that takes seconds holds nothing
/// else up.
///
/// Everything comes back to the loop's thread: `wakeup` is signalled, then `takeArrival` and `takeResults` have it.
public final class CameraWorker {
    private let calls = BlockingQueue<ControlCall>()
    private let output = CameraOutput()

    /// Finds, opens and describes a camera, all on the new thread. `takeArrival` will have it, or why not; without a
    /// camera every call is dropped.
    ///
    /// - Parameters:
    ///   - lens: which lens moves its focus, where that is a device of its own.
    ///   - wakeup: signalled after the arrival and each result. Several workers may share it.
    /// - Throws: `DeviceError` if there can be no further thread.
    public init(
        opening selection: DeviceSelection, lens: DeviceSelection = .automatic, wakeup: Wakeup
    ) throws(DeviceError) {
        try start(CameraWork(.search(selection, lens: lens), calls, output, wakeup), "a camera")
    }

    /// Takes over a camera that is open: nobody else may use it from now on.
    ///
    /// - Parameter wakeup: signalled after each result. Several workers may share it.
    /// - Throws: `DeviceError` if there can be no further thread.
    public init(camera: sending V4L2Camera, wakeup: Wakeup) throws(DeviceError) {
        let path = camera.identity.path
        try start(CameraWork(.open(camera), calls, output, wakeup), path)
    }

    deinit {
        close()
    }

    /// Queues a call. After `close()` it is dropped.
    public func submit(_ call: ControlCall) {
        calls.put(call)
    }

    /// The camera that was to be opened, once: nil before, and after it has been taken. Clear the wake-up first.
    public func takeArrival() -> Result<CameraArrival, DeviceError>? {
        output.takeArrival()
    }

    /// The results that have come since the last time, in the order of the calls. Clear the wake-up first.
    public func takeResults() -> [ControlResult] {
        output.takeResults()
    }

    /// The image's size, if it has changed since the last time; looked at after each call.
    public func takeImageSize() -> (width: Int32, height: Int32)? {
        output.takeImageSize()
    }

    /// Lets the camera go. It does not wait: a call that hangs ends when the kernel ends it, its result is dropped, and
    /// then the camera is closed. Stop watching the camera's descriptor before.
    public func close() {
        calls.close()
        output.close()
    }

    private func start(_ work: CameraWork, _ subject: String) throws(DeviceError) {
        do throws(SystemError) {
            try Self.startThread(work)
        } catch {
            throw DeviceError(.camera, attempt: "start a thread for", subject: subject, error)
        }
    }

    private static func startThread(_ work: CameraWork) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let argument = Unmanaged.passRetained(work)
        do throws(SystemError) {
            try Kernel.request(.threadCreate) {
                var thread = pthread_t()
                let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
                    guard let argument else { return nil }
                    let work = Unmanaged<CameraWork>.fromOpaque(argument)
                    let interposer = work.takeUnretainedValue().interposer
                    // The camera is closed in here too, with the last reference to the work.
                    Interposition.with(interposer) { work.takeRetainedValue().run() }
                    return nil
                }
                let answer = pthread_create(&thread, &attributes, run, argument.toOpaque())
                Glibc.errno = answer
                return answer == 0 ? 0 : -1
            }
        } catch {
            argument.release()
            throw error
        }
    }
}
