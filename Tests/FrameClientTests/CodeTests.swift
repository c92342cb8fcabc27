import CTapFocus
import Testing

@testable import FrameClient

/// Codes that somebody has read.
@Suite struct CodeTests {
    @Test("The event about a code has a kind of its own, its text in the message and its type in the state")
    func kind() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        daemon.send(
            Array(
                #"""
                {"event":"code","time":5,"text":"A \"7\" é","type":"QRCode","corners":[0,0,1,0,1,1,0,1]}
                {"event":"code","time":6,"text":"","type":"","corners":[]}

                """#.utf8))
        var events: [Program.Event] = []
        #expect(
            program.turn {
                while let event = program.nextEvent() { events.append(event) }
                return events.count { $0.kind == Int32(TAPFOCUS_CODE.rawValue) } == 2
            })
        let heard = Array(events.suffix(2))
        #expect(heard.map(\.message) == ["A \"7\" é", ""] && heard.map(\.state) == ["QRCode", ""])
    }
}
