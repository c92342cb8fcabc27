import Foundation
import Testing

@testable import PhotoFile

/// The file of a photo.
@Suite struct PhotoWriterTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "tapfocus-photo-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    /// The word of the failure; nil: the file is there.
    private func write(_ text: String, to path: String, below folder: String) -> String? {
        Array(text.utf8).withUnsafeBytes { bytes -> String? in
            do throws(PhotoWriter.Failure) {
                try PhotoWriter.write(bytes, to: path.utf8, below: folder.utf8)
                return nil
            } catch {
                return error.reason.description
            }
        }
    }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test("A photo is there under its name, whole, and nothing else is")
    func written() throws {
        try withFolder { folder in
            #expect(write("first", to: "near.jpg", below: folder) == nil)
            #expect(try String(contentsOfFile: folder + "/near.jpg", encoding: .utf8) == "first")
            #expect(write("second", to: folder + "/near.jpg", below: folder) == nil)
            #expect(try String(contentsOfFile: folder + "/near.jpg", encoding: .utf8) == "second")
            #expect(try names(in: folder) == ["near.jpg"])
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/near.jpg")[.posixPermissions]
            #expect(try #require(mode as? Int) & 0o137 == 0)
        }
    }

    private static func create(_ path: String, in folder: String, leaving space: UInt64 = 0) -> String? {
        do throws(PhotoWriter.Failure) {
            close(try PhotoWriter.create(path.utf8, below: folder.utf8, leaving: space))
            return nil
        } catch {
            return error.error == EEXIST ? "exists" : error.reason.description
        }
    }

    @Test("A movie's file is there at once, replaces nothing, and is not made where too little is free")
    func growing() throws {
        try withFolder { folder in
            #expect(Self.create("visit.mkv", in: folder) == nil)
            #expect(Self.create("visit.mkv", in: folder) == "exists")
            #expect(Self.create("../visit.mkv", in: folder) == "outside")
            #expect(Self.create("full.mkv", in: folder, leaving: .max) == "noSpace")
            let there = try names(in: folder)
            #expect(there == ["visit.mkv"])
        }
    }

    @Test("A movie's file without a frame is removed, and another one that has its name stays")
    func empty() throws {
        try withFolder { folder in
            let path = folder + "/visit.mkv"
            let first = try PhotoWriter.create("visit.mkv".utf8, below: folder.utf8)
            PhotoWriter.remove(first, "visit.mkv".utf8, below: folder.utf8)
            #expect(try names(in: folder).isEmpty)
            let second = try PhotoWriter.create("visit.mkv".utf8, below: folder.utf8)
            try FileManager.default.moveItem(atPath: path, toPath: folder + "/moved.mkv")
            try "other".write(toFile: path, atomically: false, encoding: .utf8)
            PhotoWriter.remove(second, "visit.mkv".utf8, below: folder.utf8)
            #expect(try names(in: folder) == ["moved.mkv", "visit.mkv"])
            close(first)
            close(second)
        }
    }

    @Test("A folder below is used if it is there, and not made")
    func folders() throws {
        try withFolder { folder in
            #expect(write("x", to: "today/near.jpg", below: folder) == "noFolder")
            try FileManager.default.createDirectory(atPath: folder + "/today", withIntermediateDirectories: false)
            #expect(write("x", to: "today/near.jpg", below: folder) == nil)
            #expect(try names(in: folder + "/today") == ["near.jpg"])
            #expect(write("x", to: "near.jpg", below: folder + "/gone") == "noFolder")
        }
    }

    @Test("No path and no link leads out of the folder")
    func outside() throws {
        try withFolder { folder in
            let inner = folder + "/photos"
            try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: inner + "/out", withDestinationPath: folder)
            try FileManager.default.createSymbolicLink(atPath: inner + "/up", withDestinationPath: "..")
            #expect(write("x", to: "../near.jpg", below: inner) == "outside")
            #expect(write("x", to: folder + "/near.jpg", below: inner) == "outside")
            // openat2 says ELOOP, the walk folder by folder ENOTDIR: both are no photo.
            #expect(write("x", to: "out/near.jpg", below: inner) != nil)
            #expect(write("x", to: "up/near.jpg", below: inner) != nil)
            #expect(try names(in: folder) == ["photos"])
            #expect(try names(in: inner) == ["out", "up"])
        }
    }

    @Test("A link under the photo's own name is replaced, and what it leads to stays")
    func link() throws {
        try withFolder { folder in
            try "kept".write(toFile: folder + "/other", atomically: false, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/near.jpg", withDestinationPath: folder + "/other")
            #expect(write("photo", to: "near.jpg", below: folder) == nil)
            #expect(try String(contentsOfFile: folder + "/other", encoding: .utf8) == "kept")
            #expect(try String(contentsOfFile: folder + "/near.jpg", encoding: .utf8) == "photo")
        }
    }

    @Test("Where it cannot be written, nothing is left behind, and an earlier photo stays")
    func failures() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/near.jpg", withIntermediateDirectories: false)
            #expect(write("x", to: "near.jpg", below: folder) == "failed")
            #expect(try names(in: folder) == ["near.jpg"])
            // /dev/full is no folder; a full disk needs a file system of its own (Tests/Scripts/photo-test).
            #expect(write("x", to: "near.jpg", below: "/dev/full") == "noFolder")
        }
    }

    @Test("Parts that a power cut has left behind are not in the way")
    func leftovers() throws {
        try withFolder { folder in
            for number in 0..<3 {
                let name = "\(folder)/.tapfocus-\(ProcessInfo.processInfo.processIdentifier)-\(number).part"
                try "half".write(toFile: name, atomically: false, encoding: .utf8)
            }
            #expect(write("whole", to: "near.jpg", below: folder) == nil)
            #expect(try names(in: folder).count == 4)
        }
    }
}
