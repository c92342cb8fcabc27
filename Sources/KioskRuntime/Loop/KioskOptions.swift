import FocusCore
import LinuxDevices

/// What `run` is told.
public struct KioskOptions: Sendable {
    public var camera = DeviceSelection.automatic
    /// The lens of the camera, where it is a device of its own; it has no name.
    public var lens = DeviceSelection.automatic
    /// What is known of cameras that their drivers do not tell.
    public var quirks = QuirkTable()
    public var touch = DeviceSelection.automatic
    public var motion = DeviceSelection.automatic
    public var configuration = Configuration()
    /// Where the trace is appended; nil: none is written.
    public var trace: String?
    /// The folder where a camera's original settings are kept while they are not the camera's; nil: nowhere.
    public var stateFolder: String?
    /// Where the control socket is.
    public var socket = SocketPath.standard
    /// The device and inode of the stream to systemd's journal, `$JOURNAL_STREAM` (systemd.exec(5)); nil: there is none.
    public var journalStream: String?
    /// Whether standard output is for a program.
    public var isJSON = false
    /// The program's version, for the trace.
    public var toolVersion = ""
    /// The chart's hash, for the trace.
    public var chart = ""

    public init() {}
}

/// Why a kiosk could not start, or go on: a sentence.
public struct KioskError: Error, Equatable, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) {
        self.description = description
    }
}
