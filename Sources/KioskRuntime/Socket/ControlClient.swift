import LinuxDevices

/// What the control server knows of a client.
final class ControlClient {
    let descriptor: Int32
    var received: [UInt8] = []
    /// Whether the rest of a line that was too long is being thrown away.
    var isSkipping = false
    var unsent: [UInt8] = []
    var isWatching = false
    /// Requests that have no answer yet.
    var owed = 0
    /// Whether it has said that it will send no more. It is still told what it has asked for.
    var hasEnded = false

    /// Whether nothing more will ever be said to it.
    var isDone: Bool { hasEnded && !isWatching && owed == 0 && unsent.isEmpty }

    /// What to watch its descriptor for. One that has ended would be readable for ever; that it is gone altogether is
    /// told in any case.
    var interest: EventLoop.Interest {
        let reading: EventLoop.Interest = hasEnded ? [] : .readable
        return unsent.isEmpty ? reading : reading.union(.writable)
    }

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }
}
