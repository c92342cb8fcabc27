import Glibc

/// The camera's own autofocus and autoexposure, and the motor that moves the lens. Time is given to it: it has no clock.
struct Automatics {
    enum Event: Equatable {
        case lensArrived
        case focusConverged
        case exposureConverged
    }

    /// What moves the lens: the camera itself, or the host.
    enum Focus: Equatable {
        case automatic(region: SensorRegion)
        case manual(position: Double)
    }

    enum Exposure: Equatable {
        case automatic(region: SensorRegion)
        case manual
    }

    /// Lens steps per second.
    var lensSpeed = 250.0
    private(set) var focus = Focus.manual(position: 0)
    private(set) var exposure = Exposure.manual
    private var focusIsSettled = true
    private var exposureIsSettled = true
    /// Autofocus looks around for this long at least, even where it is sharp already, as real ones do: it first goes past
    /// the best place, because only there it sees that the picture gets worse again.
    private var huntingTime = 0.0

    private static let shortestHunt = 0.7
    private static let turningPoint = 0.3
    /// How far it looks beyond the best place, in dioptres.
    private static let overshoot = 1.0
    /// The mean signal that autoexposure wants.
    private static let middleGrey = 0.45
    /// Autoexposure comes 63 % nearer in this time, in seconds.
    private static let exposureTimeConstant = 0.12
    private static let exposureTolerance = 0.01

    var isSettled: Bool { focusIsSettled && exposureIsSettled }

    /// Starts anew even where nothing changes: a host that writes the same again asks for another search.
    mutating func startFocus(_ focus: Focus) {
        self.focus = focus
        focusIsSettled = false
        if case .automatic = focus { huntingTime = Self.shortestHunt } else { huntingTime = 0 }
    }

    mutating func startExposure(_ exposure: Exposure) {
        self.exposure = exposure
        exposureIsSettled = exposure == .manual
    }

    /// The scene has changed: whoever is automatic looks again.
    mutating func restart() {
        if case .automatic = focus { startFocus(focus) }
        startExposure(exposure)
    }

    /// Lets `seconds` pass.
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
