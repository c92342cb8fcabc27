import FocusCore
import Foundation
import Glibc
import SimulatedDevices
import Testing

@testable import KioskRuntime
@testable import LinuxDevices

/// The lamp that clients switch.
@Suite(.serialized) struct LampTests {
    /// A lamp of the LED class, with 200 steps.
    private final class FakeLED: SystemCallInterposer, @unchecked Sendable {
        static let name = "white:flash"
        private static let folder = "/sys/class/leds/\(name)/"
        /// The errno of every opening for a write; 0: it opens.
        var errno: Int32 = 0
        var isForeign = false
        var brightness: String
        private(set) var writes: [String] = []
        private var files: [Int32: String] = [:]

        init(brightness: String = "3") { self.brightness = brightness }

        func answer(_ call: SystemCall) -> SystemCallAnswer? {
            switch call {
            case .access(let path, _) where path.hasPrefix(Self.folder):
                return isForeign ? .failed(errno: EACCES) : .returned(0)
            case .open(let path, let flags) where path.hasPrefix(Self.folder):
                if errno != 0, flags & O_WRONLY != 0 { return .failed(errno: errno) }
                let fd = Glibc.open("/dev/null", O_RDWR)
                files[fd] = String(path.dropFirst(Self.folder.count))
                return .returned(Int(fd))
            case .read(let fd, let bytes, _):
                guard let file = files[fd] else { return nil }
                let text = Array((file == "max_brightness" ? "200\n" : "\(brightness)\n").utf8)
                bytes.copyMemory(from: text, byteCount: text.count)
                return .returned(text.count)
            case .write(let fd, let bytes, let count):
                guard files[fd] != nil else { return nil }
                let written = UnsafeRawBufferPointer(start: bytes, count: count)
                brightness = String(decoding: written.dropLast(), as: UTF8.self)
                writes.append(brightness)
                return .returned(count)
            case .close(let fd):
                files[fd] = nil
                return nil
            default:
                return nil
            }
        }
    }

    private func slot(_ note: LampNote? = nil) -> LampSlot {
        LampSlot(selection: .automatic, note: note) { (_) throws(DeviceError) in try Lamp(FakeLED.name) }
    }

    @Test("Automatic takes the only torch, else the only flash, and never another LED")
    func choice() throws {
        let leds = ["input3::capslock", "white:flash", "white:torch", "disk"]
        #expect(try Lamp.choice(.automatic, among: leds) == "white:torch")
        #expect(try Lamp.choice(.automatic, among: ["input3::capslock", "white:flash"]) == "white:flash")
        #expect(try Lamp.choice(.name("DISK"), among: leds) == "disk")
        #expect(try Lamp.choice(.path("/sys/class/leds/white:flash"), among: leds) == "white:flash")
        for (selection, words) in [
            (DeviceSelection.automatic, "none is connected"), (DeviceSelection.none, "lamp is none"),
            (DeviceSelection.name("moon"), "\"moon\""),
        ] {
            let error = #expect(throws: DeviceError.self) { try Lamp.choice(selection, among: ["capslock"]) }
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        }
        let both = #expect(throws: DeviceError.self) { try Lamp.choice(.automatic, among: ["a:torch", "b:torch"]) }
        #expect(both?.description.contains("a:torch, b:torch") == true)
    }

    @Test("A level is a share of the most that it can do, and it is as before when it goes")
    func levels() throws {
        let led = FakeLED()
        try Interposition.with(led) {
            let slot = slot()
            try slot.set(0.5, for: 1)
            #expect(slot.level == 0.5)
            try slot.set(0, for: 1)
            try slot.set(0.001, for: 1)
            try slot.set(0, for: 1)
            try slot.set(0, for: 1)
            #expect(led.writes == ["100", "3", "1", "3"] && slot.level == 0)
        }
    }

    @Test("It outlives neither the client that asked, unless it is to stay, nor the program")
    func ends() throws {
        let led = FakeLED()
        try Interposition.with(led) {
            let slot = slot()
            try slot.set(1, for: 1)
            try slot.clientLeft(2)
            #expect(led.brightness == "200")
            try slot.clientLeft(1)
            #expect(led.brightness == "3")
            try slot.set(1, for: 1, stays: true)
            try slot.clientLeft(1)
            #expect(led.brightness == "200")
            try slot.end()
            #expect(led.brightness == "3" && slot.level == 0)
        }
    }

    @Test("One that is on takes no other level but 0: a held exposure would be that of the earlier brightness")
    func otherLevel() throws {
        let led = FakeLED()
        try Interposition.with(led) {
            let slot = slot()
            let refusals = [0.5, 0.5, 1].map { slot.change(to: $0, for: 1) }
            #expect(refusals.map { $0 == nil } == [true, true, false] && slot.level == 0.5)
            #expect(refusals.last??.contains("on already") == true)
            let refusal = slot.change(to: 0, for: 1)
            #expect(refusal == nil && slot.level == 0 && led.brightness == "3")
            try slot.end()
        }
    }

    @Test("Lit and left in any order, it is on while one client wants it, or one stays, and as before in the end")
    func crowd() throws {
        var random = SplitMix64(seed: 31)
        let led = FakeLED()
        try Interposition.with(led) {
            for _ in 0..<100 {
                let slot = slot()
                var owners: Set<UInt64> = []
                var isStaying = false
                for _ in 0..<random.below(12) {
                    let client = UInt64(1 + random.below(3))
                    switch random.below(3) {
                    case 0:
                        let stays = random.chance(0.2)
                        if stays { isStaying = true }
                        owners = stays ? owners.subtracting([client]) : owners.union([client])
                        try slot.set(1, for: client, stays: stays)
                    case 1:
                        if owners.remove(client) == nil { isStaying = false }
                        try slot.set(0, for: client)
                    default:
                        owners.remove(client)
                        try slot.clientLeft(client)
                    }
                    let isOn = isStaying || !owners.isEmpty
                    #expect(led.brightness == (isOn ? "200" : "3") && (slot.level > 0) == isOn)
                }
                try slot.end()
                #expect(led.brightness == "3" && slot.level == 0)
            }
        }
    }

    @Test("One that refuses is as it was, and its error says what to do", arguments: [EACCES, EBUSY])
    func refused(errno: Int32) throws {
        let led = FakeLED()
        led.errno = errno
        led.isForeign = errno == EACCES
        Interposition.with(led) {
            let slot = slot()
            let error = #expect(throws: DeviceError.self) { try slot.set(1, for: 1) }
            #expect(error?.remedy != nil && slot.level == 0 && led.writes == [])
        }
    }

    @Test("One that a killed run has left on is as before when the next one begins, unless another program still runs")
    func killed() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let led = FakeLED()
        try Interposition.with(led) {
            let note = LampNote(folder: folder)
            try slot(note).set(1, for: 1, stays: true)
            try note.restore()
            #expect(led.writes == ["200", "3"])
            try note.restore()
            let ordinary = slot(note)
            try ordinary.set(1, for: 1)
            try ordinary.set(0, for: 1)
            try note.restore()
            #expect(led.writes == ["200", "3", "200", "3"])
            let start = try #require(LampNote.start(of: 1))
            for words in ["1 \(start) 5 \(FakeLED.name)", "nonsense", ""] {
                try words.write(toFile: folder + "/lamp", atomically: true, encoding: .utf8)
                try note.restore()
            }
            #expect(led.writes.count == 4, "the process 1 is running")
            try "1 \(start + 1) 5 \(FakeLED.name)".write(toFile: folder + "/lamp", atomically: true, encoding: .utf8)
            try note.restore()
            #expect(led.writes.last == "5", "another program has the number of the one that has ended")
        }
    }

    @Test("One that refuses to go off is not forgotten: its next end, and the next run, know how it was before")
    func refusesToGoOff() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let led = FakeLED()
        try Interposition.with(led) {
            let note = LampNote(folder: folder)
            let slot = slot(note)
            try slot.set(1, for: 1)
            led.errno = EBUSY
            #expect(throws: DeviceError.self) { try slot.clientLeft(1) }
            #expect(slot.level == 1 && led.brightness == "200")
            led.errno = 0
            try slot.set(1, for: 2)
            try slot.clientLeft(2)
            #expect(slot.level == 0 && led.brightness == "3")
            try slot.set(1, for: 1)
            led.errno = EBUSY
            #expect(throws: DeviceError.self) { try slot.end() }
            // The next run begins; it does not take the light for the original either.
            let next = self.slot(note)
            #expect(throws: DeviceError.self) { try next.restoreEarlier() }
            #expect(throws: DeviceError.self) { try next.set(0.5, for: 1) }
            led.errno = 0
            try next.set(0.5, for: 1)
            try next.end()
            #expect(led.brightness == "3")
        }
    }

    @Test("One that has gone while it was on is over without an error")
    func gone() throws {
        let led = FakeLED()
        try Interposition.with(led) {
            let slot = slot()
            try slot.set(1, for: 1)
            led.errno = ENOENT
            try slot.clientLeft(1)
            #expect(slot.level == 0)
            led.errno = 0
            try slot.set(1, for: 1, stays: true)
            led.errno = ENOENT
            try slot.set(0, for: 1, stays: true)
            #expect(slot.level == 0)
        }
    }

    @Test("A request without a lamp is refused with the reason and the remedy, and nothing is lit")
    func nothing() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        options.socket = folder + "/s"
        options.lamp = .none
        let nowhere = open("/dev/null", O_WRONLY)
        defer { close(nowhere) }
        let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: nowhere)).watched()
        let server = try ControlServer(path: options.socket, loop: kiosk.host.loop) { [unowned kiosk] in
            kiosk.answer($0, $1)
        }
        defer { server.close() }
        kiosk.audience.server = server
        kiosk.feed(.start)
        let client = try RawClient(options.socket)
        client.send(String(decoding: ControlRequest.lamp(level: 1).line, as: UTF8.self))
        while try kiosk.host.loop.runOnce(timeout: 20) > 0 {}
        guard case .announcement(.error(let message, _))? = client.lines().first.flatMap({ KioskLine(Data($0.utf8)) })
        else {
            Issue.record("no error")
            return
        }
        #expect(message.contains("cannot find a lamp") && message.contains("Name one in lamp"))
    }
}
