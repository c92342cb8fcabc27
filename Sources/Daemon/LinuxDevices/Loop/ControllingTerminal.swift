import Glibc

/// The terminal that the program was started from, if any. SIGHUP means the end only if that terminal hangs up.
public struct ControllingTerminal: Sendable {
    private let wasThere: Bool

    /// Create it at the start, before the terminal can hang up.
    public init() { wasThere = Self.isThere && !Self.isHangUpIgnored }

    /// True if a SIGHUP came because the terminal hung up: the kernel sent it, or the terminal is gone, as it is when a
    /// shell passes the hang-up on to its jobs. A SIGHUP that somebody sends (kill, systemd) means something else.
    public func hasHungUp(_ signal: SignalSource.Received) -> Bool {
        wasThere && (signal.isFromKernel || !Self.isThere)
    }

    /// The kernel takes the terminal from all processes of its session before it sends them SIGHUP.
    private static var isThere: Bool {
        do throws(SystemError) {
            let terminal = try Kernel.open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
            terminal.close()
            return true
        } catch {
            return false
        }
    }

    /// nohup, and shells that disown a job, start the program with SIGHUP ignored. A signalfd receives it nevertheless.
    private static var isHangUpIgnored: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == Int(bitPattern: 1)
    }
}
