import Glibc

/// Whether somebody has interrupted the program: the stage ends, and says what it has found.
enum Interruption {
    static var isAsked: Bool { flag.pointee != 0 }

    // Set by a signal handler, which may touch nothing but this.
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
