/// The lanes of a time line in Perfetto, in their order from the top. Each session has its own.
enum PerfettoLane: Int, CaseIterable {
    case states = 1
    case taps, touches, motion, timers, focus, exposure, calls, frames, devices, faults

    var title: String {
        switch self {
        case .states: "state"
        case .taps: "taps"
        case .touches: "touch"
        case .motion: "motion"
        case .timers: "timers"
        case .focus: "focus"
        case .exposure: "exposure"
        case .calls: "calls to the camera"
        case .frames: "frames"
        case .devices: "devices"
        case .faults: "faults"
        }
    }
}
