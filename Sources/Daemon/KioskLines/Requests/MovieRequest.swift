import FocusCore
import TraceLines

/// A client's wish for a movie. It goes on when the client has left.
public struct MovieRequest: Equatable, Sendable {
    /// Below the folder of the program that holds the frames.
    public var path: String
    /// The longest duration in seconds, 0…864,000; 0: no limit.
    public var seconds: Double
    /// The movie ends when less is free on its file system, in bytes, 0…2^53 - 1.
    public var keepFree: Int64
    /// Chosen by the client. The answer repeats it.
    public var id: TapID?

    public init(
        path: String, seconds: Double = 0, keepFree: Int64 = MovieRequest.usualKeepFree, id: TapID? = nil
    ) {
        self.path = path
        self.seconds = seconds
        self.keepFree = keepFree
        self.id = id
    }

    /// In bytes.
    public static let usualKeepFree: Int64 = 500_000_000
    /// In seconds: up to ten days.
    public static let durations = 0.0...864_000.0
    /// In bytes. Every JSON reader keeps whole numbers up to the last one exact (RFC 8259, section 6).
    public static let spaces: ClosedRange<Int64> = 0...((1 << 53) - 1)
}

/// A holder records a movie.
public struct BegunMovie: Equatable, Sendable {
    /// The id of the event `start-movie`. Any other id: the program has begun it by itself, or before this connection.
    public var movie: UInt32
    /// The whole path of the file.
    public var path: String

    public init(movie: UInt32, path: String) {
        self.movie = movie
        self.path = path
    }
}

/// A holder's movie has ended, or could not begin.
public struct EndedMovie: Equatable, Sendable {
    /// As in `BegunMovie`.
    public var movie: UInt32
    public var reason: MovieReason
    /// A sentence of the holder's own; empty: the reason says enough.
    public var message: String
    /// From the first frame to the latest one; nil: it did not begin.
    public var seconds: Double?
    /// The number of frames that are missing because the disk or the encoder was too slow; nil: it did not begin.
    public var dropped: Int64?

    public init(
        movie: UInt32, reason: MovieReason, message: String = "", seconds: Double? = nil, dropped: Int64? = nil
    ) {
        self.movie = movie
        self.reason = reason
        self.message = message
        self.seconds = seconds
        self.dropped = dropped
    }
}

extension ControlRequest {
    /// Of the requests about movies.
    mutating func describeMovie(_ fields: inout some LineVisitor) {
        switch self {
        case .movie(var movie):
            movie.describe(&fields)
            self = .movie(movie)
        case .endMovie(var id):
            Self.describeID(&id, &fields)
            self = .endMovie(id: id)
        case .movieBegun(var begun):
            begun.describe(&fields)
            self = .movieBegun(begun)
        case .movieEnded(var ended):
            ended.describe(&fields)
            self = .movieEnded(ended)
        default: break
        }
    }

    /// The id goes before all else: every other refusal repeats it.
    fileprivate static func describeID(_ id: inout TapID?, _ fields: inout some LineVisitor) {
        fields.expect("the id of a movie is a whole number, 0…\(largestID).")
        fields.field("id", &id)
        if let number = id?.number, number > largestID {
            id = nil
            fields.refuse(nil)
        }
    }
}

extension MovieRequest {
    mutating func describe(_ fields: inout some LineVisitor) {
        ControlRequest.describeID(&id, &fields)
        let aPath: StaticString = "a movie needs a path of 1 to 1000 bytes, none of them 0, below its holder's folder."
        fields.required("path", &path, aPath)
        if !(1...PhotoRequest.longestPath ~= path.utf8.count) || path.utf8.contains(0) { fields.refuse("\(aPath)") }
        let aDuration: StaticString = "the longest duration of a movie is a number of seconds, 0…864000."
        fields.field("seconds", &seconds, aDuration)
        if !Self.durations.contains(seconds) { fields.refuse(aDuration.description) }
        let aSpace: StaticString = "keepFree is a whole number of bytes, 0…9007199254740991, to stay free on the disk."
        fields.field("keepFree", &keepFree, aSpace)
        if !Self.spaces.contains(keepFree) { fields.refuse(aSpace.description) }
    }
}

extension BegunMovie {
    mutating func describe(_ fields: inout some LineVisitor) {
        fields.expect("movie-begun needs the id of the movie, and the path of its file.")
        fields.required("id", &movie)
        fields.required("path", &path)
    }
}

extension EndedMovie {
    mutating func describe(_ fields: inout some LineVisitor) {
        fields.expect("movie-ended needs the id of the movie, a reason, message, seconds and dropped (a whole number).")
        fields.required("id", &movie)
        // A newer holder may know more reasons; its sentence tells them.
        var name = reason.rawValue
        fields.required("reason", &name)
        reason = MovieReason(rawValue: name) ?? .failed
        fields.field("message", &message)
        fields.field("seconds", &seconds)
        fields.field("dropped", &dropped)
    }
}
