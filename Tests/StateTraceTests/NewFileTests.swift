import Foundation
import StateTrace
import Testing

@Suite struct NewFileTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "tf-new-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    @Test("A file has its name only once it is complete, and replaces an older one then")
    func appears() throws {
        try inFolder { folder in
            try Data("old".utf8).write(to: URL(fileURLWithPath: "\(folder)/f"))
            let file = try NewFile(path: "\(folder)/f")
            let bytes = Array(repeating: UInt8(ascii: "x"), count: 300_000)
            try file.write(bytes)
            #expect(try String(contentsOfFile: "\(folder)/f", encoding: .utf8) == "old")
            try file.finish()
            #expect(try names(folder) == ["f"])
            #expect(try Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/f"))) == bytes)
        }
    }

    @Test(
        "A file takes over the mode of the one that it replaces; a new one has the usual mode",
        arguments: [0o600, 0o664, 0o444])
    func mode(_ mode: Int) throws {
        try inFolder { folder in
            func status(_ name: String) -> (mode: UInt32, owner: UInt32, group: UInt32) {
                var found = stat()
                #expect(lstat("\(folder)/\(name)", &found) == 0)
                return (found.st_mode & 0o7777, found.st_uid, found.st_gid)
            }
            try Data("old".utf8).write(to: URL(fileURLWithPath: "\(folder)/f"))
            #expect(chmod("\(folder)/f", mode_t(mode)) == 0 && symlink("f", "\(folder)/link") == 0)
            // Only root may give files away.
            let isRoot = geteuid() == 0
            if isRoot { #expect(chown("\(folder)/f", 4321, 8765) == 0) }
            for name in ["f", "link"] {
                try NewFile.write([7], to: "\(folder)/\(name)")
                let found = status("f")
                #expect(found.mode == UInt32(mode))
                if isRoot { #expect(found.owner == 4321 && found.group == 8765) }
            }
            let mask = umask(0)
            umask(mask)
            try NewFile.write([7], to: "\(folder)/new")
            #expect(status("new").mode == 0o644 & ~mask)
        }
    }

    @Test("Nothing is left of a file that is never completed")
    func vanishes() throws {
        try inFolder { folder in
            do {
                let file = try NewFile(path: "\(folder)/f")
                try file.write(Array("half".utf8))
            }
            #expect(try names(folder).isEmpty)
        }
    }

    @Test("A symbolic link stays a link; a link to a file without a name is written directly")
    func links() throws {
        try inFolder { folder in
            try Data("old".utf8).write(to: URL(fileURLWithPath: "\(folder)/f"))
            #expect(symlink("f", "\(folder)/link") == 0 && symlink("none", "\(folder)/dangling") == 0)
            for (link, name) in [("link", "f"), ("dangling", "none")] {
                let file = try NewFile(path: "\(folder)/\(link)")
                try file.write(Array("new".utf8))
                try file.finish()
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(link)") == name)
                #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == "new")
            }
            #expect(try names(folder).sorted() == ["dangling", "f", "link", "none"])
            let descriptor = open("\(folder)/gone", O_RDWR | O_CREAT, 0o600)
            defer { close(descriptor) }
            unlink("\(folder)/gone")
            let file = try NewFile(path: "/proc/self/fd/\(descriptor)")
            try file.write([7, 8])
            try file.finish()
            #expect(lseek(descriptor, 0, SEEK_END) == 2)
        }
    }

    @Test("A device is written directly, and its errors are told")
    func device() throws {
        let sink = try NewFile(path: "/dev/null")
        try sink.write([1, 2, 3])
        try sink.finish()
        let full = try NewFile(path: "/dev/full")
        try full.write([1])
        let error = #expect(throws: TraceFileError.self) { try full.finish() }
        #expect(error?.description == "cannot write /dev/full: No space left on device. Make room on the disk.")
    }

    @Test("A folder that does not exist, and a path that is a folder, are told")
    func folders() throws {
        try inFolder { folder in
            for (path, answer) in [("\(folder)/none/f", "No such file or directory"), (folder, "Is a directory")] {
                let error = #expect(throws: TraceFileError.self) { _ = try NewFile(path: path) }
                #expect(error?.description.hasPrefix("cannot create \(path): \(answer).") == true)
            }
        }
    }
}
