import LinuxDevices

/// What the control server knows of a client.
final class ControlClient {
    let descriptor: Int32
    var received: [UInt8] = []
    /// Whether the rest of a line that was too long is being thrown away.
    var isSkipping = false
    var unsent: [UInt8] = []
    var isWatching = false
    /// Whether it has ever asked for anything that could be answered.
    var hasAsked = false
    /// When it was last heard of: a number that grows with whatever the server hears of any client.
    var lastHeard: UInt64
    /// Requests that have no answer yet.
    var owed = 0
    /// Whether it has said that it will send no more. It is still told what it has asked for.
    var hasEnded = false

    /// Whether nothing more will ever be said to it.
    var isDone: Bool { hasEnded && !isWatching && owed == 0 && unsent.isEmpty }

    /// The order in which clients lose their place to others, lowest first: those that have never asked for anything, then
    /// those that were silent for longest. Nil for one that watches or waits for an answer, which keeps its place.
    var evictionRank: (hasAsked: Int, lastHeard: UInt64)? {
        isWatching || owed > 0 ? nil : (hasAsked ? 1 : 0, lastHeard)
    }

    /// What to watch its descriptor for. One that has ended would be readable for ever; that it is gone altogether is
    /// told in any case.
    var interest: EventLoop.Interest {
        let reading: EventLoop.Interest = hasEnded ? [] : .readable
        return unsent.isEmpty ? reading : reading.union(.writable)
    }

    init(descriptor: Int32, heard: UInt64) {
        self.descriptor = descriptor
        lastHeard = heard
    }
}
