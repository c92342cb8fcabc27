import FocusCore
import SimulatedDevices

/// The demo's present picture and its history: gathered from the kiosk's occurrences, drawn by `DemoScreen`.
struct DemoModel {
    struct Square: Equatable {
        /// Nil: at the centre.
        var point: PointOfInterest?
        var since: Instant
        var isWeakened = false
    }

    /// A finger on the screen, in the screen's pixels.
    struct Touch: Equatable {
        var x: Double
        var y: Double
        var isDown: Bool
        var since: Instant
        var isIgnored = false
    }

    struct Line: Equatable {
        var time: Instant
        var text: String
        var colour: Colour
    }

    private(set) var caption = ""
    private(set) var lines: [Line] = []
    private(set) var square: Square?
    private(set) var touch: Touch?
    private(set) var stateName = "continuousAuto"
    private(set) var search = DemoSearch()
    /// The deviation of the last samples from gravity at rest, in m/s²; nil while the sensor slept.
    private(set) var motion: [Double?] = []
    private var strongest: Double?

    private static let keptLines = 40
    private static let keptMotion = 64

    mutating func follow(_ occurrence: SimulatedKiosk.Occurrence, in kiosk: SimulatedKiosk) {
        switch occurrence {
        case .happening(let happening): if !happening.caption.isEmpty { caption = happening.caption }
        case .frame:
            motion.append(strongest)
            strongest = kiosk.isSensorAwake ? 0 : nil
            if motion.count > Self.keptMotion { motion.removeFirst() }
        case .step(let input, let effects):
            follow(input, in: kiosk)
            effects.forEach { follow($0, at: input.time) }
        }
    }

    private mutating func follow(_ input: Input, in kiosk: SimulatedKiosk) {
        switch input.event {
        case .touch(let contact):
            let isDown = contact.phase == .down || contact.phase == .move
            touch = Touch(x: Double(contact.x), y: Double(contact.y), isDown: isDown, since: input.time)
        case .acceleration(let sample):
            let deviation = (sample - kiosk.hand.rest).squaredLength.squareRoot()
            strongest = max(strongest ?? 0, deviation)
        case .frames(.measured(let frame)): search.add(frame)
        case .cameraAnswered(let result):
            if let text = DemoWords.line(about: result) { add(text, DemoPalette.problem, at: input.time) }
        default: break
        }
    }

    private mutating func follow(_ effect: Effect, at time: Instant) {
        if let text = DemoWords.line(about: effect) { add(text, DemoWords.colour(of: effect), at: time) }
        search.follow(effect)
        switch effect {
        case .state(let report):
            stateName = "\(report.state.name)"
            show(report.indicator, at: time)
        case .tapIgnored: touch?.isIgnored = true
        default: break
        }
    }

    private mutating func show(_ indicator: Indicator, at time: Instant) {
        switch indicator {
        case .largeAtCentre: square = Square(point: nil, since: time)
        case .smallAtPoint(let point): square = Square(point: point, since: time)
        case .weakened: square?.isWeakened = true
        case .unchanged: break
        }
    }

    private mutating func add(_ text: String, _ colour: Colour, at time: Instant) {
        lines.append(Line(time: time, text: text, colour: colour))
        if lines.count > Self.keptLines { lines.removeFirst() }
    }
}

extension DemoModel.Square {
    /// The side of the drawn square, in points (the picture's shorter side has 375); and its strength, 0…1.
    ///
    /// It appears at 187.5 points and shrinks in 0.5 s to 75 at a tapped point and to 112.5 at the centre, where it
    /// fades away in 0.5 s after 2 s. While the lock can end, it has half the strength.
    func appearance(at time: Instant) -> (points: Double, strength: Double) {
        let age = max(time.since(since).seconds, 0)
        let end = point == nil ? 112.5 : 75.0
        let points = 187.5 + (end - 187.5) * min(age / 0.5, 1)
        guard point == nil else { return (points, isWeakened ? 0.5 : 1) }
        return (points, 1 - min(max((age - 2) / 0.5, 0), 1))
    }
}
