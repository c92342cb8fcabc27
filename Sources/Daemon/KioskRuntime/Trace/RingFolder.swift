import Glibc
import LinuxDevices
import StateTrace

struct RingFolder: Sendable {
    let ring: TraceRing

    /// A file that is empty for so long is not being begun any more, in seconds.
    private static let beginning = 60.0

    /// Keeps other processes from writing into a folder until it is released (flock): they would remove each other's files.
    final class Lock {
        private let descriptor: Int32

        init(_ folder: String) throws(SystemError) {
            descriptor = try Kernel.call("open") { Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            // A file system without locks does not prevent recording.
            guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
            close(descriptor)
            throw SystemError(EWOULDBLOCK)
        }

        deinit { close(descriptor) }
    }

    /// Makes sure that files can be written into the folder, and creates it if it is missing.
    /// - Parameter removesSurplus: whether the files that are too old or too much are removed; false: `openNext` follows, and does so.
    func prepare(removesSurplus: Bool = true) throws(TraceFileError) -> Lock {
        do throws(SystemError) {
            try StateFile.makeFolder(ring.folder, mode: 0o750)
            try Kernel.call("access") { access(ring.folder, R_OK | W_OK | X_OK) }
            let lock = try Lock(ring.folder)
            if removesSurplus { removeSurplus(of: try files()) }
            return lock
        } catch {
            throw TraceFileError(attempt: "write traces into the folder", path: ring.folder, code: error.code)
        }
    }

    private func removeSurplus(of files: [RingFile]) {
        // A file that cannot be removed is tried again before the next one.
        let time = TimeOfDay.now
        let now = Double(time.seconds) + Double(time.nanoseconds) / 1e9
        for file in ring.surplus(of: files, now: now) { unlink(path(file.name)) }
        // A full disk leaves empty files. A young empty file may belong to a program that has just begun it.
        for file in files where file.size == 0 && now - file.written > Self.beginning { unlink(path(file.name)) }
    }

    /// Removes the files that are too old or too much, and opens another one, which the caller closes.
    func openNext() throws(SystemError) -> Int32 {
        let files = try files()
        removeSurplus(of: files)
        var number = (files.map(\.number).max() ?? 0) &+ 1
        while true {
            do throws(SystemError) {
                return try open(RingFile.name(number: number, begun: .now))
            } catch {
                // Another program began a file at the same moment.
                guard error.code == EEXIST else { throw error }
                number &+= 1
            }
        }
    }

    private func open(_ name: String) throws(SystemError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let descriptor = try Kernel.call("open") { Glibc.open(path(name), flags, 0o640) }
        // So that a power cut does not lose the name of a file whose lines were stored.
        try? StateFile.synchronize(ring.folder)
        return descriptor
    }

    /// - Throws: EIO if the folder cannot be read. Without its files the numbers would start again from the beginning.
    private func files() throws(SystemError) -> [RingFile] {
        guard let names = Folder.names(in: ring.folder) else { throw SystemError(EIO) }
        return names.compactMap { name in
            var status = stat()
            guard lstat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            let written = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
            return RingFile(name: name, size: Int64(status.st_size), written: written)
        }
    }

    private func path(_ name: String) -> String { "\(ring.folder)/\(name)" }
}
