/// A line of a trace, as it was read.
public struct TraceLine {
    /// Counted from 1.
    public var number: Int
    /// Without the line feed.
    public var bytes: UnsafeRawBufferPointer
    /// True if a line feed ended it; only the last line of a file may lack one.
    public var isComplete: Bool
    /// True if it is longer than any of ours; its bytes are then its beginning, and the next line is the rest.
    public var isTooLong = false

    /// No line that we write comes near: a camera's description has some 2 KiB.
    public static let longest = 1 << 20

    public init(number: Int, bytes: UnsafeRawBufferPointer, isComplete: Bool) {
        self.number = number
        self.bytes = bytes
        self.isComplete = isComplete
    }
}
