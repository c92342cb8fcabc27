/// The life of a hold: asked for, held, refused and asked for again. Time is data, in µs of CLOCK_MONOTONIC.
struct FrameHold: Equatable {
    enum Phase: Equatable {
        /// There is no connection, or no camera to hold.
        case away
        /// It has to be asked for at this time.
        case due(Int64)
        case asked
        case held(measures: Bool)
    }

    enum Request: Equatable {
        /// The camera, and the stream if there is one.
        case hold
        case framesEnded
    }

    /// The time after which a hold that was refused is asked for again, µs.
    static let retryDelay: Int64 = 2_000_000

    private(set) var phase = Phase.away
    /// The stream that the program has declared; nil: no frames flow.
    private(set) var stream: StreamDeclaration?
    /// True if the program takes photos.
    private(set) var takesPhotos = false
    /// True if they may have the seconds before and after them.
    private(set) var takesLivePhotos = false
    /// True if the program records movies.
    private(set) var recordsMovies = false
    /// True between a refusal and the next answer: frames would only be refused, too.
    private(set) var isRefused = false
    private var owesEnd = false
    private var lastAsked = -Self.retryDelay

    /// The time at which the next request has to be sent; nil: none has to be.
    var deadline: Int64? {
        if phase != .away, owesEnd { return 0 }
        if case .due(let time) = phase { return time }
        return nil
    }

    /// The request that has to be sent now; nil: none. It is due until `sent` is called.
    func request(at now: Int64) -> Request? {
        guard let deadline, deadline <= now else { return nil }
        return owesEnd ? .framesEnded : .hold
    }

    mutating func sent(_ request: Request, at now: Int64) {
        switch request {
        case .framesEnded: owesEnd = false
        case .hold:
            phase = .asked
            lastAsked = now
        }
    }

    mutating func connected(at now: Int64) {
        phase = .due(now)
        owesEnd = false
    }

    mutating func disconnected() {
        phase = .away
        isRefused = false
        owesEnd = false
    }

    /// - Returns: false when this stream is declared already.
    mutating func begin(_ stream: StreamDeclaration, at now: Int64) -> Bool {
        guard stream != self.stream || owesEnd else { return false }
        self.stream = stream
        owesEnd = false
        if phase != .away { phase = .due(now) }
        return true
    }

    /// The program takes photos from now on, or none.
    mutating func offerPhotos(_ offered: Bool, live: Bool = false, at now: Int64) {
        guard offered != takesPhotos || live != takesLivePhotos else { return }
        (takesPhotos, takesLivePhotos) = (offered, live)
        if phase != .away, stream != nil { phase = .due(now) }
    }

    /// The program records movies from now on, or none.
    mutating func offerMovies(_ offered: Bool, at now: Int64) {
        guard offered != recordsMovies else { return }
        recordsMovies = offered
        if phase != .away, stream != nil { phase = .due(now) }
    }

    mutating func end() {
        guard stream != nil else { return }
        stream = nil
        switch phase {
        case .asked: owesEnd = true
        case .held:
            owesEnd = true
            phase = .held(measures: false)
        case .away, .due: break
        }
    }

    /// The camera is held. A hold without a declared stream is one that has fallen back: the stream is declared again,
    /// at once, but no more often than a refused one.
    mutating func held(measures: Bool) {
        isRefused = false
        switch phase {
        case .away: break
        case _ where measures || stream == nil: phase = .held(measures: measures && stream != nil)
        case .asked, .held: phase = .due(lastAsked + Self.retryDelay)
        case .due: break
        }
    }

    /// The hold is refused, or has ended because another camera has taken the place of this one.
    mutating func failed(at now: Int64) {
        switch phase {
        case .away, .due: break
        case .asked, .held:
            isRefused = true
            phase = .due(now + Self.retryDelay)
        }
    }
}
