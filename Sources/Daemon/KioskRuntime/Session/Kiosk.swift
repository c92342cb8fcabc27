/// A kiosk: devices, engine, trace and control socket, on one thread. `tapfocus run` is a command line for it.
public struct Kiosk {
    private let session: Session

    /// Creates the parts. `run` opens the devices.
    /// - Parameter announcer: the output of announcements; nil for standard output.
    /// - Throws: `DeviceError` if the system refuses a descriptor; an error of the folder of originals.
    public init(_ options: KioskOptions, announcer: Announcer? = nil) throws {
        session = try Session(options, announcer: announcer)
    }

    /// Runs until the end is requested: by a signal, or because nobody reads standard output any more. It then waits, for a
    /// limited time, until the camera has its originals back.
    /// - Throws: the error that prevents the start (`DeviceError`, `SocketError` or `TraceFileError`); `KioskError` if
    ///   the camera has not taken all its originals back at the end; `OutputError` if standard output could not be
    ///   written.
    public func run() throws { try session.run() }
}
