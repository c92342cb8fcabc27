import FocusCore

/// Remembers what the latest calls of a trace asked for, because an answer names only its call.
public struct RecordedCalls: Sendable {
    public enum Request: Equatable, Sendable {
        case controls(ControlCall.Operation)
        /// In version 1 a stream begins and ends by calls.
        case frames
    }

    /// One call is under way at a time; others are answered late or never.
    private static let kept = 64
    private var calls: [(id: UInt32, request: Request)] = []
    private let isVersionOne: Bool

    /// - Parameter version: of the format.
    public init(version: Int = TraceFormat.version) { isVersionOne = version == 1 }

    public mutating func remember(_ effect: Effect) {
        switch effect {
        case .call(let call): calls.append((call.id, .controls(call.operation)))
        case .requestFrames(let id, _), .releaseFrames(let id): if isVersionOne { calls.append((id, .frames)) }
        default: break
        }
        if calls.count > Self.kept { calls.removeFirst() }
    }

    /// The request of a call; nil if it was not recorded, or is too long ago.
    public func request(of call: UInt32) -> Request? { calls.last { $0.id == call }?.request }

    /// The request that an input answers; nil if it answers none.
    public func request(answeredBy event: Input.Event) -> Request? {
        if case .cameraAnswered(let result) = event { request(of: result.call) } else { nil }
    }
}
