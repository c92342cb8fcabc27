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

    static func held(_ camera: String, measures: Bool, at time: Instant) -> [UInt8] {
        JSONLine.event("held", at: time) { line in
            line.text("camera", camera)
            line.field("measures", measures)
        }
    }
}
