import FocusCore

/// Writes inputs. Documentation/TraceFormat.md describes the format for other programs.
extension Input.Event {
    package func write(to line: inout JSONLine) { write(to: &line, camera: nil) }

    /// - Parameter camera: the camera of a `cameraArrived`, for people and queries.
    func write(to line: inout JSONLine, camera: TraceCamera?) {
        line.open("{")
        switch self {
        case .start: line.emptyObject("start")
        case .cameraArrived(let description):
            line.key("cameraArrived")
            line.open("{")
            if let camera { line.identity(camera) }
            description.writeFields(to: &line)
            line.close("}")
        case .cameraLeft: line.emptyObject("cameraLeft")
        case .cameraImage(let width, let height): line.field("cameraImage", Pair(width, height))
        case .touchscreenArrived(let description): line.field("touchscreenArrived", description)
        case .touchscreenLeft: line.emptyObject("touchscreenLeft")
        case .accelerometerArrived: line.emptyObject("accelerometerArrived")
        case .accelerometerLeft: line.emptyObject("accelerometerLeft")
        case .touch(let contact): line.field("touch", contact)
        case .touchesLost: line.emptyObject("touchesLost")
        case .acceleration(let sample): line.field("acceleration", sample)
        case .timer(let id, let generation): line.field("timer", TimerRecord(id: id, generation: generation))
        case .viewShown: line.emptyObject("viewShown")
        case .viewTapped(let x, let y, let tap): line.field("viewTapped", TapRecord(x: x, y: y, tap: tap))
        case .pictureTapped(let x, let y, let tap): line.field("pictureTapped", TapRecord(x: x, y: y, tap: tap))
        case .releaseCamera: line.emptyObject("releaseCamera")
        case .lightChanged(let isOn): line.field("lightChanged", isOn)
        case .shutterChanged(let isClosed): line.field("shutterChanged", isClosed)
        case .keep(let wish): line.field("keep", KeepRecord(wish))
        case .keepEnded: line.emptyObject("keepEnded")
        case .cameraAnswered(let result): line.field("cameraAnswered", result)
        case .frames(.measured(let statistics)): line.field("frame", statistics)
        case .frames(.began(let began)): line.field("framesBegan", began)
        case .frames(.unavailable(let request, let errno)):
            line.field("framesUnavailable", FramesRecord(request: request, errno: errno))
        case .frames(.ended(let request)): line.field("framesEnded", FramesRecord(request: request))
        case .frames(.lost(let request, let errno)):
            line.field("framesLost", FramesRecord(request: request, errno: errno))
        case .framesHeld(let holder): line.field("framesHeld", holder)
        case .controlsChanged: line.emptyObject("controlsChanged")
        case .zoom(let wish): line.field("zoom", ZoomRecord(wish))
        case .zoomChanged(let value): line.field("zoomChanged", value)
        case .exposureCompensation(let value): line.field("exposureCompensation", value)
        case .temporaryCompensation(let value): line.field("temporaryCompensation", value)
        case .viewPlaced(let placement): line.field("viewPlaced", placement)
        case .tapsSent(let isSent): line.field("tapsSent", isSent)
        case .stop: line.emptyObject("stop")
        }
        line.close("}")
    }
}

extension JSONLine {
    package mutating func emptyObject(_ name: StaticString) { field(name, EmptyObject()) }
}
