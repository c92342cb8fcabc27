import CSockets

/// The connection to `tapfocus run`, made again whenever it is lost. Nothing here waits.
struct Connection: ~Copyable {
    enum Sending {
        case sent
        /// The queue of unsent bytes has no room for them.
        case full
        case lost
    }

    /// The time between two attempts, µs.
    static let retryDelay: Int64 = 1_000_000
    /// The size of the queue of unsent bytes: some two hundred frames. The kernel's socket buffer is not counted.
    static let unsentLimit = 65_536
    /// Bytes that frames leave free, so that a tap still fits.
    static let roomForTaps = 16_384

    let address: SocketAddress
    private var wakeups: Wakeups
    private var socket: Int32 = -1
    private var unsent: ByteQueue
    private var incoming: IncomingLines
    private var isWatchingWriting = false
    /// The time of the next attempt to connect, µs.
    private var nextAttempt: Int64 = 0
    /// The user whose socket the last attempt has refused; nil: it has refused none.
    private(set) var stranger: UInt32?

    /// Nil when there are no descriptors or no memory.
    init?(_ address: SocketAddress) {
        guard let wakeups = Wakeups(), let unsent = ByteQueue(capacity: Self.unsentLimit),
            let incoming = IncomingLines()
        else { return nil }
        self.address = address
        self.wakeups = wakeups
        self.unsent = unsent
        self.incoming = incoming
        self.wakeups.wake(at: 1)
    }

    deinit { if socket >= 0 { tapfocus_close(socket) } }

    var descriptor: Int32 { wakeups.descriptor }
    var isConnected: Bool { socket >= 0 }

    mutating func look() -> Wakeups.Reasons { wakeups.look() }

    /// Sets the time of the next wake-up.
    /// - Parameter deadline: when the client has something to send, µs; nil: it has nothing.
    mutating func wake(at deadline: Int64?) {
        // While unsent bytes wait, the socket wakes the client when it can be written.
        wakeups.wake(at: !isConnected ? nextAttempt : isWatchingWriting ? nil : deadline)
    }

    /// Tries to connect if it is time to. Returns true when there is a new connection.
    mutating func connect(at now: Int64) -> Bool {
        guard !isConnected, now >= nextAttempt else { return false }
        nextAttempt = now + Self.retryDelay
        let socket = address.path.withUnsafeBufferPointer { tapfocus_connect($0.baseAddress) }
        stranger = nil
        guard socket >= 0 else { return false }
        guard isAdmitted(socket), wakeups.watch(socket) else {
            tapfocus_close(socket)
            return false
        }
        self.socket = socket
        return true
    }

    private mutating func isAdmitted(_ socket: Int32) -> Bool {
        guard address.isOpenToAll else { return true }
        var owner: UInt32 = 0
        guard tapfocus_peer(socket, &owner) >= 0 else { return false }
        guard !address.admits(owner, user: tapfocus_user()) else { return true }
        stranger = owner
        return false
    }

    /// Closes the socket. Unsent bytes are dropped.
    mutating func disconnect(at now: Int64) {
        guard isConnected else { return }
        tapfocus_close(socket)
        socket = -1
        unsent.removeAll()
        incoming.removeAll()
        isWatchingWriting = false
        nextAttempt = now + Self.retryDelay
        wakeups.wake(at: nextAttempt)
    }

    /// Receives some bytes. Returns false when no bytes are there; nil when the connection is lost.
    mutating func receive() -> Bool? {
        let space = incoming.space()
        let count = tapfocus_read(socket, space.baseAddress, space.count)
        if count > 0 {
            incoming.extend(by: Int(count))
            return true
        }
        return count < 0 && tapfocus_is_again(count) != 0 ? false : nil
    }

    /// The next line that was received; valid until the next call of this function or of `receive`.
    mutating func nextLine() -> UnsafeRawBufferPointer? { incoming.next() }

    /// True when bytes can be added and leave the given number of bytes free.
    func hasRoom(for count: Int, leaving reserve: Int) -> Bool { unsent.room >= count + reserve }

    /// Sends bytes, or keeps them until they can be sent: all of them, or none.
    mutating func send(_ bytes: UnsafeRawBufferPointer) -> Sending {
        guard isConnected else { return .lost }
        guard unsent.append(bytes) else { return .full }
        return flush() ? .sent : .lost
    }

    /// Writes as much as can be written. Returns false when the connection is lost.
    mutating func flush() -> Bool {
        while !unsent.isEmpty {
            let count = tapfocus_write(socket, unsent.bytes.baseAddress, unsent.count)
            if count < 0, tapfocus_is_again(count) == 0 { return false }
            if count <= 0 { break }
            unsent.removeFirst(Int(count))
        }
        if isWatchingWriting == unsent.isEmpty {
            isWatchingWriting = !unsent.isEmpty
            wakeups.watchWriting(socket, isWatchingWriting)
        }
        return true
    }
}
