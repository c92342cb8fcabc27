import FocusCore

struct WorldTaps {
    private(set) var accepted = 0
    /// Taps that were refused, or ignored after they were recognised.
    private(set) var turnedDown = 0
    private(set) var settled = 0
    /// True if an accepted tap has not been reported as settled yet.
    private(set) var awaitsSettled = false
    private(set) var report: SettledReport?
    /// The ids of taps whose fate has not been told.
    private var open: Set<UInt64> = []
    private var asked = 0
    /// True if a finger, or a lock, may have made taps of its own.
    private var hasFingers = false

    /// True if the fate of a tap with an id has not been told.
    var hasOpen: Bool { !open.isEmpty }

    /// Taps of the application that have neither been accepted nor turned down; nil if fingers have tapped, too.
    var unanswered: Int? { hasFingers ? nil : asked - accepted - turnedDown }

    mutating func follow(_ event: Input.Event) {
        switch event {
        case .stop, .cameraLeft, .cameraArrived, .releaseCamera: awaitsSettled = false
        case .viewTapped(_, _, let tap), .pictureTapped(_, _, let tap):
            asked += 1
            if let tap { open.insert(tap.number) }
        case .touch, .keep: hasFingers = true
        default: break
        }
    }

    mutating func follow(_ report: StateReport) -> WorldViolation? {
        switch report.state {
        case .continuousAuto: awaitsSettled = false
        case .autoAndForceLocked:
            accepted += 1
            awaitsSettled = true
        case .unlockableLocked: break
        }
        return close(report.tap)
    }

    mutating func settle(_ report: SettledReport) -> WorldViolation? {
        defer { awaitsSettled = false }
        settled += 1
        self.report = report
        if !awaitsSettled {
            return WorldViolation(check: .settled, sentence: "settled is reported, and no tap waits for it")
        }
        let isReasoned =
            (report.focus == .failed) == (report.focusReason != nil)
            && (report.exposure == .failed) == (report.exposureReason != nil)
        guard !isReasoned else { return nil }
        return WorldViolation(
            check: .settled, sentence: "a failure is reported without its reason, or a reason without a failure")
    }

    mutating func refuse(_ tap: TapID?) -> WorldViolation? {
        turnedDown += 1
        return close(tap)
    }

    mutating func ignore(_ tap: TapID?, because reason: TapIgnored) -> WorldViolation? {
        switch reason {
        case .outsideView, .outsidePicture, .letterbox, .notOnScreen, .notRunning, .overtaken, .kept: turnedDown += 1
        case .secondFinger, .dragged, .tooLong, .palm, .cancelled: break
        }
        return close(tap)
    }

    private mutating func close(_ tap: TapID?) -> WorldViolation? {
        guard let tap, open.remove(tap.number) == nil else { return nil }
        return WorldViolation(check: .taps, sentence: "a fate is told of a tap that waits for none")
    }
}
