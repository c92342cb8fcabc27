import FocusCore
import Glibc
import LinuxDevices

/// A process's event loop, signals and monitor of devices. They serve one session; Design.md says what a second one needs.
final class Host {
    let loop: EventLoop
    private let signals: SignalSource
    private let terminal = ControllingTerminal()
    private let monitor: DeviceMonitor

    /// Creates the parts. Nothing is watched yet, but no signal and no change of devices is missed from now on.
    /// - Throws: `DeviceError` if the system refuses a descriptor.
    init() throws(DeviceError) {
        signals = try SignalSource()
        loop = try EventLoop()
        monitor = try DeviceMonitor()
    }

    /// A reader that is gone and a limit on file sizes are reported as errnos of the write, not by a signal.
    func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    enum Request {
        case end
        /// A SIGHUP that somebody has sent: a new file of the trace begins, and the configuration is read again.
        case nextFile
    }

    /// Watches the signals. SIGHUP requests the end only when a terminal has hung up.
    func watchSignals(_ handler: @escaping (Request) -> Void) throws(DeviceError) {
        try loop.add(signals.fileDescriptor, .readable) { [unowned self] _ in
            signals.readSignals { signal in
                handler(signal.number != SIGHUP || terminal.hasHungUp(signal) ? .end : .nextFile)
            }
        }
    }

    func watchDevices(_ handler: @escaping (DeviceChange) -> Void) throws(DeviceError) {
        try loop.add(monitor.fileDescriptor, .readable) { [unowned self] _ in monitor.readChanges(handler) }
    }
}
