import CTapFocus
import SimulatedDevices
import Testing

@testable import FrameClient

/// The events for a program that records movies, and its answers.
struct MovieTests {
    private func read(_ line: String) -> tapfocus_movie {
        var movie = tapfocus_movie()
        line.withCString { line in
            var event = tapfocus_event()
            event.line = line
            #expect(tapfocus_read_movie(&event, &movie) == TAPFOCUS_OK.rawValue)
        }
        return movie
    }

    private func reason(_ movie: tapfocus_movie) -> String {
        withUnsafeBytes(of: movie.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    @Test("A program that offers movies says so when it holds the frames")
    func offer() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path)
        #expect(tapfocus_offer_photos(program.client, 1) == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_offer_movies(program.client, 1) == TAPFOCUS_OK.rawValue)
        try program.meet(daemon)
        #expect(
            daemon.nextLine() == #"{"request":"hold-frames","camera":"/dev/video0","photos":true,"movies":true}"#)
        let alone = try Program(PlayedDaemon.makePath(), camera: nil)
        #expect(tapfocus_offer_movies(alone.client, 1) == TAPFOCUS_NO_CAMERA.rawValue)
    }

    @Test("Any program asks for a movie, and for its end")
    func wishes() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        #expect(tapfocus_record_movie(program.client, "é.mkv", 1.5, 500_000_000, 7) == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_end_movie(program.client, 0) == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_end_movie(program.client, 8) == TAPFOCUS_OK.rawValue)
        #expect(
            daemon.nextLine() == #"{"request":"movie","path":"é.mkv","seconds":1.5,"keepFree":500000000,"id":7}"#)
        #expect(daemon.nextLine() == #"{"request":"end-movie"}"#)
        #expect(daemon.nextLine() == #"{"request":"end-movie","id":8}"#)
        for (path, seconds, keepFree, id) in [
            ("", 0, 0, 0), ("a", -1, 0, 0), ("a", 864_001, 0, 0), ("a", .nan, 0, 0), ("a", 0, -1, 0),
            ("a", 0, 1 << 53, 0), ("a", 0, 0, 1 << 53),
        ] as [(String, Double, Int64, UInt64)] {
            #expect(tapfocus_record_movie(program.client, path, seconds, keepFree, id) == TAPFOCUS_BAD_VALUE.rawValue)
        }
        #expect(tapfocus_record_movie(program.client, nil, 0, 0, 0) == TAPFOCUS_NULL_POINTER.rawValue)
        #expect(tapfocus_end_movie(program.client, 1 << 53) == TAPFOCUS_BAD_VALUE.rawValue)
        #expect(daemon.lines().isEmpty)
    }

    @Test("The answers are lines with the number of the movie")
    func answers() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        #expect(tapfocus_movie_begun(program.client, 7, "/srv/\"a\".mkv") == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_movie_ended(program.client, 7, "request", "", 31.5, 2) == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_movie_ended(program.client, 7, "request", "", -1, 2) == TAPFOCUS_BAD_VALUE.rawValue)
        #expect(tapfocus_movie_ended(program.client, 7, "request", "", .infinity, 2) == TAPFOCUS_BAD_VALUE.rawValue)
        #expect(tapfocus_movie_ended(program.client, 7, nil, "", 1, 2) == TAPFOCUS_NULL_POINTER.rawValue)
        #expect(daemon.nextLine() == #"{"request":"movie-begun","id":7,"path":"/srv/\"a\".mkv"}"#)
        #expect(
            daemon.nextLine()
                == #"{"request":"movie-ended","id":7,"reason":"request","message":"","seconds":31.5,"dropped":2}"#)
    }

    @Test("The limits of a movie are read, and its end; what is not as it should be is left out")
    func fields() {
        let wish = read(#"{"event":"start-movie","id":1,"path":"a.mkv","seconds":1.5,"keepFree":500000000}"#)
        #expect(wish.seconds == 1.5 && wish.keep_free == 500_000_000 && reason(wish) == "")
        let end = read(#"{"event":"movie","state":"ended","seconds":31.5,"dropped":3,"reason":"maxSeconds"}"#)
        #expect(end.seconds == 31.5 && end.dropped == 3 && reason(end) == "maxSeconds")
        let wrong = read(#"{"seconds":-1,"keepFree":-5,"dropped":"x","reason":"aReasonThatIsMuchTooLong"}"#)
        #expect(wrong.seconds == 0 && wrong.keep_free == 0 && wrong.dropped == 0 && reason(wrong) == "")
    }

    @Test("Whatever a line has become, it is read without a trap", arguments: [UInt64](0..<20))
    func anyLine(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let line = Array(
            #"{"event":"movie","id":1,"seconds":31.5,"dropped":3,"keepFree":500000000,"reason":"request"}"#.utf8)
        for _ in 0..<500 {
            var bytes = line
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 1...127, using: &random)
            }
            _ = read(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("The events about movies have kinds of their own, and the path in the message")
    func kinds() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        daemon.send(
            Array(
                #"""
                {"event":"start-movie","id":1,"path":"a.mkv","seconds":0,"keepFree":5}
                {"event":"stop-movie","id":1}
                {"event":"movie","time":5,"state":"recording","path":"/srv/a.mkv"}

                """#.utf8))
        var events: [Program.Event] = []
        #expect(
            program.turn {
                while let event = program.nextEvent() { events.append(event) }
                return events.contains { $0.kind == Int32(TAPFOCUS_MOVIE.rawValue) }
            })
        let kinds = [TAPFOCUS_START_MOVIE, TAPFOCUS_STOP_MOVIE, TAPFOCUS_MOVIE]
        let heard = Array(events.suffix(3))
        #expect(heard.map(\.kind) == kinds.map { Int32($0.rawValue) })
        #expect(heard.map(\.message) == ["a.mkv", "", "/srv/a.mkv"])
        #expect(heard.map(\.state) == ["", "", "recording"] && heard.map(\.id) == [1, 1, 0])
    }
}
