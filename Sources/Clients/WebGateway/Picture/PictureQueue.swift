/// The frames on their way to one page. One is being sent, and one at most waits, the latest: a page that reads slowly sees fewer frames,
/// and delays nobody.
public struct PictureQueue<Frame> {
    private var isSending: Bool
    private var waiting: Frame?
    /// The number of frames that the page has not got because newer ones came.
    public private(set) var dropped = 0

    /// - Parameter isSending: true if something is on its way already.
    public init(isSending: Bool = false) { self.isSending = isSending }

    /// A frame comes.
    /// - Returns: the frame if it is to be sent now; nil: it waits.
    public mutating func offer(_ frame: Frame) -> Frame? {
        guard isSending else {
            isSending = true
            return frame
        }
        if waiting != nil { dropped += 1 }
        waiting = frame
        return nil
    }

    /// Everything that was on its way is sent.
    /// - Returns: the frame that is to be sent now; nil: none waits.
    public mutating func sent() -> Frame? {
        let next = waiting
        waiting = nil
        isSending = next != nil
        return next
    }
}

/// Finds the frame of a photo: the first one that was exposed as a whole after the request.
///
/// A frame's time may be the end of its exposure. But frames are exposed one after the other: a frame whose predecessor has a time after
/// the request was exposed after it as a whole.
public struct PhotoMoment: Sendable {
    /// The frames that have to come after the request; with frames without a time one of them may be on its way already.
    private static let timed = 2
    private static let untimed = 3

    private let start: Int64
    private var count = 0

    /// - Parameter start: of the request, in µs of CLOCK_MONOTONIC.
    public init(after start: Int64) { self.start = start }

    /// True for the frame that is the photo. To be asked for each frame in turn.
    /// - Parameter captured: as of `PictureFrame`.
    public mutating func admits(_ captured: Int64?) -> Bool {
        guard (captured ?? start) >= start else { return false }
        count += 1
        return count >= (captured == nil ? Self.untimed : Self.timed)
    }
}
