import CTapFocus
import Testing

@testable import FrameClient

/// The life of a hold, with time as data: microseconds.
struct FrameHoldTests {
    static func stream(width: Int32 = 640) throws -> StreamDeclaration {
        var stream = tapfocus_stream()
        (stream.width, stream.height, stream.interval) = (width, 480, 33_333)
        return try StreamDeclaration(stream)
    }

    /// A hold whose stream is declared and held.
    static func measuring(at now: Int64 = 0) throws -> FrameHold {
        var hold = FrameHold()
        hold.connected(at: now)
        #expect(hold.begin(try stream(), at: now))
        hold.sent(.hold, at: now)
        hold.held(measures: true)
        return hold
    }

    @Test("Without a connection there is nothing to send")
    func away() throws {
        var hold = FrameHold()
        #expect(hold.request(at: 1) == nil)
        #expect(hold.begin(try Self.stream(), at: 1))
        hold.held(measures: true)
        hold.failed(at: 1)
        hold.end()
        #expect(hold.phase == .away)
        #expect(hold.deadline == nil)
    }

    @Test("A connection makes it ask at once, and once")
    func connecting() {
        var hold = FrameHold()
        hold.connected(at: 7)
        #expect(hold.request(at: 7) == .hold)
        hold.sent(.hold, at: 7)
        #expect(hold.request(at: 100_000_000) == nil)
        hold.held(measures: false)
        #expect(hold.phase == .held(measures: false))
        #expect(hold.deadline == nil)
    }

    @Test("What was refused is asked for again after two seconds")
    func refusal() {
        var hold = FrameHold()
        hold.connected(at: 0)
        hold.sent(.hold, at: 0)
        hold.failed(at: 5)
        #expect(hold.deadline == 2_000_005)
        #expect(hold.request(at: 2_000_004) == nil)
        #expect(hold.request(at: 2_000_005) == .hold)
    }

    @Test("A hold that ends with an error is asked for again, once, and nothing is handed over meanwhile")
    func errorsWhileHeld() throws {
        var hold = try Self.measuring()
        hold.failed(at: 5)
        hold.failed(at: 9)
        #expect(hold.isRefused)
        #expect(hold.deadline == 2_000_005)
        hold.sent(.hold, at: 2_000_005)
        hold.held(measures: true)
        #expect(hold.phase == .held(measures: true))
        #expect(hold.deadline == nil)
    }

    @Test("Between a refusal and the next answer nothing is handed over")
    func refused() throws {
        var hold = try Self.measuring()
        hold.failed(at: 5)
        hold.sent(.hold, at: 2_000_005)
        hold.failed(at: 2_000_009)
        #expect(hold.isRefused)
        hold.sent(.hold, at: 4_000_009)
        #expect(hold.isRefused)
        hold.held(measures: true)
        #expect(!hold.isRefused)
    }

    @Test("The answer ends the wait that a refusal has begun")
    func answerAfterError() throws {
        var hold = FrameHold()
        hold.connected(at: 0)
        _ = hold.begin(try Self.stream(), at: 0)
        hold.sent(.hold, at: 0)
        hold.failed(at: 1)
        hold.held(measures: true)
        #expect(hold.phase == .held(measures: true))
        #expect(hold.deadline == nil)
    }

    @Test("A hold that falls back is declared again at once, if that was not done just now")
    func fallingBack() throws {
        var hold = try Self.measuring(at: 0)
        hold.held(measures: false)
        #expect(hold.request(at: 3_000_000) == .hold)
        hold.sent(.hold, at: 3_000_000)
        // The camera is still away.
        hold.held(measures: false)
        #expect(hold.request(at: 3_000_001) == nil)
        #expect(hold.deadline == 5_000_000)
    }

    @Test("However often a daemon says that it does not measure, it is asked every two seconds at most")
    func noPingPong() throws {
        var hold = try Self.measuring(at: 0)
        var asked = 0
        for now in stride(from: 0 as Int64, to: 20_000_000, by: 1000) {
            hold.held(measures: now % 2000 == 0)
            hold.held(measures: false)
            if hold.request(at: now) == .hold {
                hold.sent(.hold, at: now)
                asked += 1
            }
        }
        #expect(asked == 9)
    }

    @Test("The same stream is not declared twice; another one is, at once")
    func changes() throws {
        var hold = try Self.measuring(at: 0)
        #expect(hold.begin(try Self.stream(), at: 1) == false)
        #expect(hold.request(at: 1) == nil)
        #expect(hold.begin(try Self.stream(width: 320), at: 1))
        #expect(hold.request(at: 1) == .hold)
    }

    @Test("The answer to the reservation does not count for the stream that was declared after it")
    func reservationThenStream() throws {
        var hold = FrameHold()
        hold.connected(at: 0)
        hold.sent(.hold, at: 0)
        _ = hold.begin(try Self.stream(), at: 1)
        hold.sent(.hold, at: 1)
        hold.held(measures: false)
        #expect(hold.request(at: 2) == nil)
        hold.held(measures: true)
        #expect(hold.phase == .held(measures: true))
    }

    @Test("The end of the frames is told once, and the camera stays reserved")
    func ending() throws {
        var hold = try Self.measuring(at: 0)
        hold.end()
        #expect(hold.request(at: 1) == .framesEnded)
        hold.sent(.framesEnded, at: 1)
        hold.end()
        #expect(hold.request(at: 1) == nil)
        #expect(hold.phase == .held(measures: false))
        hold.disconnected()
        hold.connected(at: 2)
        #expect(hold.stream == nil)
        #expect(hold.request(at: 2) == .hold)
    }

    @Test("Frames that end and begin again before that was told are declared anew")
    func endAndBegin() throws {
        var hold = try Self.measuring(at: 0)
        hold.end()
        #expect(hold.begin(try Self.stream(), at: 1))
        #expect(hold.request(at: 1) == .hold)
        hold.sent(.hold, at: 1)
        #expect(hold.request(at: 1) == nil)
    }

    @Test("A new connection declares the same stream again")
    func reconnecting() throws {
        var hold = try Self.measuring(at: 0)
        hold.disconnected()
        #expect(hold.deadline == nil)
        hold.connected(at: 9)
        #expect(hold.request(at: 9) == .hold)
        #expect(hold.stream == (try Self.stream()))
    }
}
