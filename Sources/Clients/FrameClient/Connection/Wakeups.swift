import CSockets

/// One descriptor that becomes readable when the socket or the clock has something to do. It stays the same while sockets
/// come and go.
struct Wakeups: ~Copyable {
    /// An epoll with the timer and the socket inside.
    let descriptor: Int32
    private let timer: Int32
    /// The time for which the timer is set, µs; 0: none. Nil: it has expired, and has to be set again.
    private var deadline: Int64? = 0

    struct Reasons {
        var timer: Bool
        var reading: Bool
        var writing: Bool
        var isNone: Bool { !timer && !reading && !writing }
    }

    /// Nil when there are no descriptors.
    init?() {
        let epoll = tapfocus_make_epoll()
        guard epoll >= 0 else { return nil }
        let timer = tapfocus_make_timer(epoll)
        guard timer >= 0 else {
            tapfocus_close(epoll)
            return nil
        }
        descriptor = epoll
        self.timer = timer
    }

    deinit {
        tapfocus_close(timer)
        tapfocus_close(descriptor)
    }

    mutating func look() -> Reasons {
        let seen = tapfocus_look(descriptor)
        let reasons = Reasons(
            timer: seen & tapfocus_timer_expired != 0, reading: seen & tapfocus_socket_readable != 0,
            writing: seen & tapfocus_socket_writable != 0)
        if reasons.timer { deadline = nil }
        return reasons
    }

    /// Sets the timer.
    /// - Parameter time: µs of CLOCK_MONOTONIC, above 0, may be in the past; nil: it never expires.
    mutating func wake(at time: Int64?) {
        let time = time.map { max($0, 1) } ?? 0
        guard time != deadline else { return }
        tapfocus_set_timer(timer, time)
        deadline = time
    }

    /// Watches a socket, which leaves by being closed. Returns false when the machine cannot.
    func watch(_ socket: Int32) -> Bool { tapfocus_watch_socket(descriptor, socket) >= 0 }

    func watchWriting(_ socket: Int32, _ isWanted: Bool) {
        tapfocus_watch_writing(descriptor, socket, isWanted ? 1 : 0)
    }
}
