import FocusCore
import StateTrace

/// Builds single lines for the socket.
struct JSONLineBuilder {
    private var line = JSONLine()

    var bytes: [UInt8] { line.bytes }

    mutating func announcement(_ announcement: Announcement, at time: Instant) {
        line.announcement(announcement, at: time)
    }

    /// Tells a client what went wrong.
    /// - Parameters:
    ///   - request: the request that this answers, or that is undone by it; nil: none that is known.
    ///   - tap: the client's id of the tap that it is about.
    mutating func error(
        _ message: String, answering request: ControlRequest.Name?, tap: TapID? = nil, at time: Instant
    ) {
        begin("error", at: time)
        line.text("message", message)
        if let request { line.text("request", request.rawValue) }
        if let tap {
            line.key("id")
            line.integer(tap.number)
        }
        line.close("}")
        line.endLine()
    }

    /// The answer to a status request.
    mutating func status(_ status: KioskStatus, at time: Instant) {
        begin("status", at: time)
        line.state(status.state)
        line.key("moved")
        line.boolean(status.hasMoved)
        line.key("compensation")
        line.number(status.compensation)
        line.key("missingCompensation")
        line.number(status.missingCompensation)
        line.key("camera")
        device(status.camera) { line in
            if let levels = status.levels { line.levels(levels) }
            line.key("frames")
            line.word(status.frameSource)
        }
        line.key("touchscreen")
        device(status.touchscreen) { _ in }
        line.key("accelerometer")
        device(status.accelerometer) { line in
            line.key("awake")
            line.boolean(status.isSensorAwake)
        }
        if let trace = status.trace {
            line.text("trace", trace)
        } else {
            line.key("trace")
            line.null()
        }
        line.close("}")
        line.endLine()
    }

    /// Asks the program that holds the frames to measure.
    /// - Parameters:
    ///   - focus: the region for sharpness, in shares of that program's frames.
    ///   - exposure: the region for brightness, in shares of that program's frames.
    mutating func measure(
        id: UInt32, focus: NormalizedRectangle, exposure: NormalizedRectangle, _ request: FrameRequest
    ) {
        line.open("{")
        line.key("event")
        line.word("measure")
        line.key("id")
        line.integer(id)
        line.key("focus")
        line.numbers(focus.x, focus.y, focus.width, focus.height)
        line.key("exposure")
        line.numbers(exposure.x, exposure.y, exposure.width, exposure.height)
        line.key("grid")
        line.boolean(request.includesGrid)
        line.key("interval")
        line.integer(request.interval.nanoseconds / 1000)
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
        line.key("measures")
        line.boolean(measures)
        line.close("}")
        line.endLine()
    }

    private mutating func begin(_ event: StaticString, at time: Instant) {
        line.open("{")
        line.key("event")
        line.word(event)
        line.key("time")
        line.integer(time.nanoseconds)
    }

    private mutating func device(_ news: DeviceNews?, _ more: (inout JSONLine) -> Void) {
        guard let news else {
            line.null()
            return
        }
        line.open("{")
        line.text("name", news.name)
        line.text("path", news.path)
        more(&line)
        line.close("}")
    }
}

/// The present status of a running kiosk.
struct KioskStatus {
    var state: StateReport
    var hasMoved: Bool
    /// Exposure compensation in EV; positive is brighter.
    var compensation: Double
    /// The part of it that the held exposure could not follow, in EV.
    var missingCompensation: Double
    var camera: DeviceNews?
    var levels: LevelReport?
    /// The source of the camera's frames: camera (its own stream), reserved, or holder.
    var frameSource: StaticString
    var touchscreen: DeviceNews?
    var accelerometer: DeviceNews?
    var isSensorAwake: Bool
    /// The file or the folder of the trace that is being written.
    var trace: String?
}
