/// Answers the UVC requests for the camera's controls.
final class ControlRequests {
    /// bRequest (UVC 1.5, A.8).
    enum Kind: UInt8 {
        case setCurrent = 0x01
        case current = 0x81
        case minimum = 0x82
        case maximum = 0x83
        case resolution = 0x84
        case length = 0x85
        case information = 0x86
        case initial = 0x87
    }

    private let model: CameraModel
    private let log: EventLog
    private var lastRefusal: RefusalCode?
    var misbehaviour: Misbehaviour
    /// Called after each write by the host.
    var written: () -> Void = {}

    init(model: CameraModel, log: EventLog) {
        self.model = model
        self.log = log
        misbehaviour = Misbehaviour(model.design)
    }

    func answer(_ request: Request) -> (Answer, delay: Nanoseconds) {
        let setup = request.setup
        let unit = UInt8(setup.index >> 8)
        let selector = UInt8(setup.value >> 8)
        guard let kind = Kind(rawValue: setup.request) else { return (refuse(.invalidRequest), 0) }
        if unit == 0 { return (answerInterface(kind, selector), 0) }
        let control = model.controls.first {
            $0.specification.unit.rawValue == unit && $0.specification.selector == selector
        }
        guard let control else { return (refuse(.invalidControl), 0) }
        let delay = misbehaviour.hangs[control] ?? 0
        guard kind != .setCurrent else { return (write(request.payload, to: control), delay) }
        lastRefusal = nil
        return (.done(read(kind, control)), delay)
    }

    /// The interface's own control: the reason why the last request was refused (VC_REQUEST_ERROR_CODE_CONTROL).
    private func answerInterface(_ kind: Kind, _ selector: UInt8) -> Answer {
        guard selector == 0x02 else { return refuse(.invalidControl) }
        switch kind {
        case .current: return .done([lastRefusal?.number ?? 0])
        case .length: return .done([1, 0])
        case .information: return .done([1])
        default: return refuse(.invalidRequest)
        }
    }

    private func refuse(_ code: RefusalCode) -> Answer {
        lastRefusal = code
        return .stall
    }

    private func read(_ kind: Kind, _ control: CameraControl) -> [UInt8] {
        let specification = model.design.specification(of: control)
        switch kind {
        case .length: return [UInt8(specification.length), 0]
        case .information: return [specification.information]
        case .current where misbehaviour.readingZero.contains(control):
            return [UInt8](repeating: 0, count: specification.length)
        case _ where control == .roi: return readRegion(kind).bytes
        case .minimum: return specification.bytes(of: specification.minimum)
        case .maximum: return specification.bytes(of: specification.maximum)
        case .resolution: return specification.bytes(of: specification.step)
        case .initial: return specification.bytes(of: specification.initial)
        default: return specification.bytes(of: model.current(control))
        }
    }

    private func readRegion(_ kind: Kind) -> RegionOfInterest {
        switch kind {
        case .minimum: .minimum
        case .maximum, .initial: .maximum(automatics: model.automaticsWithRegion)
        case .resolution:
            RegionOfInterest(region: SensorRegion(top: 1, left: 1, bottom: 1, right: 1), automatics: 1)
        default: model.regionOfInterest
        }
    }

    private func write(_ bytes: [UInt8], to control: CameraControl) -> Answer {
        let time = Clock.now()
        let specification = model.design.specification(of: control)
        let region = RegionOfInterest(bytes)
        let value = specification.value(of: bytes)
        let ownRefusal =
            control == .roi
            ? region.refusal(supported: model.automaticsWithRegion) : model.refusal(of: value, for: control)
        let refusal =
            misbehaviour.refused[control] ?? (bytes.count == specification.length ? ownRefusal : .invalidRequest)
        let isIgnored = refusal == nil && misbehaviour.consumeIgnored(control)
        log.write(
            "write", at: time,
            [
                ("unit", .string(specification.unit.name)), ("control", .string(control.rawValue)),
                ("value", control == .roi ? region.json : .integer(value)), ("accepted", .bool(refusal == nil)),
            ] + (refusal.map { [("refusal", .string($0.rawValue))] } ?? [])
                + (isIgnored ? [("ignored", .bool(true))] : []))
        if let refusal { return refuse(refusal) }
        lastRefusal = nil
        guard !isIgnored else { return .done() }
        if control == .roi { model.set(region) } else { model.set(control, to: value) }
        written()
        return .done()
    }
}
