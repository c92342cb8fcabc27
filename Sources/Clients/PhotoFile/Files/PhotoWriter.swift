import CPhotoFile

/// Writes a photo below a folder: it appears complete under its name, or not at all, also when the power is cut.
public enum PhotoWriter {
    /// The reason why there is no file.
    public struct Failure: Error, Equatable {
        /// The errno; 0: the path is not below the folder.
        public let error: Int32

        /// A word of Documentation/Photos.md.
        public var reason: StaticString {
            switch error {
            case 0, tapfocus_photo_crosses, tapfocus_photo_loops: "outside"
            case tapfocus_photo_no_space, tapfocus_photo_quota: "noSpace"
            case tapfocus_photo_read_only: "readOnly"
            case tapfocus_photo_denied, tapfocus_photo_not_permitted: "denied"
            case tapfocus_photo_nothing_there, tapfocus_photo_no_folder: "noFolder"
            default: "failed"
            }
        }
    }

    /// Writes a file.
    /// - Parameters:
    ///   - bytes: all of it.
    ///   - path: as the client has given it.
    ///   - root: the holder's folder, which is trusted: links in it are followed. Below it, none is.
    public static func write(
        _ bytes: UnsafeRawBufferPointer, to path: some Collection<UInt8>, below root: some Collection<UInt8>
    ) throws(Failure) {
        guard let path = PhotoPath(path, below: root) else { throw Failure(error: 0) }
        let folder = try open(path.folder, below: Array(root))
        defer { _ = tapfocus_photo_close(folder) }
        let (file, unfinished) = try create(in: folder)
        do throws(Failure) {
            try fill(file, with: bytes)
            try named(path.name) { name throws(Failure) in
                try named(unfinished) { unfinished throws(Failure) in
                    try check(tapfocus_photo_rename(folder, unfinished, name))
                }
            }
        } catch {
            try? named(unfinished) { name throws(Failure) in _ = tapfocus_photo_remove(folder, name) }
            throw error
        }
        // The name is there, and complete. An error here means that it may not outlive a power cut.
        try check(tapfocus_photo_synchronise(folder))
    }

    /// Makes an empty file that will grow, for a movie. It has its name at once, because a movie that a power cut ends is kept up to there.
    /// No file is replaced.
    /// - Parameters:
    ///   - path: as of `write`.
    ///   - root: as of `write`.
    ///   - space: with less free on the file system, in bytes, there is no file.
    /// - Returns: its descriptor, open for writing.
    public static func create(
        _ path: some Collection<UInt8>, below root: some Collection<UInt8>, leaving space: UInt64 = 0
    ) throws(Failure) -> Int32 {
        guard let path = PhotoPath(path, below: root) else { throw Failure(error: 0) }
        let folder = try open(path.folder, below: Array(root))
        defer { _ = tapfocus_photo_close(folder) }
        let free = tapfocus_photo_free_space(folder)
        guard free < 0 || UInt64(free) >= space else { throw Failure(error: tapfocus_photo_no_space) }
        let file = try named(path.name) { name throws(Failure) in try check(tapfocus_photo_create(folder, name)) }
        let synchronised = tapfocus_photo_synchronise(folder)
        if synchronised < 0 {
            try? named(path.name) { name throws(Failure) in tapfocus_photo_remove_file(folder, name, file) }
            _ = tapfocus_photo_close(file)
        }
        try check(synchronised)
        return file
    }

    /// Removes a file that `create` has made and nothing was written to, so that its name is free again. Another file of that name stays.
    public static func remove(_ file: Int32, _ path: some Collection<UInt8>, below root: some Collection<UInt8>) {
        guard let path = PhotoPath(path, below: root), let folder = try? open(path.folder, below: Array(root)) else {
            return
        }
        try? named(path.name) { name throws(Failure) in tapfocus_photo_remove_file(folder, name, file) }
        _ = tapfocus_photo_close(folder)
    }

    private static func fill(_ file: Int32, with bytes: UnsafeRawBufferPointer) throws(Failure) {
        let written = tapfocus_photo_write(file, bytes.baseAddress, bytes.count)
        let synchronised = written < 0 ? written : tapfocus_photo_synchronise(file)
        let closed = tapfocus_photo_close(file)
        try check(synchronised < 0 ? synchronised : closed)
    }

    @discardableResult
    private static func check(_ result: Int32) throws(Failure) -> Int32 {
        guard result >= 0 else { throw Failure(error: -result) }
        return result
    }

    /// Opens a folder below the holder's. Where the kernel lacks openat2, or a sandbox forbids it, it goes folder by folder.
    private static func open(_ folder: [UInt8], below root: [UInt8]) throws(Failure) -> Int32 {
        let top = try named(root) { name throws(Failure) in try check(tapfocus_photo_open_folder(name)) }
        guard !folder.isEmpty else { return top }
        defer { _ = tapfocus_photo_close(top) }
        let found = try named(folder) { name throws(Failure) in tapfocus_photo_open_beneath(top, name) }
        if found != -tapfocus_photo_not_known, found != -tapfocus_photo_not_permitted { return try check(found) }
        return try walk(folder, from: top)
    }

    private static func walk(_ folder: [UInt8], from top: Int32) throws(Failure) -> Int32 {
        var current = top
        for part in folder.split(separator: UInt8(ascii: "/")) {
            let next = try named(Array(part)) { name throws(Failure) in tapfocus_photo_open_step(current, name) }
            if current != top { _ = tapfocus_photo_close(current) }
            // With O_DIRECTORY a link is "not a folder" (open(2)).
            current = try check(next)
        }
        return current
    }

    /// Makes the file that becomes the photo. A name that is taken is that of another photo, or was left behind by a power cut.
    private static func create(in folder: Int32) throws(Failure) -> (file: Int32, name: [UInt8]) {
        for number in 0..<100 {
            var name = PhotoPath.unfinishedPrefix
            name += decimal(tapfocus_photo_process())
            name.append(UInt8(ascii: "-"))
            name += decimal(Int64(number))
            name += ".part".utf8
            let file = try named(name) { name throws(Failure) in tapfocus_photo_create(folder, name) }
            if file != -tapfocus_photo_exists { return (try check(file), name) }
        }
        throw Failure(error: tapfocus_photo_exists)
    }

    private static func decimal(_ number: Int64) -> [UInt8] {
        var digits: [UInt8] = []
        var rest = number
        repeat {
            digits.insert(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10), at: 0)
            rest /= 10
        } while rest > 0
        return digits
    }

    /// A C string of bytes that hold no 0.
    @discardableResult
    private static func named<Result>(
        _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        defer { text.deallocate() }
        for index in bytes.indices { text[index] = CChar(truncatingIfNeeded: bytes[index]) }
        text[bytes.count] = 0
        return try body(UnsafePointer(text))
    }
}
