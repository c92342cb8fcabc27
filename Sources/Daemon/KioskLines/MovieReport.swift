import FocusCore
import RequestNames
import TraceLines

/// A movie that has begun, or has ended.
public struct MovieReport: Equatable, Sendable {
    public enum State: String, CaseIterable, Equatable, Sendable {
        case recording, ended
    }

    public var state: State
    /// Of the file, as the holder says it.
    public var path: String
    /// From the first frame to the latest one; nil: it goes on, or nobody can say it.
    public var seconds: Double?
    /// The number of frames that are missing because the disk or the encoder was too slow; nil as of `seconds`.
    public var dropped: Int64?
    /// Nil: it goes on.
    public var reason: MovieReason?
    /// The client's id of the request that this answers.
    public var id: TapID?

    public init(
        _ state: State, path: String, seconds: Double? = nil, dropped: Int64? = nil, reason: MovieReason? = nil,
        id: TapID? = nil
    ) {
        self.state = state
        self.path = path
        self.seconds = seconds
        self.dropped = dropped
        self.reason = reason
        self.id = id
    }

    /// The fields but the id, which stands behind `request`.
    mutating func describe(_ fields: inout some LineVisitor) {
        fields.required("state", &state)
        fields.required("path", &path)
        fields.field("seconds", &seconds)
        fields.field("dropped", &dropped)
        fields.field("reason", &reason)
    }
}

/// The reason why a movie has ended, or why nothing comes of a request about one. Its words for programs never change.
public enum MovieReason: String, CaseIterable, Equatable, Sendable {
    /// A client, or the program that records, has ended it.
    case request
    /// The longest duration is over.
    case maxSeconds
    /// Less is free on the disk than was to stay free.
    case keepFree
    /// The frames have ended, or changed their size.
    case streamEnded
    /// The disk is full, or has less free than is to stay free.
    case noSpace
    /// The program that records it has ended, or its connection has.
    case holderGone
    /// No program that records movies holds the camera's frames.
    case noHolder
    /// Another movie is being recorded, or a client waits for its end already.
    case busy
    /// There is no movie to end.
    case noMovie
    /// The holder was told to begin or to end, and has not answered.
    case noAnswer
    /// No frame has come yet.
    case noFrames
    /// An element for it is not installed.
    case noEncoder
    /// Its name ends in none that is known.
    case ending
    /// There is such a file.
    case exists
    /// The path is not below the holder's folder.
    case outside
    /// A folder of the path does not exist.
    case noFolder
    /// The file system is read-only.
    case readOnly
    /// The holder may not write there.
    case denied
    /// Any other error.
    case failed

    /// False where a movie that has ended so should have gone on.
    public var isAsWished: Bool {
        switch self {
        case .request, .maxSeconds, .keepFree, .streamEnded: true
        case .noSpace, .holderGone, .noHolder, .busy, .noMovie, .noAnswer, .noFrames, .noEncoder, .ending, .exists,
            .outside, .noFolder, .readOnly, .denied, .failed:
            false
        }
    }
}

extension MovieReport.State: LineValue {}
extension MovieReason: LineValue {}

extension Announcement {
    /// Of the announcements about movies.
    mutating func describeMovie(_ fields: inout some LineVisitor, _ request: inout RequestName?) {
        switch self {
        case .movie(var report):
            report.describe(&fields)
            Self.describeAnswer(&fields, &request, &report.id)
            self = .movie(report)
        case .movieFailed(var reason, var message, var id):
            fields.required("message", &message)
            fields.required("reason", &reason)
            Self.describeAnswer(&fields, &request, &id)
            self = .movieFailed(reason, message: message, id: id)
        default: break
        }
    }
}
