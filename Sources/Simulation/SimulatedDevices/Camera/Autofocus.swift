import FocusCore

/// The camera's own autofocus. It scans all distances in large steps, then the surroundings of the best one in small
/// steps, and rests there until the picture changes.
struct Autofocus: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
        case idle, toStart, coarse, toBest
        case fine(end: Double)
    }

    private(set) var phase = Phase.idle
    /// V4L2_CID_AUTO_FOCUS_STATUS: 0 idle, 1 busy, 2 reached, 4 failed.
    private(set) var status: Int64 = 0
    var target: Double
    private var bestPosition = 0.0
    private var bestSharpness = 0.0
    private var settledSharpness = 0.0
    private var changedFrames = 0

    private static let coarseStep = 40.0
    private static let fineStep = 8.0
    private static let fineReach = 48.0
    /// Below this sharpness the picture is a blank wall, and there is nothing to find.
    private static let leastSharpness = 0.02
    /// The number of consecutive frames that must look different before a resting autofocus searches again.
    private static let changedFrameLimit = 12

    init(target: Double) { self.target = target }

    var isSearching: Bool { phase != .idle }

    mutating func begin() {
        phase = .toStart
        status = 1
        target = Optics.lensRange.lowerBound
        bestSharpness = 0
        changedFrames = 0
    }

    mutating func stop(at lens: Double) {
        phase = .idle
        status = 0
        target = lens
    }

    /// Takes a frame that was exposed with the lens at rest at its target.
    mutating func look(lens: Double, sharpness: Double) {
        switch phase {
        case .idle: break
        case .toStart:
            phase = .coarse
            compare(lens, sharpness)
            target = min(lens + Self.coarseStep, Optics.lensRange.upperBound)
        case .coarse:
            compare(lens, sharpness)
            let isPastBest = bestSharpness > 0.2 && sharpness < bestSharpness * 0.4 && lens > bestPosition + 100
            if isPastBest || lens >= Optics.lensRange.upperBound {
                let end = min(bestPosition + Self.fineReach, Optics.lensRange.upperBound)
                phase = .fine(end: end)
                target = max(bestPosition - Self.fineReach, Optics.lensRange.lowerBound)
            } else {
                target = min(lens + Self.coarseStep, Optics.lensRange.upperBound)
            }
        case .fine(let end):
            compare(lens, sharpness)
            if lens >= end {
                phase = .toBest
                target = bestPosition
            } else {
                target = min(lens + Self.fineStep, end)
            }
        case .toBest:
            phase = .idle
            status = bestSharpness < Self.leastSharpness ? 4 : 2
            settledSharpness = sharpness
        }
    }

    /// Takes a frame while a continuous autofocus rests. It starts a search when the picture has looked different for a while.
    mutating func watch(sharpness: Double) {
        let change = abs(sharpness - settledSharpness)
        changedFrames = change > 0.3 * max(settledSharpness, Self.leastSharpness) ? changedFrames + 1 : 0
        if changedFrames >= Self.changedFrameLimit { begin() }
    }

    private mutating func compare(_ lens: Double, _ sharpness: Double) {
        guard sharpness > bestSharpness else { return }
        bestSharpness = sharpness
        bestPosition = lens
    }
}
