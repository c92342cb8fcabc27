import LinuxDevices

final class ControlClient {
    let descriptor: Int32
    var lines = RequestLines()
    var unsent: [UInt8] = []
    var isWatching = false
    var isHolding = false
    /// True after an error about one of its frames, which could not be used.
    var hasFrameError = false
    /// True if it has made a valid request.
    var hasAsked = false
    /// The server's event count when this client was last heard; higher is later.
    var lastHeard: UInt64
    /// Number of requests without an answer yet.
    var owed = 0
    /// True if it will send no more. It still gets its answers.
    var hasEnded = false

    /// True if nothing more will be sent to it.
    var isDone: Bool { hasEnded && !isWatching && owed == 0 && unsent.isEmpty }

    /// The order in which clients lose their place to others, lowest first: those that have never made a request, then
    /// those that were silent for longest. Nil for a client that watches, holds frames or waits for an answer: it keeps its
    /// place.
    var evictionRank: (hasAsked: Int, lastHeard: UInt64)? {
        isWatching || isHolding || owed > 0 ? nil : (hasAsked ? 1 : 0, lastHeard)
    }

    /// A client that has ended would be readable for ever; that its connection is gone is always reported.
    var interest: EventLoop.Events {
        let reading: EventLoop.Events = hasEnded ? [] : .readable
        return unsent.isEmpty ? reading : reading.union(.writable)
    }

    init(descriptor: Int32, heard: UInt64) {
        self.descriptor = descriptor
        lastHeard = heard
    }
}
