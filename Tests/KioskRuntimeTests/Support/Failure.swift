import LinuxDevices
import Synchronization

/// Makes a number of calls with one name fail.
final class Failure: SystemCallInterposer {
    private let name: String
    private let errno: Int32
    private let rest: Atomic<Int>

    init(_ name: String, _ errno: Int32, times: Int = 1) {
        self.name = name
        self.errno = errno
        rest = Atomic(times)
    }

    /// True when that number of calls has failed.
    var isUsedUp: Bool { rest.load(ordering: .relaxed) <= 0 }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard call.name == name, rest.load(ordering: .relaxed) > 0 else { return nil }
        rest.subtract(1, ordering: .relaxed)
        return .failed(errno: errno)
    }
}
