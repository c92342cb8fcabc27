import LinuxDevices
import Synchronization

/// Makes the calls of one name fail, so many times.
final class Failure: SystemCallInterposer {
    private let name: String
    private let errno: Int32
    private let rest: Atomic<Int>

    init(_ name: String, _ errno: Int32, times: Int = 1) {
        self.name = name
        self.errno = errno
        rest = Atomic(times)
    }

    /// Whether it has failed so many times.
    var isUsedUp: Bool { rest.load(ordering: .relaxed) <= 0 }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard call.name == name, rest.load(ordering: .relaxed) > 0 else { return nil }
        rest.subtract(1, ordering: .relaxed)
        return .failed(errno: errno)
    }
}
