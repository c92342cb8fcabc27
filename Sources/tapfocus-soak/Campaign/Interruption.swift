import Glibc

/// True once somebody has interrupted the program: the stage then ends, and reports its findings.
enum Interruption {
    static var isAsked: Bool { flag.pointee != 0 }

    // Set by a signal handler, which may access nothing else.
    nonisolated(unsafe) private static let flag: UnsafeMutablePointer<sig_atomic_t> = {
        let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
        flag.pointee = 0
        return flag
    }()

    static func listen() {
        _ = flag
        for number in [SIGINT, SIGTERM] { signal(number) { _ in Interruption.flag.pointee = 1 } }
    }
}
