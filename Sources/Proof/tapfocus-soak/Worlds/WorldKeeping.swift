import FocusCore

/// The locks and lights of clients and persons, as the inputs and effects tell them.
struct WorldKeeping {
    var lock = WorldLock()
    var light = WorldLight()

    /// A new step begins.
    mutating func follow(_ event: Input.Event) {
        lock.begin()
        light.follow(event)
    }
}

/// The owner of a lock, as the effects tell it: there is one at a time, and nothing that moves takes it away.
struct WorldLock {
    private(set) var keeper: Keeper?
    /// True if the present step has accepted a tap.
    private var isTapped = false

    /// A new step begins.
    mutating func begin() { isTapped = false }

    mutating func follow(_ report: StateReport) -> WorldViolation? {
        isTapped = report.cause == .tap
        guard let keeper, let moved = report.moved, moved != .idle || keeper == .application else { return nil }
        return WorldViolation(check: .lock, sentence: "\(moved) lets go of what the \(keeper) keeps")
    }

    mutating func keep(for next: Keeper?) -> WorldViolation? {
        defer { keeper = next }
        if keeper == nil, next == nil { return WorldViolation(check: .lock, sentence: "a lock ends that nobody has") }
        guard keeper == .application, next != .application, next != nil || isTapped else { return nil }
        return WorldViolation(check: .lock, sentence: "somebody else's tap ends the lock of the application")
    }

    /// - Parameter actual: the engine's.
    func fault(of actual: Keeper?) -> WorldViolation? {
        guard keeper != actual else { return nil }
        let (told, kept) = (keeper?.name.description ?? "nobody", actual?.name.description ?? "nobody")
        return WorldViolation(check: .lock, sentence: "\(told) keeps what is held, as it was told, and \(kept) does")
    }
}

/// The light that somebody has switched, and what the effects tell of it.
struct WorldLight {
    private var isOn = false
    private var isTold = false
    /// The exposure that was last told with it.
    private(set) var exposure: LightReport.Outcome?
    /// True once a compensation was missing: the light may show that the camera reports its exposure, and the compensation counts then.
    var lacksCompensation = false
    /// True while a camera is there, and is not about to be exchanged: that one hears of nothing any more.
    private var isHeeded = false
    /// True from the end on: a camera that comes later is not used.
    private var isOver = false

    mutating func follow(_ event: Input.Event) {
        switch event {
        case .lightChanged(let isOn): self.isOn = isOn
        case .cameraArrived: (isTold, isHeeded) = (false, !isOver)
        case .cameraLeft, .releaseCamera: isHeeded = false
        case .stop: (isHeeded, isOver) = (false, true)
        default: break
        }
    }

    mutating func follow(_ report: LightReport) {
        isTold = report.isOn
        exposure = report.exposure
    }

    /// To be asked at the end of a step: by then the camera that is there has been told.
    var fault: WorldViolation? {
        guard isHeeded, isOn != isTold else { return nil }
        return WorldViolation(check: .light, sentence: "a light is \(isOn ? "on" : "off"), and is told to be the other")
    }
}
