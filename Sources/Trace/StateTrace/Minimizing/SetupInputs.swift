import FocusCore
import TraceLines

/// The inputs of a session that tell which devices are there, and what is set: a late beginning needs them.
///
/// Of each kind the latest one counts. Those of the latest steps are all kept, because a late beginning may lie among them.
struct SetupInputs {
    private(set) var all: [(index: Int, input: Input)] = []
    /// At this many, superseded ones are dropped.
    private var limit = 64
    /// The last steps are all kept; this is their number.
    private let window: Int

    init(window: Int) { self.window = window }

    mutating func add(_ input: Input, at index: Int) {
        guard Self.kind(of: input.event) != nil else { return }
        all.append((index, input))
        guard all.count >= limit else { return }
        dropSuperseded(before: index - window)
        limit = 2 * all.count + 64
    }

    private mutating func dropSuperseded(before index: Int) {
        var seen: Set<String> = []
        let kept = all.reversed().filter { step in
            step.index >= index || Self.kind(of: step.input.event).map { seen.insert($0).inserted } == true
        }
        all = kept.reversed()
    }

    /// The kind of an input: a later input of the same kind replaces it. Nil: the input sets nothing that lasts.
    private static func kind(of event: Input.Event) -> String? {
        switch event {
        case .touch, .touchesLost, .acceleration, .timer, .viewShown, .viewTapped, .pictureTapped, .cameraAnswered,
            .frames, .controlsChanged, .zoom, .releaseCamera, .stop:
            nil
        case .cameraArrived, .cameraLeft: "camera"
        case .touchscreenArrived, .touchscreenLeft: "touchscreen"
        case .accelerometerArrived, .accelerometerLeft: "accelerometer"
        case .keep, .keepEnded: "keeper"
        default: event.name
        }
    }
}
