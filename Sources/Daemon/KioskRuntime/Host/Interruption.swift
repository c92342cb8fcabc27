import Glibc

/// True once somebody has interrupted a long command, which then ends by itself: with whole files, and a word about them.
public enum Interruption {
    public static var isAsked: Bool { flag.pointee != 0 }

    // Set by a signal handler, which may access nothing else.
    nonisolated(unsafe) private static let flag: UnsafeMutablePointer<sig_atomic_t> = {
        let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
        flag.pointee = 0
        return flag
    }()

    /// From now on, SIGINT and SIGTERM are noted instead of ending the program.
    public static func listen() {
        _ = flag
        for number in [SIGINT, SIGTERM] { signal(number) { _ in Interruption.flag.pointee = 1 } }
    }
}
