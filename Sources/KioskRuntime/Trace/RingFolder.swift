import Foundation
import Glibc
import LinuxDevices
import StateTrace

/// The folder of a ring of traces.
struct RingFolder: Sendable {
    let ring: TraceRing

    /// Makes sure that files can be written into the folder, and creates it if it is missing.
    func prepare() throws(TraceFileError) {
        do throws(SystemError) {
            try StateFile.makeFolder(ring.folder, mode: 0o750)
            try StateFile.call("access") { access(ring.folder, R_OK | W_OK | X_OK) }
        } catch {
            throw TraceFileError(attempt: "write traces into the folder", path: ring.folder, code: error.code)
        }
    }

    /// Removes the files that are too old or too much, and opens another one. Returns its descriptor, which the caller
    /// closes.
    func openNext() throws(SystemError) -> Int32 {
        let files = files()
        // A file that cannot be removed is tried again before the next one.
        for file in ring.surplus(of: files, now: Date().timeIntervalSince1970) { unlink(path(file.name)) }
        var number = (files.map(\.number).max() ?? 0) &+ 1
        while true {
            do throws(SystemError) {
                return try open(RingFile.name(number: number, begun: Date()))
            } catch {
                // Another program began a file at the same moment.
                guard error.code == EEXIST else { throw error }
                number &+= 1
            }
        }
    }

    private func open(_ name: String) throws(SystemError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let descriptor = try StateFile.call("open") { Glibc.open(path(name), flags, 0o640) }
        // So that a power cut does not lose the name of a file whose lines were stored.
        try? StateFile.synchronize(ring.folder)
        return descriptor
    }

    private func files() -> [RingFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: ring.folder)) ?? []
        return names.compactMap { name in
            var status = stat()
            guard lstat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            let written = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
            return RingFile(name: name, size: Int64(status.st_size), written: written)
        }
    }

    private func path(_ name: String) -> String { "\(ring.folder)/\(name)" }
}
