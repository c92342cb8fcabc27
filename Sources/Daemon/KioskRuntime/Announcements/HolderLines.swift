import FocusCore
import JSONLines
import StateTrace

/// The lines for a program that holds the camera's frames.
enum HolderLines {
    /// Asks the holder of the frames to measure regions, in shares of them: `focus` for sharpness, `exposure` for brightness.
    static func measure(
        id: UInt32, focus: NormalizedRectangle, exposure: NormalizedRectangle, _ request: FrameRequest
    ) -> [UInt8] {
        JSONLine.event("measure") { line in
            line.field("id", id)
            line.field("focus", focus)
            line.field("exposure", exposure)
            line.field("grid", request.includesGrid)
            line.field("interval", request.interval.nanoseconds / 1000)
        }
    }

    static var rest: [UInt8] { JSONLine.event("rest") }

    /// Asks the holder of the frames to take one for a photo.
    /// - Parameters:
    ///   - notBefore: the least time that it may have, in the meaning of the holder's stamp.
    ///   - count: of so many frames the sharpest.
    ///   - region: where it has to be sharp, in shares of the holder's frames.
    ///   - isLive: with the seconds before and after it.
    static func takePhoto(
        id: UInt32, path: String, notBefore: Instant, of count: Int, _ region: NormalizedRectangle?,
        isLive: Bool = false
    ) -> [UInt8] {
        JSONLine.event("take-photo") { line in
            line.field("id", id)
            line.text("path", path)
            // Rounded up: a frame that is a part of a microsecond too old is too old.
            let (microseconds, rest) = notBefore.nanoseconds.quotientAndRemainder(dividingBy: 1000)
            line.field("notBefore", microseconds + (rest > 0 ? 1 : 0))
            if isLive { line.field("live", true) }
            guard count > 1 else { return }
            line.field("of", count)
            if let region { line.field("region", region) }
        }
    }

    /// Has the holder forget a photo.
    static func dropPhoto(id: UInt32) -> [UInt8] { JSONLine.event("drop-photo") { $0.field("id", id) } }

    /// Asks the holder of the frames to record them.
    static func startMovie(id: UInt32, _ request: MovieRequest) -> [UInt8] {
        JSONLine.event("start-movie") { line in
            line.field("id", id)
            line.text("path", request.path)
            line.field("seconds", request.seconds)
            line.field("keepFree", request.keepFree)
        }
    }

    /// Has the program that records a movie end it.
    static func stopMovie(id: UInt32) -> [UInt8] { JSONLine.event("stop-movie") { $0.field("id", id) } }

    static func held(_ camera: String, measures: Bool, at time: Instant) -> [UInt8] {
        JSONLine.event("held", at: time) { line in
            line.text("camera", camera)
            line.field("measures", measures)
        }
    }
}
