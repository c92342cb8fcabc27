import FocusCore

/// Simpler values in the place of an input's, the simplest first.
enum SimplerValues {
    static func of(_ event: Input.Event) -> [Input.Event] {
        let all: [Input.Event]
        switch event {
        case .acceleration(let sample): all = samples(sample).map { .acceleration($0) }
        case .touch(let contact): all = contacts(contact).map { .touch($0) }
        case .viewTapped(let x, let y, _):
            all =
                [.viewTapped(x: 0.5, y: 0.5)]
                + [1.0, 10, 100].map {
                    .viewTapped(x: rounded(x, $0), y: rounded(y, $0))
                }
        case .pictureTapped(let x, let y, _):
            all =
                [.pictureTapped(x: 0.5, y: 0.5)]
                + [1.0, 10, 100].map {
                    .pictureTapped(x: rounded(x, $0), y: rounded(y, $0))
                }
        case .exposureCompensation(let value): all = [1.0, 10].map { .exposureCompensation(rounded(value, $0)) }
        case .temporaryCompensation(let value?): all = [1.0, 10].map { .temporaryCompensation(rounded(value, $0)) }
        case .cameraArrived(let camera): all = cameras(camera).map { .cameraArrived($0) }
        default: all = []
        }
        // From where nothing becomes simpler, the present value is the simplest.
        return Array(all.prefix { $0 != event })
    }

    private static func samples(_ sample: Acceleration) -> [Acceleration] {
        [Acceleration(x: 0, y: 0, z: 9.81)]
            + [1.0, 10, 100].map {
                Acceleration(x: rounded(sample.x, $0), y: rounded(sample.y, $0), z: rounded(sample.z, $0))
            }
    }

    private static func contacts(_ contact: TouchContact) -> [TouchContact] {
        [Int32(1000), 100, 10].flatMap { step in
            [0, contact.major].map { major in
                TouchContact(
                    slot: contact.slot, phase: contact.phase, x: rounded(contact.x, step), y: rounded(contact.y, step),
                    major: major, isPalm: contact.isPalm)
            }
        } + [
            TouchContact(
                slot: contact.slot, phase: contact.phase, x: contact.x, y: contact.y, isPalm: contact.isPalm)
        ]
    }

    private static func cameras(_ camera: CameraDescription) -> [CameraDescription] {
        var plain = camera
        plain.quirks = CameraQuirks()
        plain.remembered = []
        var new = camera
        new.remembered = []
        return [plain, new]
    }

    /// To the nearest whole number of parts.
    private static func rounded(_ value: Double, _ parts: Double) -> Double {
        guard value.isFinite, abs(value) < 1e12 else { return value }
        // A sum with 0 is never the negative zero.
        return (value * parts).rounded() / parts + 0
    }

    private static func rounded(_ value: Int32, _ step: Int32) -> Int32 { value / step * step }
}
