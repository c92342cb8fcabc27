import CTapFocus
import Glibc
import SimulatedDevices
import Testing

@testable import FrameClient

/// A daemon that comes late, goes away, talks nonsense or does not read.
@Suite(.timeLimit(.minutes(10)))
struct ClientTroubleTests {
    private static let measures = #"{"event":"held","time":1,"camera":"/dev/video0","measures":true}"#
    private static let wish =
        #"{"event":"measure","id":7,"focus":[0,0,1,1],"exposure":[0,0,1,1],"grid":true,"interval":0}"#

    private func image() -> ExactImage {
        var random = SplitMix64(seed: 21)
        return ExactImage(width: 64, height: 48, random: &random)
    }

    private func measuring(_ daemon: PlayedDaemon) throws -> Program {
        let program = try Program(daemon.path)
        program.begin()
        try program.meet(daemon)
        _ = daemon.nextLine()
        daemon.send(Self.measures)
        daemon.send(Self.wish)
        try #require(program.turn { program.wants(1) })
        return program
    }

    @Test("A daemon that starts later is found within two seconds, and told the stream")
    func laterDaemon() throws {
        let path = PlayedDaemon.makePath()
        let program = try Program(path)
        program.begin()
        program.turn(300) { false }
        let descriptor = tapfocus_descriptor(program.client)
        let daemon = try PlayedDaemon(path: path)
        let begin = tapfocus_now()
        try program.meet(daemon)
        #expect(tapfocus_now() - begin < 2_000_000)
        #expect(daemon.nextLine()?.contains(#""width":64"#) == true)
        #expect(tapfocus_descriptor(program.client) == descriptor)
    }

    @Test("A daemon that starts anew is told the stream again; in between nothing is wanted")
    func restart() throws {
        let first = try PlayedDaemon()
        let program = try measuring(first)
        let descriptor = tapfocus_descriptor(program.client)
        let path = first.path
        first.end()
        let second = try PlayedDaemon(path: path)
        #expect(program.event(TAPFOCUS_DISCONNECTED) != nil)
        #expect(!program.wants(1))
        #expect(program.give(image(), captured: 1) == TAPFOCUS_NOT_CONNECTED)
        let begin = tapfocus_now()
        try program.meet(second)
        #expect(900_000...2_500_000 ~= tapfocus_now() - begin)
        #expect(second.nextLine()?.contains(#""width":64"#) == true)
        second.send(Self.measures)
        second.send(Self.wish)
        #expect(program.turn { program.wants(1) })
        #expect(tapfocus_descriptor(program.client) == descriptor)
    }

    @Test("A connection that is lost while a frame is sent is noticed by that call")
    func lostWhileSending() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        daemon.end()
        #expect(program.give(image(), captured: 1) == TAPFOCUS_NOT_CONNECTED)
        #expect(!program.isConnected)
        #expect(program.events().last?.kind == Int32(TAPFOCUS_DISCONNECTED.rawValue))
    }

    @Test("A hold that is refused is asked for again after two seconds")
    func refusal() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path)
        try program.meet(daemon)
        let request = try #require(daemon.nextLine())
        daemon.send(Self.refusal(because: "another program holds /dev/video0"))
        #expect(program.event(TAPFOCUS_REFUSED)?.message == "another program holds /dev/video0")
        let begin = tapfocus_now()
        var again: String?
        program.turn {
            again = daemon.nextLine(within: 0)
            return again != nil
        }
        #expect(again == request)
        #expect(1_900_000...4_000_000 ~= tapfocus_now() - begin)
    }

    @Test("A refusal is told once for each reason, however often the hold is refused")
    func repeatedRefusal() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path)
        try program.meet(daemon)
        for _ in 0..<3 { daemon.send(Self.refusal(because: "no camera is connected")) }
        daemon.send(Self.refusal(because: "another connection holds them"))
        #expect(program.event(TAPFOCUS_REFUSED)?.message == "no camera is connected")
        #expect(program.event(TAPFOCUS_REFUSED)?.message == "another connection holds them")
        daemon.send(Self.measures)
        #expect(program.event(TAPFOCUS_HELD) != nil)
        daemon.send(Self.refusal(because: "another connection holds them"))
        #expect(program.event(TAPFOCUS_REFUSED)?.message == "another connection holds them")
    }

    @Test("An error that is not about the hold is told, and changes nothing of the hold")
    func otherErrors() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        _ = program.events()
        for request in ["frame", "tap", "compensate"] {
            daemon.send(#"{"event":"error","time":1,"message":"no","request":"\#(request)"}"#)
            #expect(program.event(TAPFOCUS_ERROR)?.message == "no")
        }
        daemon.send(#"{"event":"error","time":1,"message":"the trace ends here"}"#)
        #expect(program.event(TAPFOCUS_ERROR) != nil)
        #expect(program.wants(1))
    }

    private static func refusal(because message: String) -> String {
        #"{"event":"error","time":1,"message":"\#(message)","request":"hold-frames"}"#
    }

    @Test("A hold that falls back is declared again by itself")
    func fallBack() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        daemon.send(#"{"event":"held","time":1,"camera":"/dev/video0","measures":false}"#)
        #expect(program.turn { !program.wants(1) })
        var again: String?
        program.turn {
            again = daemon.nextLine(within: 0)
            return again != nil
        }
        #expect(again?.contains(#""width":64"#) == true)
    }

    @Test("A hold that is lost with an error is asked for again; while it is refused no frame is handed over")
    func lostHold() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        _ = program.events()
        daemon.send(Self.refusal(because: "another camera has arrived: its frames are not held any more."))
        #expect(program.event(TAPFOCUS_REFUSED) != nil)
        #expect(!program.wants(1))
        var again: String?
        program.turn {
            again = daemon.nextLine(within: 0)
            return again != nil
        }
        #expect(again?.contains("hold-frames") == true)
        daemon.send(Self.refusal(because: "there is no such camera"))
        #expect(program.event(TAPFOCUS_REFUSED) != nil)
        #expect(!program.wants(1))
        daemon.send(Self.measures)
        #expect(program.event(TAPFOCUS_HELD)?.measures == true)
        #expect(program.wants(1))
    }

    @Test("What is held is told when it changes, and not when it is only confirmed")
    func confirmations() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        _ = program.events()
        daemon.send(Self.measures)
        daemon.send(#"{"event":"held","time":1,"camera":"/dev/video0","measures":false}"#)
        daemon.send(#"{"event":"levels"}"#)
        #expect(program.event(TAPFOCUS_HELD)?.measures == false)
        #expect(program.event(TAPFOCUS_OTHER) != nil)
    }

    @Test("Lines that come byte by byte are read")
    func halfLines() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        for byte in Array("{\"event\":\"rest\"}".utf8) {
            daemon.send([byte])
            tapfocus_dispatch(program.client)
        }
        #expect(program.wants(1))
        daemon.send([UInt8(ascii: "\n")])
        #expect(program.turn { !program.wants(1) })
    }

    @Test("Of a daemon that ends in the middle of a line nothing is left: the next one's first line is read as it is")
    func endInALine() throws {
        let first = try PlayedDaemon()
        let program = try measuring(first)
        let path = first.path
        first.send(Array(#"{"event":"error","message":"and so "#.utf8))
        tapfocus_dispatch(program.client)
        first.end()
        let second = try PlayedDaemon(path: path)
        #expect(program.event(TAPFOCUS_DISCONNECTED) != nil)
        try program.meet(second)
        #expect(second.nextLine()?.contains("hold-frames") == true)
        second.send(Self.measures)
        second.send(Self.wish)
        #expect(program.turn { program.wants(1) })
        #expect(program.events().allSatisfy { $0.kind != Int32(TAPFOCUS_ERROR.rawValue) })
    }

    @Test("Garbage between the lines does no harm")
    func garbage() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        var random = SplitMix64(seed: 22)
        for _ in 0..<40 {
            daemon.send((0..<1000).map { _ in random.integer(0...255) })
            tapfocus_dispatch(program.client)
        }
        var rest = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(max(daemon.send(Array(rest)), 0))
            tapfocus_dispatch(program.client)
        }
        daemon.send("\n{\"event\":\"rest\"}")
        #expect(program.turn { !program.wants(1) })
        #expect(program.isConnected)
    }

    @Test("A flood of events that nobody reads keeps no call long, and leaves the newest ones")
    func flood() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        var slowest: Int64 = 0
        var number = 0
        var pending: [UInt8] = []
        while number < 100_000 {
            while pending.count < 100_000 {
                let line = #"{"event":"write","time":\#(number),"name":"Focus, Absolute","value":7}"#
                pending += Array((line + "\n").utf8)
                number += 1
            }
            pending.removeFirst(max(daemon.send(pending), 0))
            let begin = tapfocus_now()
            tapfocus_dispatch(program.client)
            slowest = max(slowest, tapfocus_now() - begin)
        }
        while !pending.isEmpty {
            pending.removeFirst(max(daemon.send(pending), 0))
            tapfocus_dispatch(program.client)
        }
        daemon.send("{\"event\":\"rest\"}")
        #expect(program.turn { !program.wants(1) })
        let events = program.events()
        #expect(events.last?.line.contains("\"time\":\(number - 1),") == true)
        #expect(events.count < 10_000)
        // Generous: in a debug build, beside other tests.
        #expect(slowest < 5_000_000)
    }

    @Test("A daemon that never reads makes frames fail, then taps, and never a call wait; what it reads later is whole")
    func deafDaemon() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        let picture = image()
        var captured: Int64 = 0
        var given = 0
        while program.give(picture, captured: captured) == TAPFOCUS_OK, given < 100_000 {
            captured += 1
            given += 1
        }
        #expect(program.give(picture, captured: captured + 1) == TAPFOCUS_QUEUE_FULL)
        var taps = 0
        while tapfocus_tap_view(program.client, 0.5, 0.5, 1) == TAPFOCUS_OK, taps < 100_000 { taps += 1 }
        #expect(taps > 100)
        #expect(tapfocus_tap_view(program.client, 0.5, 0.5, 1) == TAPFOCUS_QUEUE_FULL)
        // A new stream waits for room; meanwhile nothing spins.
        program.begin(width: 32, height: 24)
        var waiting = pollfd(fd: tapfocus_descriptor(program.client), events: Int16(POLLIN), revents: 0)
        tapfocus_dispatch(program.client)
        #expect(poll(&waiting, 1, 50) == 0)
        var lines: [String] = []
        let isDeclared = program.turn {
            lines += daemon.lines()
            return lines.last?.contains(#""width":32"#) == true
        }
        #expect(isDeclared)
        #expect(lines.count == given + taps + 1)
        #expect(lines.allSatisfy { $0.hasPrefix("{\"request\":") && $0.hasSuffix("}") })
    }

    @Test("Nothing is left over: clients come and go without descriptors being lost")
    func descriptors() throws {
        let daemon = try PlayedDaemon()
        let lowest = dup(0)
        close(lowest)
        for _ in 0..<300 {
            let program = try Program(daemon.path)
            try program.meet(daemon)
            daemon.hangUp()
        }
        // Other tests open descriptors meanwhile; these clients would leave 300 of each kind.
        let now = dup(0)
        close(now)
        #expect(now < lowest + 250)
    }
}
