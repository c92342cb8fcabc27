import FocusCore
import LinuxDevices

/// The options of `run`.
public struct KioskOptions: Sendable {
    public var camera = DeviceSelection.automatic
    /// The camera's lens, if it is a device of its own; a lens has no name.
    public var lens = DeviceSelection.automatic
    /// Known properties of cameras that their drivers do not report.
    public var quirks = QuirkTable()
    public var touch = DeviceSelection.automatic
    public var motion = DeviceSelection.automatic
    /// The lamp that clients switch; `.name` is one of /sys/class/leds.
    public var lamp = DeviceSelection.automatic
    public var configuration = Configuration()
    /// The trace that is written; nil for none.
    public var trace: TraceOptions?
    /// The folder that keeps a camera's original settings while the camera holds others; nil to keep none.
    public var stateFolder: String?
    /// The path of the control socket.
    public var socket = SocketPlace.standard.path
    /// The device and inode of the stream to systemd's journal, `$JOURNAL_STREAM` (systemd.exec(5)), or nil outside a service.
    public var journalStream: String?
    /// The socket of systemd's journal; nil: lines are only printed.
    public var journalSocket: String?
    /// The service manager's socket, `$NOTIFY_SOCKET` (sd_notify(3)), or nil if no service manager has started the program.
    public var notifySocket: String?
    /// The service manager ends a program that does not report for this long; nil: it does not watch.
    public var watchdogTime: TimeSpan?
    /// The file for Prometheus; nil: none is written.
    public var metrics: String?
    /// True if a camera, and each device that was named, is waited for while it is not connected or not permitted at the start.
    public var waitsForCamera = false
    /// Reads the configuration again, after a SIGHUP; nil: there is nothing to read.
    public var reread: (@Sendable () throws -> Rereading)?
    /// True if a program reads standard output.
    public var isJSON = false
    /// How much of what happens is printed on standard output.
    public var log = AnnouncementLog.writes
    /// Lines that are printed for a person once the session runs.
    public var opening: [String] = []
    /// The program's version, for the trace.
    public var toolVersion = ""
    /// The chart's hash, for the trace.
    public var chart = ""

    public init() {}

    /// The watchdog's time in this process's environment; nil: the service manager does not watch.
    public static var watchdogTime: TimeSpan? { ServiceManager.watchdogTime() }

    /// A configuration that was read while the session runs.
    public struct Rereading: Sendable {
        /// The amount that is printed from now on.
        public var log: AnnouncementLog
        /// A sentence about what counts now, and what at the next start.
        public var words: String

        public init(log: AnnouncementLog, words: String) {
            self.log = log
            self.words = words
        }
    }
}

/// The reason why a kiosk could not start or go on: a sentence.
public struct KioskError: Error, Equatable, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = description }
}
