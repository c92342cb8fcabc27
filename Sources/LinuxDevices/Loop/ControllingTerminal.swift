import Glibc

/// The terminal that a program was started from, if it was: only where that hangs up, SIGHUP means the end.
public struct ControllingTerminal: Sendable {
    private let wasThere: Bool

    /// Looks for the terminal; to be called at the start, before anything can hang up.
    public init() {
        wasThere = Self.isThere && !Self.isHangUpIgnored
    }

    /// Whether a SIGHUP came because the terminal hung up: the kernel says so, or the terminal is gone, as it is when a shell
    /// passes the hang-up on to its jobs. One that somebody sends (kill, systemd) means something else.
    public func hasHungUp(_ signal: SignalSource.Received) -> Bool {
        wasThere && (signal.isFromKernel || !Self.isThere)
    }

    /// The kernel takes the terminal from all processes of its session before it tells them that it hung up.
    private static var isThere: Bool {
        do throws(SystemError) {
            let terminal = try Kernel.open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
            terminal.close()
            return true
        } catch {
            return false
        }
    }

    /// nohup, and shells that disown a job, start it like that. A signal that is waited for arrives all the same.
    private static var isHangUpIgnored: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == Int(bitPattern: 1)
    }
}
