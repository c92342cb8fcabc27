/// Answers the UVC requests for the camera's controls, and remembers how it was told to misbehave.
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
    private var refused: [CameraControl: RefusalCode] = [:]
    private var hangs: [CameraControl: Nanoseconds] = [:]
    /// Called with each control that the host has written.
    var written: () -> Void = {}

    init(model: CameraModel, log: EventLog) {
        self.model = model
        self.log = log
    }

    /// From now on every write to `control` is refused; nil takes writes again.
    func refuse(_ control: CameraControl, _ code: RefusalCode?) {
        refused[control] = code
    }

    /// From now on every request for `control` is answered late by this; nil answers at once again.
    func hang(_ control: CameraControl, _ length: Nanoseconds?) {
        hangs[control] = length
    }

    var misbehaviour: JSON {
        let refusals = refused.map { ($0.key.rawValue, JSON.string($0.value.name)) }
        return .object(refusals.sorted { $0.0 < $1.0 })
    }

    /// The answer, and by how much it comes late.
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
        let delay = hangs[control] ?? 0
        guard kind != .setCurrent else { return (write(request.payload, to: control), delay) }
        lastRefusal = nil
        return (.done(read(kind, control)), delay)
    }

    /// The interface's own control: why the last request was refused (VC_REQUEST_ERROR_CODE_CONTROL).
    private func answerInterface(_ kind: Kind, _ selector: UInt8) -> Answer {
        guard selector == 0x02 else { return refuse(.invalidControl) }
        switch kind {
        case .current: return .done([lastRefusal?.rawValue ?? 0])
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
        let specification = control.specification
        switch kind {
        case .length: return [UInt8(specification.length), 0]
        case .information: return [specification.information]
        default: break
        }
        if control == .roi { return readRegion(kind).bytes }
        let value: Int64
        switch kind {
        case .minimum: value = specification.range.lowerBound
        case .maximum: value = specification.range.upperBound
        case .resolution: value = specification.step
        case .initial: value = specification.initial
        default: value = model.current(control)
        }
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(value, count: specification.length)
        return bytes
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
        let region = RegionOfInterest(bytes)
        let value = control.value(of: bytes)
        let ownRefusal =
            control == .roi
            ? region.refusal(supported: model.automaticsWithRegion) : model.refusal(of: value, for: control)
        let refusal = refused[control] ?? (bytes.count == control.specification.length ? ownRefusal : .invalidRequest)
        log.write(
            "write", at: time,
            [
                ("unit", .string(control.specification.unit.name)), ("control", .string(control.rawValue)),
                ("value", control == .roi ? region.json : .integer(value)), ("accepted", .bool(refusal == nil)),
            ] + (refusal.map { [("refusal", .string($0.name))] } ?? []))
        if let refusal { return refuse(refusal) }
        lastRefusal = nil
        if control == .roi { model.set(region) } else { model.set(control, to: value) }
        written()
        return .done()
    }
}
