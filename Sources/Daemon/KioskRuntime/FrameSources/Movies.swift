import FocusCore
import KioskLines
import LinuxDevices
import RequestNames

/// The movie that a program records, from the request to the end of its file: one at a time. No frame comes here. This passes lines
/// between clients and the program that holds the frames, and knows which movie is running.
///
/// A movie belongs to the connection of the program that records it, and not to its hold: it goes on when the program shows another
/// stream, and ends for the clients when the connection does.
final class Movies {
    typealias Client = ControlServer.ClientID

    /// A client that waits for an answer.
    struct Asker: Equatable {
        let client: Client
        /// The client's own number of the request.
        let id: TapID?
        var request = RequestName.movie
    }

    private enum Phase {
        /// The program was told to begin.
        case beginning(Asker)
        case recording
        /// The program was told to end.
        case ending(Asker)
    }

    private struct Movie {
        /// As in the lines of the program.
        let number: UInt32
        let holder: Client
        /// As the client has given it; once it is recorded, as the program says it.
        var path: String
        var phase: Phase
        /// Nil: nobody waits for anything.
        var deadline: Instant?
    }

    private var movie: Movie?
    /// The id of the latest movie that a client has asked for; 0: there was none.
    private var number: UInt32 = 0

    /// The program that holds the frames.
    var holder: () -> FrameExchange.Holder? = { nil }
    /// Sends a line to the program.
    var send: ([UInt8], Client) -> Void = { _, _ in }
    /// Announces something, in answer to a client; nil: it answers nobody.
    var announce: (Announcement, Asker?) -> Void = { _, _ in }
    /// Asks for `expire` at a time; nil: at none.
    var setTimer: (Instant?) -> Void = { _ in }

    /// From the word to begin to the first bytes of the file: an encoder is loaded, and a slow card takes seconds.
    private static let patienceForBeginning = TimeSpan.milliseconds(10_000)
    /// From the word to end to the end of the file.
    private static let patienceForEnd = TimeSpan.milliseconds(15_000)

    /// The path of the movie that is being recorded; nil: none is, as far as its program has said.
    var path: String? {
        switch movie?.phase {
        case .recording?, .ending?: movie?.path
        case .beginning?, nil: nil
        }
    }

    /// A client wants a movie.
    func begin(_ request: MovieRequest, for client: Client, at now: Instant = MonotonicClock.now()) {
        let asker = Asker(client: client, id: request.id)
        if let movie { return refuse(.busy, MovieWords.busy(movie.path), asker) }
        let found = holder()
        guard let present = found, present.wish.recordsMovies, present.wish.stream != nil else {
            return refuse(.noHolder, Self.reason(found), asker)
        }
        number &+= 1
        movie = Movie(number: number, holder: present.client, path: request.path, phase: .beginning(asker))
        wait(until: now.advanced(by: Self.patienceForBeginning))
        send(HolderLines.startMovie(id: number, request), present.client)
    }

    /// A client wants the movie to end.
    func end(for client: Client, id: TapID?, at now: Instant = MonotonicClock.now()) {
        let asker = Asker(client: client, id: id, request: .endMovie)
        guard let movie else { return refuse(.noMovie, MovieWords.sentence(for: .noMovie), asker) }
        guard case .recording = movie.phase else { return refuse(.busy, MovieWords.changing(movie.path), asker) }
        self.movie?.phase = .ending(asker)
        wait(until: now.advanced(by: Self.patienceForEnd))
        send(HolderLines.stopMovie(id: movie.number), movie.holder)
    }

    /// The connection of a client has closed: it records nothing any more that anybody here could end.
    func clientLeft(_ client: Client) {
        guard let movie, movie.holder == client else { return }
        finish(EndedMovie(movie: movie.number, reason: .holderGone))
    }

    func expire(at time: Instant) {
        guard let movie, let deadline = movie.deadline, time >= deadline else { return }
        wait(until: nil)
        switch movie.phase {
        case .beginning(let asker):
            self.movie = nil
            refuse(.noAnswer, MovieWords.sentence(for: .noAnswer, path: movie.path), asker)
        case .ending(let asker):
            // As far as anybody knows, it goes on.
            self.movie?.phase = .recording
            refuse(.noAnswer, MovieWords.endless(movie.path), asker)
        case .recording: break
        }
    }

    /// The reason why the program that holds the frames records nothing.
    private static func reason(_ holder: FrameExchange.Holder?) -> String {
        guard let holder else {
            return "no program holds the camera's frames, so nobody can record a movie. Show the picture with a "
                + "program that records movies, for example tapfocus-camera with --folder."
        }
        guard holder.wish.recordsMovies else {
            return "the program that holds the camera's frames records no movies. The GStreamer bin tapfocuscamera "
                + "records them, with photo-folder."
        }
        return "the program that holds the camera shows no frames now. Ask again when its pipeline plays."
    }

    private func wait(until deadline: Instant?) {
        movie?.deadline = deadline
        setTimer(deadline)
    }

    private func refuse(_ reason: MovieReason, _ sentence: String, _ asker: Asker) {
        announce(.movieFailed(reason, message: sentence, id: asker.id), asker)
    }
}

/// Lines of the program that records.
extension Movies {
    /// A program records a movie: the one that was asked for, or one that it has begun by itself, or before this connection.
    func begun(_ begun: BegunMovie, by client: Client) {
        guard let movie else {
            guard holder()?.client == client else { return }
            self.movie = Movie(number: begun.movie, holder: client, path: begun.path, phase: .recording)
            return announce(.movie(MovieReport(.recording, path: begun.path)), nil)
        }
        guard case .beginning(let asker) = movie.phase, isExpected(begun.movie, from: client) else { return }
        self.movie?.path = begun.path
        self.movie?.phase = .recording
        wait(until: nil)
        announce(.movie(MovieReport(.recording, path: begun.path, id: asker.id)), asker)
    }

    func ended(_ ended: EndedMovie, by client: Client) {
        if isExpected(ended.movie, from: client) { finish(ended) }
    }

    /// True if a line of a client is about the present movie, and the client records it.
    private func isExpected(_ number: UInt32, from client: Client) -> Bool {
        movie?.number == number && movie?.holder == client
    }

    private func finish(_ ended: EndedMovie) {
        guard let movie else { return }
        wait(until: nil)
        self.movie = nil
        var report = MovieReport(
            .ended, path: movie.path, seconds: ended.seconds.flatMap { $0.isFinite ? $0 : nil }, dropped: ended.dropped,
            reason: ended.reason)
        switch movie.phase {
        case .beginning(let asker):
            let sentence = MovieWords.sentence(for: ended.reason, path: movie.path, holder: ended.message)
            refuse(ended.reason, sentence, asker)
        case .recording: announce(.movie(report), nil)
        case .ending(let asker):
            report.id = asker.id
            announce(.movie(report), asker)
        }
    }
}
