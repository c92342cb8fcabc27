/// The lanes of a time line in Perfetto, in their order from the top, by their titles. Each session has its own.
enum PerfettoLane: String, CaseIterable {
    case states = "state"
    case taps
    case touches = "touch"
    case motion, timers, focus, exposure
    case calls = "calls to the camera"
    case frames, devices, faults

    var title: String { rawValue }
    /// From 1.
    var number: Int { 1 + (Self.allCases.firstIndex(of: self) ?? 0) }
}
