/// The path of a photo below the holder's folder, in two parts: its folder, and its name there.
public struct PhotoPath: Equatable {
    /// From the holder's folder, without a slash at either end; empty: that folder itself.
    public let folder: [UInt8]
    /// Of the file; it has no slash.
    public let name: [UInt8]

    /// In bytes, as Linux has it.
    private static let longestName = 255
    private static let slash = UInt8(ascii: "/")

    /// Reads a path that a client has given.
    /// - Parameters:
    ///   - path: relative to the folder, or absolute and below it.
    ///   - root: the holder's folder.
    /// - Returns: nil if it is not below the folder, or names no file.
    public init?(_ path: some Collection<UInt8>, below root: some Collection<UInt8>) {
        var path = Array(path)
        if path.first == Self.slash {
            var prefix = Array(root)
            while prefix.last == Self.slash { prefix.removeLast() }
            guard path.count > prefix.count + 1, path.starts(with: prefix), path[prefix.count] == Self.slash else {
                return nil
            }
            path.removeFirst(prefix.count + 1)
        }
        guard !path.contains(0), path.last != Self.slash else { return nil }
        var parts: [[UInt8]] = []
        var endsInDot = false
        for part in path.split(separator: Self.slash) {
            // A single dot is the folder itself.
            endsInDot = part.elementsEqual(".".utf8)
            if endsInDot { continue }
            guard !part.elementsEqual("..".utf8), part.count <= Self.longestName else { return nil }
            parts.append(Array(part))
        }
        guard !endsInDot, let last = parts.popLast() else { return nil }
        // Names that begin so are those of files that are not complete yet.
        guard !last.starts(with: Self.unfinishedPrefix) else { return nil }
        name = last
        var folder: [UInt8] = []
        for part in parts {
            if !folder.isEmpty { folder.append(Self.slash) }
            folder += part
        }
        self.folder = folder
    }

    static var unfinishedPrefix: [UInt8] { Array(".tapfocus-".utf8) }
}
