import FocusCore

/// Writes inputs. Documentation/TraceFormat.md describes the format for other programs.
extension JSONLine {
    package mutating func input(_ event: Input.Event, camera identity: TraceCamera? = nil) {
        open("{")
        switch event {
        case .start: emptyObject("start")
        case .cameraArrived(let description):
            key("cameraArrived")
            camera(description, identity)
        case .cameraLeft: emptyObject("cameraLeft")
        case .cameraImage(let width, let height): field("cameraImage", Pair(width, height))
        case .touchscreenArrived(let description): field("touchscreenArrived", description)
        case .touchscreenLeft: emptyObject("touchscreenLeft")
        case .accelerometerArrived: emptyObject("accelerometerArrived")
        case .accelerometerLeft: emptyObject("accelerometerLeft")
        case .touch(let contact): field("touch", contact)
        case .touchesLost: emptyObject("touchesLost")
        case .acceleration(let sample): field("acceleration", sample)
        case .timer(let id, let generation): field("timer", TimerRecord(id: id, generation: generation))
        case .viewShown: emptyObject("viewShown")
        case .viewTapped(let x, let y, let id): field("viewTapped", TapRecord(at: PointOfInterest(x: x, y: y), tap: id))
        case .pictureTapped(let x, let y, let id):
            field("pictureTapped", TapRecord(at: PointOfInterest(x: x, y: y), tap: id))
        case .cameraAnswered(let result): field("cameraAnswered", result)
        case .frames(.measured(let statistics)): field("frame", statistics)
        case .frames(.began(let began)): field("framesBegan", began)
        case .frames(.unavailable(let request, let errno)):
            field("framesUnavailable", FramesRecord(request: request, errno: errno))
        case .frames(.ended(let request)): field("framesEnded", FramesRecord(request: request))
        case .frames(.lost(let request, let errno)): field("framesLost", FramesRecord(request: request, errno: errno))
        case .framesHeld(let holder): field("framesHeld", holder)
        case .controlsChanged: emptyObject("controlsChanged")
        case .exposureCompensation(let value): field("exposureCompensation", value)
        case .temporaryCompensation(let value): field("temporaryCompensation", value)
        case .viewPlaced(let placement): field("viewPlaced", placement)
        case .tapsSent(let isSent): field("tapsSent", isSent)
        case .stop: emptyObject("stop")
        }
        close("}")
    }

    package mutating func emptyObject(_ name: StaticString) { field(name, EmptyObject()) }
}
