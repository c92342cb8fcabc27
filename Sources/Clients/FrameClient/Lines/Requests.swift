import FocusCore
import JSONLines

/// The requests of this client, each a line for `tapfocus run`.
extension JSONLine {
    /// Begins a line. The line before is dropped.
    mutating func begin(_ request: StaticString) {
        removeAll()
        open("{")
        word("request", request)
    }

    mutating func integer(_ name: StaticString, _ value: some FixedWidthInteger) {
        key(name)
        integer(value)
    }

    mutating func number(_ name: StaticString, _ value: Double) {
        key(name)
        number(value)
    }

    mutating func word(_ name: StaticString, _ value: StaticString) {
        key(name)
        word(value)
    }

    mutating func end() {
        close("}")
        endLine()
    }

    mutating func bare(_ request: StaticString) {
        begin(request)
        end()
    }

    /// Reserves the camera; with a stream, declares it.
    mutating func holdFrames(
        _ camera: String, _ stream: StreamDeclaration?, takesPhotos: Bool = false, live: Bool = false,
        recordsMovies: Bool = false
    ) {
        begin("hold-frames")
        text("camera", camera)
        if takesPhotos {
            key("photos")
            boolean(true)
        }
        if live {
            key("live")
            boolean(true)
        }
        if recordsMovies {
            key("movies")
            boolean(true)
        }
        if let stream { fields(of: stream) }
        end()
    }

    private mutating func fields(of stream: StreamDeclaration) {
        integer("width", stream.width)
        integer("height", stream.height)
        if stream.interval > 0 { integer("interval", stream.interval) }
        word("stamp", stream.stamp.word)
        if stream.stamp == .received { integer("delay", stream.delay) }
        key("crop")
        numbers(stream.crop.x, stream.crop.y, stream.crop.width, stream.crop.height)
        integer("measure", LumaMeasurement.version)
        key("taps")
        boolean(stream.takesTaps)
    }

    mutating func frame(_ wish: FrameWish, _ measured: LumaMeasurement, sequence: UInt32, captured: Int64) {
        begin("frame")
        integer("id", wish.id)
        integer("sequence", sequence)
        integer("captured", captured)
        key("sharpness")
        open("[")
        number(measured.sharpness)
        close("]")
        number("mean", measured.mean)
        number("bright", measured.bright)
        number("dark", measured.dark)
        if let grid = measured.grid {
            key("grid")
            open("[")
            for index in grid.cells.indices { integer(grid.cells[index]) }
            close("]")
        }
        end()
    }

    /// A wish for a photo.
    /// - Parameters:
    ///   - wait: in seconds; nil: the frame of this moment.
    ///   - count: of so many frames the sharpest.
    ///   - live: with the seconds before and after it.
    mutating func takePhoto(_ path: String, wait: Double?, of count: Int32, live: Bool, id: UInt64) {
        begin("photo")
        text("path", path)
        if let wait {
            number("wait", wait)
        } else {
            key("now")
            boolean(true)
        }
        if count > 1 { integer("of", count) }
        if live {
            key("live")
            boolean(true)
        }
        if id > 0 { integer("id", id) }
        end()
    }

    /// A frame was taken for a photo.
    /// - Parameter captured: µs of CLOCK_MONOTONIC.
    mutating func photoTaken(_ photo: UInt32, sequence: UInt32, captured: Int64, sharpness: Double?) {
        begin("photo-taken")
        integer("id", photo)
        integer("sequence", sequence)
        integer("captured", captured)
        if let sharpness { number("sharpness", sharpness) }
        end()
    }

    /// The file of a photo is complete.
    mutating func photoKept(_ photo: UInt32, path: String, bytes: Int64) {
        begin("photo-kept")
        integer("id", photo)
        text("path", path)
        integer("bytes", bytes)
        end()
    }

    mutating func photoFailed(_ photo: UInt32, reason: String, message: String) {
        begin("photo-failed")
        integer("id", photo)
        text("reason", reason)
        text("message", message)
        end()
    }

    /// A tap, 0…1.
    mutating func tap(x: Double, y: Double, isInPicture: Bool, id: UInt64) {
        begin("tap")
        number("x", x)
        number("y", y)
        if isInPicture { word("in", "picture") }
        if id > 0 { integer("id", id) }
        end()
    }

    mutating func compensation(_ ev: Double) {
        begin("compensate")
        number("ev", ev)
        end()
    }

    /// The one event that this client makes by itself, an `error` without a line feed: the socket belongs to another user.
    /// - Parameter now: µs of CLOCK_MONOTONIC.
    mutating func stranger(_ user: UInt32, at path: String, _ now: Int64) {
        removeAll()
        open("{")
        word("event", "error")
        integer("time", now * 1000)
        text(
            "message",
            "cannot reach the socket \(path): it belongs to another user, \(user). That user would get what is sent, and "
                + "could answer anything. Name the socket of \"tapfocus run\", or set XDG_RUNTIME_DIR to a folder of your "
                + "own, for \"tapfocus run\", too.")
        close("}")
    }
}
