import CSoup
import Glibc
import WebGateway

final class PageStore {
    /// The absolute path, without symbolic links.
    let folder: String
    private var kept: [PagePath: Page] = [:]
    private var keptBytes = 0

    /// Longer files are not served; 16 MiB.
    private static let longestFile = 1 << 24
    /// The limit of what is kept in memory; 64 MiB.
    private static let mostKept = 1 << 26

    /// - Throws: `Failure` if the folder cannot be read.
    init(folder: String) throws(Failure) {
        guard let resolved = realpath(folder, nil) else {
            throw .system("read the pages in \(folder)", remedy: "Name their folder (--pages).")
        }
        defer { free(resolved) }
        self.folder = String(cString: resolved)
        guard let entries = opendir(self.folder) else {
            throw .system("read the pages in \(folder)", remedy: "Name a folder that this user may read (--pages).")
        }
        closedir(entries)
    }

    /// No file can be opened, because as many are open as may be.
    struct TooManyOpenFiles: Error {
        /// EMFILE or ENFILE.
        var code: Int32
    }

    /// A file; nil if it is not there, cannot be read, or lies elsewhere (a symbolic link that leads out of the folder).
    func page(_ path: PagePath) throws(TooManyOpenFiles) -> Page? {
        let named = path.names.reduce(into: folder) { $0 += "/" + $1 }
        guard let resolved = realpath(named, nil) else { return nil }
        defer { free(resolved) }
        guard String(cString: resolved).utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8) else { return nil }
        // A FIFO must not make the server wait.
        let descriptor = open(resolved, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if [EMFILE, ENFILE].contains(errno) { throw TooManyOpenFiles(code: errno) }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= Self.longestFile
        else { return nil }
        let version = Page.Version(status)
        if let page = kept[path], page.version == version { return page }
        return Page(descriptor, version).map { keep($0, path) }
    }

    private func keep(_ page: Page, _ path: PagePath) -> Page {
        if let old = kept.removeValue(forKey: path) { keptBytes -= old.size }
        if keptBytes + page.size > Self.mostKept {
            kept.removeAll()
            keptBytes = 0
        }
        kept[path] = page
        keptBytes += page.size
        return page
    }
}

final class Page {
    /// Changes when the file does.
    struct Version: Equatable {
        private let numbers: [Int]

        init(_ status: stat) {
            numbers = [
                Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec,
                status.st_mtim.tv_nsec,
                status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ]
        }

        var size: Int { numbers[2] }
    }

    let version: Version
    let bytes: OpaquePointer
    let tag: EntityTag
    var size: Int { Int(g_bytes_get_size(bytes)) }

    /// Nil when the file cannot be read.
    fileprivate init?(_ descriptor: Int32, _ version: Version) {
        self.version = version
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: version.size, alignment: 16)
        defer { memory.deallocate() }
        var count = 0
        while count < memory.count {
            let result = read(descriptor, memory.baseAddress! + count, memory.count - count)
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { return nil }
            // The file has become shorter since its size was read.
            if result == 0 { break }
            count += result
        }
        let content = UnsafeRawBufferPointer(rebasing: memory[..<count])
        guard let bytes = g_bytes_new(content.baseAddress, gsize(content.count)) else { return nil }
        self.bytes = bytes
        tag = EntityTag(of: content)
    }

    deinit { g_bytes_unref(bytes) }
}
