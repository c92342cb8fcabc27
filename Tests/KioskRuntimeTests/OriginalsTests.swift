import FocusCore
import Foundation
import Glibc
import SimulatedDevices
import Testing

@testable import KioskRuntime
@testable import LinuxDevices

/// The files that keep a camera's originals during a crash.
@Suite(.againstHanging) struct OriginalsTests {
    private static let identity = CameraIdentity(
        path: "/dev/video0", name: "Lab Camera", driver: "uvcvideo", busInfo: "usb-0000:00:14.0-1", usbID: "1209:0001",
        serial: "A/../7")
    private static let controls = [
        RememberedOriginal(id: .focusAuto, original: .integer(1), written: .integer(0)),
        RememberedOriginal(id: .exposureAbsolute, original: .integer(.min), written: .integer(.max)),
        RememberedOriginal(
            id: .regionRectangle, original: .rectangle(PixelRectangle(left: 0, top: 0, width: 1280, height: 720)),
            written: .rectangle(PixelRectangle(left: -1, top: 2, width: .max, height: .min))),
    ]

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private static func list(_ controls: [RememberedOriginal]) -> RememberedOriginals {
        var list = RememberedOriginals()
        for control in controls { list.append(control) }
        return list
    }

    private func keeper(_ folder: String) throws -> OriginalsKeeper {
        // The limit is long: a test that waits for the processor must not look like a slow disk.
        let keeper = try OriginalsKeeper(folder: folder, patience: .seconds(300))
        keeper.begin(Self.identity, [])
        return keeper
    }

    @Test("Kept originals are read back unchanged, and their file is removed when all are restored")
    func roundTrip() throws {
        try withFolder { folder in
            let state = folder + "/a/b"
            let first = try keeper(state)
            first.keep(Self.list(Self.controls))
            first.finish()
            #expect(try FileManager.default.contentsOfDirectory(atPath: state).count == 1)
            let second = try keeper(state)
            let remembered = second.remembered(Self.identity)
            #expect(remembered == Self.controls)
            second.begin(Self.identity, remembered)
            second.keep(Self.list(Self.controls))
            second.finish()
            #expect(second.remembered(Self.identity) == Self.controls)
            second.keep(RememberedOriginals())
            second.finish()
            #expect(try FileManager.default.contentsOfDirectory(atPath: state).isEmpty)
            #expect(second.remembered(Self.identity).isEmpty && second.takeSentences().isEmpty)
        }
    }

    @Test("Each camera has a file of its own, with a name that is safe")
    func names() {
        var identities = [Self.identity]
        for change in 0..<6 {
            var other = Self.identity
            switch change {
            case 0: other.busInfo += "0"
            case 1: other.usbID = nil
            case 2: other.usbID = ""
            case 3: other.serial = String(repeating: "\u{e9}/", count: 500)
            case 4: other.serial = nil
            default: other.name = "Lab Camera: infrared"
            }
            identities.append(other)
        }
        let names = identities.map { CameraKey($0).fileName }
        #expect(Set(names).count == names.count)
        for name in names { #expect(name.wholeMatch(of: /originals-[A-Za-z0-9._-]{1,200}\.json/) != nil, "\(name)") }
        var elsewhere = Self.identity
        elsewhere.path = "/dev/video9"
        #expect(CameraKey(elsewhere).fileName == names[0], "the number of its node does not matter")
    }

    @Test("A file that is broken in any way is ignored and announced, and never traps")
    func fuzz() throws {
        let bytes = OriginalsFile(camera: CameraKey(Self.identity), controls: Self.controls).bytes
        #expect(try OriginalsFile(bytes).controls == Self.controls)
        for length in 0..<(bytes.count - 1) {
            #expect(throws: OriginalsFile.Fault.self) { try OriginalsFile(Array(bytes.prefix(length))) }
        }
        var random = SplitMix64(seed: 8)
        for _ in 0..<3000 {
            var mutated = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<mutated.count, using: &random)
                mutated[index] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? OriginalsFile(mutated)
        }
    }

    @Test(
        "A file that cannot be used is announced with its path and the reason",
        arguments: [
            ("{}", "not a file of"), ("", "not a file of"), ("[1]", "not a file of"),
            ("{\"version\":2,\"camera\":{\"bus\":\"\",\"name\":\"\"},\"controls\":[]}", "version 2"),
            ("{\"version\":1,\"camera\":{\"bus\":\"\",\"name\":\"\"},\"controls\":[]}", "another camera's"),
            (String(repeating: " ", count: 70_000), "64 KiB"),
        ])
    func unusable(text: String, words: String) throws {
        try withFolder { folder in
            let path = "\(folder)/\(CameraKey(Self.identity).fileName)"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let keeper = try keeper(folder)
            #expect(keeper.remembered(Self.identity).isEmpty)
            let sentences = keeper.takeSentences()
            #expect(sentences.count == 1)
            #expect(sentences.first?.contains(path) == true && sentences.first?.contains(words) == true)
            #expect(keeper.takeSentences().isEmpty)
        }
    }

    @Test(
        "A folder that cannot be written is announced once, without other effects; a file is the old or the new one",
        arguments: ["open", "write", "fsync", "rename"], [EACCES, ENOSPC, EIO, EROFS])
    func unwritable(call: String, errno: Int32) throws {
        try withFolder { folder in
            let keeper = try keeper(folder)
            keeper.keep(Self.list([Self.controls[0]]))
            keeper.finish()
            for round in 0..<2 {
                Interposition.with(Failure(call, errno)) {
                    keeper.keep(Self.list(Array(Self.controls.prefix(2 + round))))
                    keeper.finish()
                }
                #expect(keeper.takeSentences().count == (round == 0 ? 1 : 0))
                #expect(keeper.remembered(Self.identity).count >= 1)
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder).count == 1, "nothing half-done is left")
            }
        }
    }

    @Test("A failure that returns after a success is announced again; removing a file does not count as a success")
    func failsAgain() throws {
        try withFolder { folder in
            let keeper = try keeper(folder)
            var count = 0
            func keep(_ controls: [RememberedOriginal], _ errno: Int32? = nil) -> Int {
                Interposition.with(errno.map { Failure("write", $0) }) {
                    keeper.keep(Self.list(controls))
                    keeper.finish()
                }
                let sentences = keeper.takeSentences()
                count += sentences.count
                return sentences.count
            }
            let (one, two) = ([Self.controls[0]], Array(Self.controls.prefix(2)))
            #expect(keep(one, ENOSPC) == 1)
            #expect(keep([]) == 0 && keep(one, ENOSPC) == 0, "the disk is still full")
            #expect(keep(two) == 0 && keep(one, ENOSPC) == 1 && keep(two, EIO) == 0)
            #expect(count == 2)
        }
    }

    @Test(
        "A camera that leaves and returns before the disk is done gets the newest originals; none if all are restored"
    )
    func returnsAtOnce() throws {
        try withFolder { folder in
            let disk = StalledDisk()
            defer { disk.goOn() }
            let keeper = try keeper(folder)
            let (one, two) = ([Self.controls[0]], Array(Self.controls.prefix(2)))
            keeper.keep(Self.list(one))
            keeper.finish()
            Interposition.with(disk) { keeper.keep(Self.list(two)) }
            // Its contents are being written now.
            disk.awaitWrite()
            #expect(keeper.remembered(Self.identity) == two)
            keeper.keep(Self.list(Self.controls))
            #expect(keeper.remembered(Self.identity) == Self.controls)
            keeper.keep(RememberedOriginals())
            #expect(keeper.remembered(Self.identity).isEmpty && keeper.takeSentences().isEmpty)
            disk.goOn()
            keeper.finish()
            #expect(keeper.remembered(Self.identity).isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("Originals that could not be written are still known while the program runs")
    func knownAlthoughUnwritten() throws {
        try withFolder { folder in
            let keeper = try keeper(folder)
            Interposition.with(Failure("write", ENOSPC)) {
                keeper.keep(Self.list(Self.controls))
                keeper.finish()
            }
            #expect(keeper.remembered(Self.identity) == Self.controls)
        }
    }

    @Test("An end that gives up waiting for the disk says so")
    func late() throws {
        try withFolder { folder in
            let disk = StalledDisk()
            let keeper = try OriginalsKeeper(folder: folder, patience: .milliseconds(1))
            keeper.begin(Self.identity, [])
            Interposition.with(disk) { keeper.keep(Self.list(Self.controls)) }
            keeper.finish()
            let sentences = keeper.takeSentences()
            #expect(sentences.count == 1 && sentences.first?.contains("in \(folder): the disk is too slow.") == true)
            disk.goOn()
            #expect(keeper.takeSentences().isEmpty)
        }
    }

    @Test("A failing poll does not shorten the wait for the disk")
    func waiting() throws {
        try withFolder { folder in
            let disk = StalledDisk()
            let failing = Failure("poll", ENOMEM)
            let writer = try OriginalsFolder(folder)
            Interposition.with(disk) {
                writer.put("a") { [1] }
                writer.start()
            }
            let finished = Thread.results { Interposition.with(failing) { writer.finish(within: .seconds(300)) } }
            for _ in 0..<30_000 where !failing.isUsedUp { usleep(10_000) }
            #expect(failing.isUsedUp)
            disk.goOn()
            #expect(finished() == true)
        }
    }

    @Test("Short writes and interrupted calls lose nothing")
    func shortWrites() throws {
        try withFolder { folder in
            let keeper = try keeper(folder)
            Interposition.with(Failure("write", EINTR, times: 3)) {
                keeper.keep(Self.list(Self.controls))
                keeper.finish()
            }
            #expect(keeper.remembered(Self.identity) == Self.controls && keeper.takeSentences().isEmpty)
        }
    }

    @Test("A disk that stalls delays nothing, and afterwards only the newest contents are written")
    func stalled() throws {
        try withFolder { folder in
            let disk = StalledDisk()
            let writer = try OriginalsFolder(folder)
            Interposition.with(disk) {
                for number in 0...9 {
                    writer.put("a") { [UInt8(number)] }
                    writer.start()
                }
                #expect(!writer.finish(within: .milliseconds(1)))
                disk.goOn()
                #expect(writer.finish(within: .seconds(30)))
            }
            #expect(try StateFile.read(folder + "/a", longest: 9) == [9])
            #expect(disk.count <= 2)
        }
    }

    @Test(
        "The folder is systemd's, else the user's for states",
        arguments: [
            (["STATE_DIRECTORY": "/var/lib/tapfocus:/var/lib/more", "HOME": "/h"], "/var/lib/tapfocus"),
            (["STATE_DIRECTORY": "", "XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/tapfocus"),
            (["STATE_DIRECTORY": "relative", "XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/tapfocus"),
            ([:], "/home/k/.local/state/tapfocus"),
        ])
    func folder(environment: [String: String], folder: String) {
        #expect(StateFolder.standard(environment, home: "/home/k") == folder)
        #expect(StateFolder.standard([:], home: nil) == nil)
    }
}

/// A disk whose first fsync lasts until the test ends it.
private final class StalledDisk: SystemCallInterposer {
    private let gate = DispatchSemaphore(value: 0)
    private let hasStalled = DispatchSemaphore(value: 0)
    private let renames = Locked(0)

    var count: Int { renames.withLock { $0 } }

    func goOn() { gate.signal() }

    func awaitWrite() { hasStalled.wait() }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        if call.name == "rename" { renames.withLock { $0 += 1 } }
        guard call.name == "fsync" else { return nil }
        hasStalled.signal()
        gate.wait()
        gate.signal()
        return nil
    }
}
