import KioskLines

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

extension Session {
    func keep(_ request: ControlRequest, _ client: ControlServer.ClientID) {
        guard !life.earlyRequests.keep(request, client) else { return }
        audience.refuse(
            request, of: client,
            because: "the devices are still being opened, and too many requests wait for that. Ask again later.")
    }

    func answerEarlyRequests() {
        for (request, client) in life.earlyRequests.removeAll() where audience.server?.isConnected(client) == true {
            answer(request, client)
        }
    }

    /// Answers the requests that wait when the program ends before its devices are open.
    func refuseEarlyRequests() {
        for (request, client) in life.earlyRequests.removeAll() {
            audience.refuse(
                request, of: client,
                because: "the program ends before its devices are open. Start \"tapfocus run\" again.")
        }
    }
}
