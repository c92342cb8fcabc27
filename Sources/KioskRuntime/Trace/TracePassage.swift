import LinuxDevices

/// The way of a trace's lines to its file.
final class TracePassage {
    var file: FileWriter
    /// True while lines are dropped, because the file takes none.
    var isPaused = false
    /// True while lines are kept here instead of being passed on.
    var isHeld = false
    var held: [UInt8] = []
    /// The number of bytes that were passed on since this was last set.
    var count: Int64 = 0

    init(_ file: FileWriter) { self.file = file }

    func pass(_ bytes: borrowing [UInt8]) throws(FileWriter.Failure) {
        guard !isHeld else { return held.append(contentsOf: copy bytes) }
        guard !isPaused else { return }
        count += Int64(bytes.count)
        try file.write(bytes)
    }
}
