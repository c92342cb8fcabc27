import Glibc

extension Kernel {
    /// Starts a detached thread, whose calls go through `interposer` too. The thread releases `body`'s captures.
    package static func startThread(
        _ interposer: (any SystemCallInterposer)?, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let argument = Unmanaged.passRetained(ThreadBody(interposer, body))
        do throws(SystemError) {
            // It returns the errno.
            try library("pthread_create") {
                var thread = pthread_t()
                let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
                    guard let argument else { return nil }
                    let body = Unmanaged<ThreadBody>.fromOpaque(argument)
                    let interposer = body.takeUnretainedValue().interposer
                    Interposition.with(interposer) { body.takeRetainedValue().run() }
                    return nil
                }
                return -Int(pthread_create(&thread, &attributes, run, argument.toOpaque()))
            }
        } catch {
            argument.release()
            throw error
        }
    }
}

private final class ThreadBody {
    let interposer: (any SystemCallInterposer)?
    let run: @Sendable () -> Void

    init(_ interposer: (any SystemCallInterposer)?, _ run: @escaping @Sendable () -> Void) {
        self.interposer = interposer
        self.run = run
    }
}
