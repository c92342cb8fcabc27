import Glibc

/// The camera's own autofocus and autoexposure, and the motor that moves the lens. It has no clock: `advance` passes the time.
struct Automatics {
    enum Event: Equatable {
        case lensArrived, focusConverged, exposureConverged
    }

    /// The source of the lens's target: the camera itself, or the host.
    enum Focus: Equatable {
        case automatic(region: SensorRegion)
        case manual(position: Double)
    }

    enum Exposure: Equatable {
        case automatic(region: SensorRegion)
        case manual
    }

    /// In lens positions per second.
    var lensSpeed = 250.0
    private(set) var focus = Focus.manual(position: 0)
    private(set) var exposure = Exposure.manual
    private var focusIsSettled = true
    private var exposureIsSettled = true
    /// Remaining time, in seconds, for which autofocus goes on searching even where it is sharp already. A real camera
    /// does so, too: it first passes the best place, because only beyond it the picture gets worse again.
    private var huntingTime = 0.0

    private static let shortestHunt = 0.7
    private static let turningPoint = 0.3
    /// The distance by which it passes the best place, in dioptres.
    private static let overshoot = 1.0
    /// The mean signal that autoexposure aims at.
    private static let middleGrey = 0.45
    /// Autoexposure gets 63 % closer to its target in this time, in seconds.
    private static let exposureTimeConstant = 0.12
    private static let exposureTolerance = 0.01

    var isSettled: Bool { focusIsSettled && exposureIsSettled }

    /// Starts again even if nothing changes: a host that writes the same value asks for another search.
    mutating func startFocus(_ focus: Focus) {
        self.focus = focus
        focusIsSettled = false
        if case .automatic = focus { huntingTime = Self.shortestHunt } else { huntingTime = 0 }
    }

    mutating func startExposure(_ exposure: Exposure) {
        self.exposure = exposure
        exposureIsSettled = exposure == .manual
    }

    /// Restarts the automatics after the scene has changed.
    mutating func restart() {
        if case .automatic = focus { startFocus(focus) }
        startExposure(exposure)
    }

    mutating func advance(_ optics: inout Optics, by seconds: Double) -> [Event] {
        moveLens(&optics, seconds) + adjustExposure(&optics, seconds)
    }

    private mutating func moveLens(_ optics: inout Optics, _ seconds: Double) -> [Event] {
        guard !focusIsSettled else { return [] }
        let target: Double
        switch focus {
        case .manual(let position): target = position
        case .automatic(let region):
            let best = optics.bestLens(for: optics.scene.dominant(in: region))
            let beyond = best + Self.overshoot * optics.lensRange.positionsPerDioptre
            target = huntingTime > Self.turningPoint ? beyond : best
        }
        let reach = lensSpeed * seconds
        huntingTime -= seconds
        let distance = target - optics.lens
        guard abs(distance) <= reach else {
            optics.lens += distance > 0 ? reach : -reach
            return []
        }
        optics.lens = target
        guard huntingTime <= 0 else { return [] }
        focusIsSettled = true
        if case .automatic = focus { return [.lensArrived, .focusConverged] }
        return [.lensArrived]
    }

    private mutating func adjustExposure(_ optics: inout Optics, _ seconds: Double) -> [Event] {
        guard !exposureIsSettled, case .automatic(let region) = exposure else { return [] }
        let target = optics.exposure(for: Self.middleGrey, in: region)
        // In ratios, because brightness is perceived in ratios.
        let ratio = pow(target / optics.exposure, 1 - exp(-seconds / Self.exposureTimeConstant))
        optics.exposure *= ratio
        guard abs(target / optics.exposure - 1) < Self.exposureTolerance else { return [] }
        optics.exposure = target
        exposureIsSettled = true
        return [.exposureConverged]
    }
}
