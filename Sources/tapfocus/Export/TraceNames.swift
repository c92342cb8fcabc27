import FocusCore

/// The names of inputs and effects in a trace (Documentation/TraceFormat.md).
enum TraceNames {
    static func name(of event: Input.Event) -> StaticString {
        switch event {
        case .start: "start"
        case .cameraArrived: "cameraArrived"
        case .cameraLeft: "cameraLeft"
        case .cameraImage: "cameraImage"
        case .touchscreenArrived: "touchscreenArrived"
        case .touchscreenLeft: "touchscreenLeft"
        case .accelerometerArrived: "accelerometerArrived"
        case .accelerometerLeft: "accelerometerLeft"
        case .touch: "touch"
        case .touchesLost: "touchesLost"
        case .acceleration: "acceleration"
        case .timer: "timer"
        case .viewShown: "viewShown"
        case .viewTapped: "viewTapped"
        case .pictureTapped: "pictureTapped"
        case .cameraAnswered: "cameraAnswered"
        case .frame: "frame"
        case .framesBegan: "framesBegan"
        case .framesUnavailable: "framesUnavailable"
        case .framesEnded: "framesEnded"
        case .framesLost: "framesLost"
        case .framesHeld: "framesHeld"
        case .controlsChanged: "controlsChanged"
        case .exposureCompensation: "exposureCompensation"
        case .temporaryCompensation: "temporaryCompensation"
        case .viewPlaced: "viewPlaced"
        case .tapsSent: "tapsSent"
        case .stop: "stop"
        }
    }

    static func name(of effect: Effect) -> StaticString {
        switch effect {
        case .state: "state"
        case .arm: "arm"
        case .disarm: "disarm"
        case .call: "call"
        case .requestFrames: "requestFrames"
        case .releaseFrames: "releaseFrames"
        case .settled: "settled"
        case .searched: "searched"
        case .exposed: "exposed"
        case .levels: "levels"
        case .tapIgnored: "tapIgnored"
        case .tapRefused: "tapRefused"
        case .compensationTakenBack: "compensationTakenBack"
        case .motionSensor: "motionSensor"
        case .fault: "fault"
        case .stopped: "stopped"
        }
    }
}
