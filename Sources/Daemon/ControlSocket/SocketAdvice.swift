import Glibc

/// Advice for a person whose socket cannot be used: it looks at the environment and at the other usual paths.
package struct SocketAdvice {
    /// A file or a folder, as the system tells of it.
    package struct File: Equatable, Sendable {
        package var owner: UInt32
        package var isSocket = true
        /// True if this user may connect to it.
        package var isUsable = true
    }

    private let surroundings: SocketSurroundings
    private let look: (String) -> File?

    /// - Parameter look: returns the file at a path, or nil if it does not exist or cannot be seen.
    package init(_ surroundings: SocketSurroundings, look: @escaping (String) -> File?) {
        self.surroundings = surroundings
        self.look = look
    }

    /// For this process.
    package static var present: SocketAdvice { SocketAdvice(.present, look: file) }

    /// Sentences; nil: the error's own remedy is all that can be said.
    package func words(for error: SocketError) -> String? {
        switch error.code {
        case EACCES, EPERM: wordsAboutRuntimeFolder(error)
        case ENOENT, ECONNREFUSED: error.attempt == SocketError.reaching ? wordsAboutOthers(error) : nil
        default: nil
        }
    }

    /// `su` and `sudo -u` keep the variable of the user who called them.
    private func wordsAboutRuntimeFolder(_ error: SocketError) -> String? {
        guard error.owner == nil, let folder = surroundings.runtimeFolder, error.path == surroundings.runtimePath,
            let owner = look(folder)?.owner, owner != surroundings.user
        else { return nil }
        return "XDG_RUNTIME_DIR names another user's folder: unset it, or choose another path (--socket PATH)."
    }

    private func wordsAboutOthers(_ error: SocketError) -> String? {
        guard error.path == surroundings.standard.path else { return nil }
        for path in surroundings.otherPaths {
            guard let file = look(path), file.isSocket, isBelievable(file, path) else { continue }
            let group = file.isUsable ? "" : ", as its user, or as a user in its group"
            return "One is at \(path): use --socket \(path)\(group)."
        }
        return nil
    }

    /// A file in /run can be believed, because only root creates folders there. Any user can create a file in a temporary folder.
    private func isBelievable(_ file: File, _ path: String) -> Bool {
        path.hasPrefix("/run/") || surroundings.trusts(file.owner)
    }

    private static func file(at path: String) -> File? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return File(
            owner: status.st_uid, isSocket: status.st_mode & S_IFMT == S_IFSOCK, isUsable: access(path, W_OK) == 0)
    }
}
