import FocusCore

/// The life of a session, from its creation to its end, and what led to the end.
struct SessionLife {
    /// The way to the first input of the engine.
    enum Phase {
        case created
        /// Devices are being opened, which may take seconds. Requests wait.
        case opening
        case running
    }

    enum SignalAnswer {
        case nothing
        /// The camera gets its originals back, and then the session ends.
        case stop
        /// The session ends without waiting for that.
        case giveUp
    }

    /// The consequence of a line that could not be written to standard output.
    enum OutputAnswer {
        case nothing
        /// Lines are lost, and focusing goes on.
        case goOn
        case stop
    }

    /// Signals that follow the first within this time belong to the same request: systemd adds SIGHUP (SendSIGHUP=),
    /// the end of a session sends SIGTERM and SIGHUP.
    private static let repeatTime = TimeSpan.milliseconds(1000)

    var phase = Phase.created
    var earlyRequests = EarlyRequests()
    /// True once the end was requested: by a signal, or by a reader of standard output that has gone.
    private(set) var isStopping = false
    private(set) var isOver = false
    private(set) var failure: KioskError?
    private(set) var outputError: OutputError?
    private var firstSignal: Instant?

    /// A signal asks for the end: the first one restores the camera; a later one ends the program at once.
    mutating func signalled(at time: Instant) -> SignalAnswer {
        guard let firstSignal else {
            self.firstSignal = time
            return .stop
        }
        return time.since(firstSignal) > Self.repeatTime ? .giveUp : .nothing
    }

    /// Returns true if the camera has to be restored first: not while devices are being opened, when nothing has been changed.
    mutating func beginEnd() -> Bool {
        guard !isStopping else { return false }
        isStopping = true
        return phase != .opening
    }

    /// The loop can stop.
    /// - Parameter reason: of a failure; nil: everything was put back.
    /// - Returns: the failure, if it is the first.
    mutating func end(because reason: String?) -> KioskError? {
        isOver = true
        guard let reason, failure == nil else { return nil }
        failure = KioskError(reason + "Connecting it again resets most cameras.")
        return failure
    }

    /// A line could not be written. If it is the very first one, nobody reads the output: the program ends, so that the person who
    /// started it notices. It also ends when its reader has gone, like any program in a pipeline. If a disk is full later, lines are
    /// lost, focusing goes on, and the end counts as a failure. A restart of systemd's journal only loses lines.
    mutating func outputFailed(_ error: OutputError, isJournal: Bool, hasWritten: Bool) -> OutputAnswer {
        guard outputError == nil else { return .nothing }
        let isJournalAway = error.isReaderGone && isJournal
        if !isJournalAway { outputError = error }
        return isJournalAway || hasWritten && !error.isReaderGone ? .goOn : .stop
    }
}

/// Requests that arrive while devices are being opened: the engine must get no input before its trace has begun.
struct EarlyRequests {
    /// Far more requests than arrive in the seconds that opening takes.
    private static let limit = 256

    private(set) var waiting: [(request: ControlRequest, client: ControlServer.ClientID)] = []

    /// Keeps a request. Returns false, and keeps nothing, when too many wait.
    mutating func keep(_ request: ControlRequest, _ client: ControlServer.ClientID) -> Bool {
        // The engine does not run yet, so it has requested no frame.
        if case .frame = request { return true }
        guard waiting.count < Self.limit else { return false }
        waiting.append((request, client))
        return true
    }

    mutating func removeAll() -> [(request: ControlRequest, client: ControlServer.ClientID)] {
        defer { waiting.removeAll() }
        return waiting
    }
}
