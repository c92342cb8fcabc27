/// What goes wrong with the next frames, because somebody has told the camera so.
struct FrameFaults {
    enum Kind: String, CaseIterable {
        /// The frame ends after half of its bytes.
        case short
        /// The payload header says that something went wrong (UVC 1.5, 2.4.3.2.2).
        case corrupt
        /// The frame is counted, and nothing of it is sent.
        case drop
    }

    private var left: [Kind: Int] = [:]
    /// No frame at all, until it is told to go on.
    var isStopped = false

    mutating func ask(_ kind: Kind, frames: Int) {
        left[kind] = frames
    }

    /// Whether the next frame has this fault; there is one fewer then.
    mutating func take(_ kind: Kind) -> Bool {
        guard let count = left[kind], count > 0 else { return false }
        left[kind] = count - 1
        return true
    }
}
