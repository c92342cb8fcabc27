import Glibc
import Testing

@testable import LinuxDevices

@Suite("A SIGHUP means the end if the terminal hung up")
struct ControllingTerminalTests {
    @Test("A SIGHUP from the kernel or without the terminal is a hang-up; one that somebody sends is not")
    func words() {
        let tty = TerminalNode()
        Interposition.with(tty) {
            let terminal = ControllingTerminal()
            #expect(terminal.hasHungUp(.init(number: SIGHUP, isFromKernel: true)))
            #expect(!terminal.hasHungUp(.init(number: SIGHUP)))
            tty.isThere.withLock { $0 = false }
            #expect(terminal.hasHungUp(.init(number: SIGHUP)))
        }
    }

    @Test("Without a terminal at the start no SIGHUP is a hang-up")
    func service() {
        let tty = TerminalNode()
        tty.isThere.withLock { $0 = false }
        Interposition.with(tty) {
            let terminal = ControllingTerminal()
            #expect(!terminal.hasHungUp(.init(number: SIGHUP, isFromKernel: true)))
            #expect(!terminal.hasHungUp(.init(number: SIGHUP)))
        }
    }
}

/// /dev/tty, which can be opened only by processes that have a terminal.
private final class TerminalNode: SystemCallInterposer {
    let isThere = Locked(true)

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .open("/dev/tty", _) = call else { return nil }
        return isThere.withLock { $0 } ? .returned(Int(open("/dev/null", O_RDONLY | O_CLOEXEC))) : .failed(errno: ENXIO)
    }
}
