import KioskLines

/// The sentences about movies.
enum MovieWords {
    /// There is no movie.
    /// - Parameters:
    ///   - path: as the client has asked for it; nil: it has asked for the end of one.
    ///   - holder: the holder's own sentence; empty: it has given none.
    static func sentence(for reason: MovieReason, path: String? = nil, holder: String = "") -> String {
        let text = holder.isEmpty ? words(for: reason) : holder
        return path.map { "there is no movie \($0): \(text)" } ?? text
    }

    static func busy(_ path: String) -> String {
        "the movie \(path) is being recorded, and there is one at a time. End it first (\"tapfocus movie --end\")."
    }

    /// It begins, or another client ends it.
    static func changing(_ path: String) -> String {
        "the movie \(path) is just beginning or ending, for another client. Ask again in a moment."
    }

    /// It was told to end, and does not.
    static func endless(_ path: String) -> String {
        "the program that records \(path) was told to end it, and has not answered in time. Does its picture move? "
            + "What has been recorded plays, also after that program is killed."
    }

    /// The end of a movie, or the reason why there is none.
    static func words(for reason: MovieReason) -> String {
        switch reason {
        case .request: "somebody has ended it."
        case .maxSeconds: "the longest duration is over."
        case .keepFree: "less is free on the disk than was to stay free."
        case .streamEnded: "the frames have ended, or changed their size."
        case .noSpace: "the disk is full, or less is free than is to stay free. Make room, or lower --keep-free."
        case .holderGone: "the program that recorded it has ended, or its connection has. What was recorded plays."
        case .noHolder: "no program that records movies holds the camera's frames."
        case .busy: "another movie is being recorded. End it first."
        case .noMovie: "no movie is being recorded."
        case .noAnswer: "the program that holds the frames has not answered in time. It may still begin."
        case .noFrames: "the program that holds the frames has none yet. Ask again when its picture moves."
        case .noEncoder: "an encoder is missing: for .mp4, GStreamer's x264enc or openh264enc, and h264parse."
        case .ending: "its name ends in neither .mkv nor .mp4."
        case .exists: "there is such a file, and no movie replaces one. Choose another name."
        case .outside: "it is not below the folder of the program that records. Name a path below it."
        case .noFolder: "its folder does not exist. Make it first."
        case .readOnly: "the file system is read-only. Choose another folder."
        case .denied: "the program that records may not write there. Give its user the right to."
        case .failed: "the program that records could not write it."
        }
    }
}
