/// One thing that the engine asks of a camera's thread. Each demand is answered once, with its id; one is under way at a time.
public enum Demand: Equatable, Sendable, Snapshotable {
    /// Make a call to the controls. A `ControlResult` answers it.
    case call(ControlCall)
    /// Start a stream, unless one is running, and measure the requested data in each following frame.
    case requestFrames(id: UInt32, FrameRequest)
    /// End the stream that was requested with this id, so that another program can use it.
    case releaseFrames(id: UInt32)

    /// A write of all settings in one call. It gets its id when it is made.
    static func write(_ settings: ControlSettings) -> Demand {
        .call(ControlCall(id: 0, operation: .write(settings)))
    }

    /// A reading of controls. It gets its id when it is made.
    static func read(_ ids: ControlIDs) -> Demand { .call(ControlCall(id: 0, operation: .read(ids))) }

    /// A request for frames. It gets its id when it is made.
    static func frames(_ request: FrameRequest) -> Demand { .requestFrames(id: 0, request) }

    /// The settings that it writes; nil: it is no write.
    var settings: ControlSettings? { if case .call(let call) = self { call.settings } else { nil } }

    var isWrite: Bool { !settings.isNone }

    enum Answer: Equatable, Sendable {
        case toCall(UInt32)
        case toRequest(UInt32)
        case toRelease(UInt32)
    }

    func isAnswered(by answer: Answer) -> Bool {
        switch self {
        case .call(let call): answer == .toCall(call.id)
        case .requestFrames(let id, _): answer == .toRequest(id)
        case .releaseFrames(let id): answer == .toRelease(id)
        }
    }
}
