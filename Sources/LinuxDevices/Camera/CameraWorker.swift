import FocusCore
import Glibc
import Synchronization

/// Makes a camera's calls on a thread of its own, in order, so that a camera that takes seconds holds nothing else up.
///
/// Results come back to the loop's thread: `wakeup` is signalled, then `takeResults` has them.
public final class CameraWorker {
    private let calls = BlockingQueue<ControlCall>()
    private let results: Results
    private let wakeup: Wakeup

    /// What the thread hands over; outlives the worker if a call hangs.
    private final class Results: Sendable {
        private struct State {
            var results: [ControlResult] = []
            var isClosed = false
        }

        private let state = Mutex(State())

        func put(_ result: ControlResult) -> Bool {
            state.withLock { state in
                guard !state.isClosed else { return false }
                state.results.append(result)
                return true
            }
        }

        func takeAll() -> [ControlResult] {
            state.withLock { state in
                defer { state.results.removeAll(keepingCapacity: true) }
                return state.results
            }
        }

        func close() {
            state.withLock { state in
                state.isClosed = true
                state.results.removeAll()
            }
        }
    }

    /// What the thread gets. It is the only one to touch the camera, which is closed with it.
    private final class Work: @unchecked Sendable {
        let camera: V4L2Camera
        let calls: BlockingQueue<ControlCall>
        let results: Results
        let wakeup: Wakeup
        let interposer: (any SystemCallInterposer)?

        init(_ camera: V4L2Camera, _ calls: BlockingQueue<ControlCall>, _ results: Results, _ wakeup: Wakeup) {
            self.camera = camera
            self.calls = calls
            self.results = results
            self.wakeup = wakeup
            interposer = Interposition.current
        }

        func run() {
            while let call = calls.take() {
                let result = camera.perform(call)
                if results.put(result) { wakeup.signal() }
            }
        }
    }

    /// Takes the camera over: nobody else may use it from now on. Its descriptor may be watched until `close()`.
    ///
    /// - Parameter wakeup: signalled after each result. Several workers may share it.
    /// - Throws: `DeviceError` if there can be no further thread.
    public init(camera: sending V4L2Camera, wakeup: Wakeup) throws(DeviceError) {
        results = Results()
        self.wakeup = wakeup
        let path = camera.identity.path
        do throws(SystemError) {
            try Self.start(Work(camera, calls, results, wakeup))
        } catch {
            throw DeviceError(.camera, attempt: "start a thread for", subject: path, error)
        }
    }

    deinit {
        close()
    }

    /// Queues a call. After `close()` it is dropped.
    public func submit(_ call: ControlCall) {
        calls.put(call)
    }

    /// The results that have come since the last time, in the order of the calls. Clear the wake-up first.
    public func takeResults() -> [ControlResult] {
        results.takeAll()
    }

    /// Lets the camera go. It does not wait: a call that hangs ends when the kernel ends it, its result is dropped, and
    /// then the camera is closed. Stop watching the camera's descriptor before.
    public func close() {
        calls.close()
        results.close()
    }

    private static func start(_ work: Work) throws(SystemError) {
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
                    let work = Unmanaged<Work>.fromOpaque(argument)
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
