/// Tells from grids of luma that the scene has changed: the motion sensor of a device that never moves.
///
/// The rule is that of the Raspberry Pi's autofocus: a change, then stability. Focus on a subject that still arrives is focus on nothing.
///
///     anchor     = the grid at which the scene came to rest           anew when too many cells differ from it
///     still      ⇔ the anchor is older than stillTime
///     reference  = the anchor, once still                             the first time after the lock
///     changed    ⇔ cells that differ from light · reference, in sum    light: the median ratio, within its limits
///     reference  ← reference + (grid − reference) · dt / (τ + dt)     unless changed
///     true       ⇔ changed ∧ still
///
/// A passing cloud changes all cells by one factor: no other scene, unless the held exposure becomes wrong. A flash is gone before the
/// scene is still. Times are those of the frames, so the frame rate does not matter.
public struct SceneDetector: Equatable, Sendable, Snapshotable {
    private typealias Levels = InlineArray<48, Float>

    var settings: SceneSettings
    /// The time of the restart; nil before the first one.
    private var restarted: Instant?
    private var reference: Levels?
    private var anchor = LumaGrid()
    /// The time since which the scene has been at rest; nil before the first grid.
    private var anchored: Instant?
    private var previous = Instant(nanoseconds: 0)
    private var hasChanged = false

    /// Added to both sides of a ratio, in levels, so that black cells have a ratio, too.
    private static let pedestal: Float = 8

    public init(settings: SceneSettings = SceneSettings()) {
        self.settings = settings
    }

    /// Forgets everything. Call it when the camera has just been locked, perhaps on another scene.
    public mutating func restart(at time: Instant) {
        restarted = time
        reference = nil
        anchored = nil
        hasChanged = false
    }

    /// Takes a grid; grids come in the order of time. Returns true once after a restart: when the scene has changed and is at rest.
    public mutating func handle(_ grid: LumaGrid, at time: Instant) -> Bool {
        if let restarted, time.since(restarted) < settings.pause { return false }
        if hasChanged { return false }
        let isStill = rests(grid, at: time)
        let step = max(time.since(previous), .zero)
        previous = max(previous, time)
        guard reference != nil else {
            if isStill { reference = Self.levels(of: anchor) }
            return false
        }
        if differs(grid) {
            hasChanged = isStill
            return isStill
        }
        follow(grid, for: step)
        return false
    }

    private mutating func rests(_ grid: LumaGrid, at time: Instant) -> Bool {
        guard let since = anchored else {
            anchor = grid
            anchored = time
            return false
        }
        let moving = SceneLanes.differing(grid, anchor, byMoreThan: settings.stillness)
        guard Double(moving) <= settings.movingShare * Double(grid.cells.count) else {
            anchor = grid
            anchored = time
            return false
        }
        return time.since(since) >= settings.stillTime
    }

    private func differs(_ grid: LumaGrid) -> Bool {
        guard let reference else { return false }
        let least = settings.change > 0 ? settings.change : 0
        if SceneLanes.isAlike(grid, to: reference, pedestal: Self.pedestal, limit: lightLimit, within: least) {
            return false
        }
        let light = lightFactor(of: grid, to: reference)
        var changed = 0.0
        for index in grid.cells.indices {
            // A cell that is white in the reference cannot become whiter.
            let expected = min(reference[index] * light, 255)
            let excess = Double(abs(Float(grid.cells[index]) - expected)) - least
            // A cell counts in part: the edge of a person who moves a little changes less than the place that a person has left.
            if excess > 0 { changed += min(excess / max(2 * least, 1), 1) }
        }
        return changed > 0 && changed >= settings.changedShare * Double(grid.cells.count)
    }

    /// The factor by which the image is brighter: the median of the cells' ratios, which a subject of less than half of it does not move.
    private func lightFactor(of grid: LumaGrid, to reference: Levels) -> Float {
        var ratios = Levels(repeating: 1)
        for index in grid.cells.indices {
            let ratio = (Float(grid.cells[index]) + Self.pedestal) / (reference[index] + Self.pedestal)
            var place = index
            while place > 0, ratios[place - 1] > ratio {
                ratios[place] = ratios[place - 1]
                place -= 1
            }
            ratios[place] = ratio
        }
        let median = (ratios[23] + ratios[24]) / 2
        return min(max(median, 1 / lightLimit), lightLimit)
    }

    private var lightLimit: Float {
        settings.lightFactor >= 1 ? Float(min(settings.lightFactor, 256)) : 1
    }

    private mutating func follow(_ grid: LumaGrid, for step: TimeSpan) {
        guard var levels = reference, step > .zero else { return }
        let constant = max(settings.referenceTimeConstant.seconds, 0)
        let weight = Float(step.seconds / (constant + step.seconds))
        for index in grid.cells.indices { levels[index] += (Float(grid.cells[index]) - levels[index]) * weight }
        reference = levels
    }

    private static func levels(of grid: LumaGrid) -> Levels {
        Levels { Float(grid.cells[$0]) }
    }
}
