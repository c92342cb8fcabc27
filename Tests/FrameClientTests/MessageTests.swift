import CTapFocus
import FocusCore
import SimulatedDevices
import Testing

@testable import FrameClient

private struct NoMemory: Error {}

/// Reading the lines of `tapfocus run`, and refusing others.
struct MessageTests {
    private func message(_ line: String) -> Message? { Array(line.utf8).withUnsafeBytes { Message($0) } }

    private static let wish =
        #"{"event":"measure","id":7,"focus":[0.1,0.2,0.3,0.4],"exposure":[0,0,1,1],"grid":true,"interval":66667}"#
    private static let region = NormalizedRectangle(x: 0.1, y: 0.2, width: 0.3, height: 0.4)

    @Test("A wish has its id, its regions, its grid and its interval")
    func wish() {
        let wish = FrameWish(
            id: 7,
            request: FrameRequest(
                focus: Self.region, exposure: NormalizedRectangle(x: 0, y: 0, width: 1, height: 1), includesGrid: true),
            interval: 66_667)
        #expect(message(Self.wish) == .measure(wish))
        // In another order, with fields that nobody knows yet.
        let newer =
            #"{ "interval" :66667,"new":{"a":[1,{}]},"grid":true,"exposure":[0,0,1,1],"#
            + #""focus":[0.1,0.2,0.3,0.4],"event":"measure" ,"id":7 }"#
        #expect(message(newer) == .measure(wish))
    }

    @Test(
        "A wish that lacks something, or has a number that is none, is passed over",
        arguments: [
            #"{"event":"measure"}"#, #"{"event":"measure","id":7}"#, #"{"event":"measure","focus":[0,0,1,1]}"#,
            #"{"event":"measure","id":7,"focus":[0,0,1]}"#, #"{"event":"measure","id":7,"focus":[0,0,1,1,1]}"#,
            #"{"event":"measure","id":7,"focus":[0,0,1,"nan"]}"#, #"{"event":"measure","id":7,"focus":[0,0,1,1e999]}"#,
            #"{"event":"measure","id":-7,"focus":[0,0,1,1]}"#, #"{"event":"measure","id":7.5,"focus":[0,0,1,1]}"#,
            #"{"event":"measure","id":7,"focus":[0,0,1,1],"interval":99999999999999999999}"#,
            #"{"event":"measure","id":7,"focus":{}}"#, #"{"event":"measure","id":7,"focus":[0,0,1,1],"grid":1}"#,
        ])
    func badWishes(line: String) {
        #expect(message(line) == nil)
    }

    @Test(
        "What is no JSON object with an event is passed over",
        arguments: [
            "", " ", "null", "[]", "{}", "{", #"{"event"}"#, #"{"event":}"#, #"{"event":7}"#, #"{"event":"rest"} x"#,
            #"{"event":"rest""#, "\u{0}", #"{"request":"tap"}"#, #"{"event":"rest",}"#, "garbage",
            String(repeating: "[", count: 60_000),
            #"{"event":"state","a":"# + String(repeating: "{\"a\":", count: 9000),
        ])
    func garbage(line: String) {
        #expect(message(line) == nil)
    }

    @Test("An interval is kept within a day")
    func intervals() {
        let intervals: [(String, Int64)] = [("-5", 0), ("0", 0), ("1", 1), ("9223372036854775807", 86_400_000_000)]
        for (text, kept) in intervals {
            let line = #"{"event":"measure","id":0,"focus":[0,0,1,1],"interval":\#(text)}"#
            guard case .measure(let wish) = message(line) else {
                Issue.record("\(text) was passed over")
                continue
            }
            #expect(wish.interval == kept)
            #expect(wish.request.exposure == wish.request.focus)
            #expect(!wish.request.includesGrid)
        }
    }

    @Test("Each event has its kind")
    func kinds() {
        #expect(message(#"{"event":"rest"}"#) == .rest)
        #expect(message(#"{"event":"held","time":5,"camera":"/dev/video0","measures":true}"#) == .held(measures: true))
        #expect(message(#"{"event":"held","camera":"/dev/video0"}"#) == .held(measures: false))
        #expect(message(#"{"event":"error","message":"m"}"#) == .event(.error))
        #expect(message(#"{"event":"error","message":"m","request":"tap","id":3}"#) == .event(.error))
        #expect(message(#"{"event":"error","message":"m","request":"hold-frames"}"#) == .refused)
        #expect(message(#"{"event":"state","state":"continuousAuto"}"#) == .event(.state))
        #expect(message(#"{"event":"status"}"#) == .event(.state))
        #expect(message(#"{"event":"settled"}"#) == .event(.settled))
        #expect(message(#"{"event":"tap-ignored"}"#) == .event(.tapIgnored))
        #expect(message(#"{"event":"levels"}"#) == .event(.other))
    }

    @Test("Damaged lines never trap, and what is read of them is in its range")
    func damagedLines() throws {
        let lines = [
            Self.wish,
            #"{"event":"held","time":5,"camera":"/dev/video0","measures":true}"#,
            #"{"event":"state","state":"unlockableLocked","point":{"x":0.25,"y":0.5},"until":["scene"],"id":12}"#,
            #"{"event":"error","message":"cannot \"é\" \u00e9 \\ it","id":9}"#,
            #"{"event":"settled","focus":"converged","exposure":null,"verified":[]}"#,
        ].map { Array($0.utf8) }
        var random = SplitMix64(seed: 12)
        guard var text = EventText() else { throw NoMemory() }
        for _ in 0..<60_000 {
            var line = random.pick(lines)
            for _ in 0..<random.integer(1...4) { Self.damage(&line, &random) }
            // Memory of exactly that size, for the address sanitizer.
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: line.count, alignment: 1)
            defer { memory.deallocate() }
            memory.copyBytes(from: line)
            let bytes = UnsafeRawBufferPointer(memory)
            if case .measure(let wish) = Message(bytes) {
                #expect(wish.request.focus.x.isFinite && 0...86_400_000_000 ~= wish.interval)
            }
            for kind in [EventKind.held, .refused, .state, .settled, .tapIgnored, .error, .other] {
                var event = tapfocus_event()
                event.fill(kind, bytes, &text)
                #expect(event.x.isFinite && event.y.isFinite)
            }
        }
    }

    private static func damage(_ line: inout [UInt8], _ random: inout SplitMix64) {
        guard !line.isEmpty else { return }
        let index = random.below(line.count)
        switch random.below(5) {
        case 0: line[index] = random.integer(0...255)
        case 1: line.remove(at: index)
        case 2: line.insert(random.pick(Array(#"{}[]",:\0-e."#.utf8)), at: index)
        case 3: line.removeLast(line.count - index)
        default: line.insert(contentsOf: line[index...].prefix(random.integer(1...20)), at: random.below(line.count))
        }
    }
}
