import FocusCore
import StateTrace

/// The lines for a program that holds the camera's frames.
extension JSONLineBuilder {
    /// Asks the holder of the frames to measure regions, in shares of them: `focus` for sharpness, `exposure` for brightness.
    mutating func measure(
        id: UInt32, focus: NormalizedRectangle, exposure: NormalizedRectangle, _ request: FrameRequest
    ) {
        line.open("{")
        line.key("event")
        line.word("measure")
        line.field("id", id)
        line.field("focus", focus)
        line.field("exposure", exposure)
        line.field("grid", request.includesGrid)
        line.field("interval", request.interval.nanoseconds / 1000)
        line.close("}")
        line.endLine()
    }

    /// Nothing is to be measured.
    mutating func rest() {
        line.open("{")
        line.key("event")
        line.word("rest")
        line.close("}")
        line.endLine()
    }

    /// Tells a program that it holds a camera's frames.
    mutating func held(_ camera: String, measures: Bool, at time: Instant) {
        begin("held", at: time)
        line.text("camera", camera)
        line.field("measures", measures)
        line.close("}")
        line.endLine()
    }
}
