import Glibc

/// Finds the snapshot at which a reader begins that wants to see a certain moment of a long trace.
public enum SnapshotSearch {
    /// A snapshot and its place.
    public struct Place: Sendable {
        public var snapshot: TraceSnapshot
        /// The place of its line in the file, in bytes.
        public var offset: Int
    }

    /// Recorders take a snapshot much more often than this, in bytes. A part of this length without one ends the search there, so a
    /// trace without snapshots costs little.
    private static let longestPart = 32 << 20
    /// A part of this length is read line by line.
    private static let shortestPart = 1 << 20

    /// The last snapshot that is early enough, found by bisection over the file's bytes; nil if there is none, or the file cannot be
    /// read in any order.
    /// - Parameter isEarlyEnough: true for the snapshots up to the wanted moment, false for all after them.
    public static func last(
        in path: String, where isEarlyEnough: (TraceSnapshot) -> Bool
    ) throws(TraceFileError) -> Place? {
        guard let size = size(of: path) else { return nil }
        var found: Place?
        var low = 0
        var high = size
        while low < high {
            let middle = high - low > shortestPart ? low + (high - low) / 2 : low
            guard let place = try first(in: path, from: middle, to: high), isEarlyEnough(place.snapshot) else {
                high = middle
                continue
            }
            found = place
            low = place.offset + 1
        }
        return found
    }

    /// The first snapshot whose line begins in this part of the file.
    private static func first(in path: String, from start: Int, to end: Int) throws(TraceFileError) -> Place? {
        let reader = try LineReader(path: path, from: max(start - 1, 0))
        // The rest of a line that began before: empty if a line begins here.
        if start > 0 { _ = try reader.next() }
        let end = min(end, start + longestPart)
        while reader.offset < end {
            let offset = reader.offset
            guard let line = try reader.next() else { return nil }
            if let snapshot = TraceSnapshot(line) { return Place(snapshot: snapshot, offset: offset) }
        }
        return nil
    }

    /// Nil for a pipe.
    private static func size(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}
