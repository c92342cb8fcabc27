/// The faults of the next frames, by command.
struct FrameFaults {
    enum Kind: String, CaseIterable {
        /// The frame ends after half of its bytes.
        case short
        /// The payload header reports an error (UVC 1.5, 2.4.3.2.2).
        case corrupt
        /// The frame is counted, but not sent.
        case drop
    }

    /// The number of frames that get each fault.
    var left: [Kind: Int] = [:]
    var isStopped = false

    /// True if the next frame has this fault; it uses up one of them.
    mutating func consume(_ kind: Kind) -> Bool {
        guard let count = left[kind], count > 0 else { return false }
        left[kind] = count - 1
        return true
    }
}
