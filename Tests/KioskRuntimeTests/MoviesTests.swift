import FocusCore
import LinuxDevices
import RequestNames
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// A movie between its clients and the program that records it.
@Suite struct MoviesTests {
    /// Client 3 wants movies, client 5 holds the frames.
    private final class Rig {
        let movies = Movies()
        var holder: FrameExchange.Holder?
        /// The lines for client 5, without their line feeds.
        private(set) var sent: [String] = []
        private(set) var said: [Announcement] = []
        /// The clients that each of them answers, and with what; nil: it answers nobody.
        private(set) var answered: [Movies.Asker?] = []
        private(set) var timer: Instant?

        init() {
            let stream = HeldStream(width: 640, height: 480, interval: .milliseconds(40), stamp: .endOfExposure)
            holder = FrameExchange.Holder(
                client: 5, wish: HoldWish(camera: "c", stream: stream, recordsMovies: true))
            movies.holder = { [unowned self] in holder }
            movies.send = { [unowned self] line, client in
                if client == 5 { sent.append(String(decoding: line.dropLast(), as: UTF8.self)) }
            }
            movies.announce = { [unowned self] announcement, asker in
                said.append(announcement)
                answered.append(asker)
            }
            movies.setTimer = { [unowned self] in timer = $0 }
        }

        func begin(_ path: String = "visit.mkv", at time: Int64 = 1000) {
            let request = MovieRequest(path: path, seconds: 600, keepFree: 5, id: TapID(7))
            movies.begin(request, for: 3, at: Self.time(time))
        }

        /// A movie is being recorded.
        func record() {
            begin()
            movies.begun(BegunMovie(movie: 1, path: "/srv/visit.mkv"), by: 5)
        }

        func end(at time: Int64 = 2000) { movies.end(for: 4, id: TapID(8), at: Self.time(time)) }

        /// The reason of the latest refusal.
        var reason: MovieReason? {
            if case .movieFailed(let reason, _, _)? = said.last { reason } else { nil }
        }

        /// Its sentence.
        var sentence: String { if case .movieFailed(_, let message, _)? = said.last { message } else { "" } }

        /// In ms.
        static func time(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
    }

    @Test("The holder is asked to begin, and the client hears when it is recorded; another client ends it")
    func whole() {
        let rig = Rig()
        rig.begin()
        #expect(rig.sent == [#"{"event":"start-movie","id":1,"path":"visit.mkv","seconds":600.0,"keepFree":5}"#])
        #expect(rig.said.isEmpty && rig.timer == Rig.time(11_000) && rig.movies.path == nil)
        rig.movies.begun(BegunMovie(movie: 1, path: "/srv/visit.mkv"), by: 5)
        #expect(rig.said == [.movie(MovieReport(.recording, path: "/srv/visit.mkv", id: TapID(7)))])
        #expect(rig.answered == [Movies.Asker(client: 3, id: TapID(7))])
        #expect(rig.timer == nil && rig.movies.path == "/srv/visit.mkv")
        rig.end()
        #expect(rig.sent.last == #"{"event":"stop-movie","id":1}"# && rig.said.count == 1)
        rig.movies.ended(EndedMovie(movie: 1, reason: .request, seconds: 31.5, dropped: 2), by: 5)
        let report = MovieReport(
            .ended, path: "/srv/visit.mkv", seconds: 31.5, dropped: 2, reason: .request, id: TapID(8))
        #expect(rig.said.last == .movie(report) && rig.timer == nil && rig.movies.path == nil)
        #expect(rig.answered.last == Movies.Asker(client: 4, id: TapID(8), request: .endMovie))
    }

    @Test("A movie that ends by itself is an event, which answers nobody")
    func byItself() {
        let rig = Rig()
        rig.record()
        rig.movies.ended(EndedMovie(movie: 1, reason: .noSpace, seconds: .infinity, dropped: 0), by: 5)
        let report = MovieReport(.ended, path: "/srv/visit.mkv", dropped: 0, reason: .noSpace)
        #expect(rig.said.last == .movie(report) && rig.answered.last == .some(nil))
        rig.begin("next.mkv")
        #expect(rig.sent.last?.contains(#""id":2,"path":"next.mkv""#) == true)
    }

    @Test("Nobody who records movies holds the frames: the client hears why")
    func noHolder() {
        let rig = Rig()
        rig.holder?.wish.stream = nil
        rig.begin()
        #expect(rig.reason == .noHolder && rig.sentence.contains("shows no frames now"))
        rig.holder?.wish.recordsMovies = false
        rig.begin()
        #expect(rig.reason == .noHolder && rig.sentence.contains("records no movies"))
        rig.holder = nil
        rig.begin()
        #expect(rig.reason == .noHolder && rig.sentence.contains("no program holds") && rig.sent.isEmpty)
    }

    @Test("A second movie is refused while one begins, is recorded, or ends; so is a second end")
    func busy() {
        let rig = Rig()
        rig.begin()
        rig.begin("other.mkv")
        #expect(rig.reason == .busy && rig.sentence.contains("visit.mkv"))
        rig.end()
        #expect(rig.reason == .busy && rig.sent.count == 1)
        rig.movies.begun(BegunMovie(movie: 1, path: "/srv/visit.mkv"), by: 5)
        rig.begin("other.mkv")
        #expect(rig.reason == .busy)
        rig.end()
        rig.end()
        #expect(rig.reason == .busy && rig.sent.count == 2)
        rig.begin("other.mkv")
        #expect(rig.reason == .busy && rig.sent.count == 2)
    }

    @Test("Without a movie there is none to end")
    func noMovie() {
        let rig = Rig()
        rig.end()
        #expect(rig.reason == .noMovie && rig.sent.isEmpty && rig.answered.last??.request == .endMovie)
    }

    @Test("A movie that the holder refuses was none: the client hears its reason, and the next one may begin")
    func refused() {
        let rig = Rig()
        rig.begin()
        rig.movies.ended(EndedMovie(movie: 1, reason: .exists), by: 5)
        #expect(rig.reason == .exists && rig.sentence.hasPrefix("there is no movie visit.mkv: there is such a file"))
        rig.begin()
        rig.movies.ended(EndedMovie(movie: 2, reason: .failed, message: "the disk burns."), by: 5)
        #expect(rig.sentence == "there is no movie visit.mkv: the disk burns.")
    }

    @Test("A holder that dies ends its movie, and the event says so; one that dies at the beginning answers the client")
    func holderDies() {
        let rig = Rig()
        rig.record()
        rig.movies.clientLeft(3)
        #expect(rig.said.count == 1)
        rig.movies.clientLeft(5)
        let end = MovieReport(.ended, path: "/srv/visit.mkv", reason: .holderGone)
        #expect(rig.said.last == .movie(end) && rig.answered.last == .some(nil))
        rig.begin()
        rig.movies.clientLeft(5)
        #expect(rig.reason == .holderGone && rig.answered.last??.client == 3 && rig.timer == nil)
        // A client that waits for the end gets its answer.
        rig.begin()
        rig.movies.begun(BegunMovie(movie: 3, path: "/srv/visit.mkv"), by: 5)
        rig.end()
        rig.movies.clientLeft(5)
        let report = MovieReport(.ended, path: "/srv/visit.mkv", reason: .holderGone, id: TapID(8))
        #expect(rig.said.last == .movie(report) && rig.answered.last??.client == 4)
    }

    @Test("A movie belongs to the connection that records it: another holder changes nothing")
    func anotherHolder() {
        let rig = Rig()
        rig.record()
        rig.holder = nil
        rig.end()
        #expect(rig.sent.last == #"{"event":"stop-movie","id":1}"#)
    }

    @Test("A holder that does not begin in time is given up, and one that does not end still records")
    func noAnswer() throws {
        let rig = Rig()
        rig.begin()
        rig.movies.expire(at: Rig.time(10_999))
        #expect(rig.said.isEmpty)
        rig.movies.expire(at: try #require(rig.timer))
        #expect(rig.reason == .noAnswer && rig.timer == nil)
        // It begins all the same, and is known then.
        rig.movies.begun(BegunMovie(movie: 1, path: "/srv/late.mkv"), by: 5)
        #expect(rig.said.last == .movie(MovieReport(.recording, path: "/srv/late.mkv")))
        rig.end()
        #expect(rig.timer == Rig.time(17_000))
        rig.movies.expire(at: try #require(rig.timer))
        #expect(rig.reason == .noAnswer && rig.movies.path == "/srv/late.mkv")
        rig.end(at: 20_000)
        #expect(rig.sent.count == 3 && rig.timer == Rig.time(35_000))
    }

    @Test("A movie that the holder has begun by itself, or before this tapfocus run, is known, and can be ended")
    func adopted() {
        let rig = Rig()
        rig.movies.begun(BegunMovie(movie: 9, path: "/srv/own.mkv"), by: 6)
        #expect(rig.said.isEmpty)
        rig.movies.begun(BegunMovie(movie: 9, path: "/srv/own.mkv"), by: 5)
        rig.movies.begun(BegunMovie(movie: 9, path: "/srv/own.mkv"), by: 5)
        #expect(rig.said == [.movie(MovieReport(.recording, path: "/srv/own.mkv"))] && rig.answered == [nil])
        rig.end()
        #expect(rig.sent == [#"{"event":"stop-movie","id":9}"#])
    }

    @Test("Only the holder's lines about the present movie count")
    func strangers() {
        let rig = Rig()
        rig.begin()
        rig.movies.begun(BegunMovie(movie: 1, path: "a"), by: 6)
        rig.movies.begun(BegunMovie(movie: 2, path: "a"), by: 5)
        rig.movies.ended(EndedMovie(movie: 1, reason: .failed), by: 6)
        rig.movies.ended(EndedMovie(movie: 2, reason: .failed), by: 5)
        #expect(rig.said.isEmpty)
    }
}
