import FocusCore

/// Simpler values in the place of an input's, the simplest first.
enum SimplerValues {
    static func of(_ event: Input.Event) -> [Input.Event] {
        let all: [Input.Event]
        switch event {
        case .acceleration(let sample): all = samples(sample).map { .acceleration($0) }
        case .touch(let contact): all = contacts(contact).map { .touch($0) }
        case .viewTapped(let x, let y, _): all = points(x, y).map { .viewTapped(x: $0, y: $1) }
        case .pictureTapped(let x, let y, _): all = points(x, y).map { .pictureTapped(x: $0, y: $1) }
        case .exposureCompensation(let value): all = [1.0, 10].map { .exposureCompensation(rounded(value, $0)) }
        case .temporaryCompensation(let value?): all = [1.0, 10].map { .temporaryCompensation(rounded(value, $0)) }
        case .lensOffset(let share?): all = [10.0, 100].map { .lensOffset(rounded(share, $0)) }
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

    private static func points(_ x: Double, _ y: Double) -> [(Double, Double)] {
        [(0.5, 0.5)] + [1.0, 10, 100].map { (rounded(x, $0), rounded(y, $0)) }
    }

    private static func contacts(_ contact: TouchContact) -> [TouchContact] {
        func rounded(to step: Int32, major: Int32) -> TouchContact {
            TouchContact(
                slot: contact.slot, phase: contact.phase, x: contact.x / step * step, y: contact.y / step * step,
                major: major, isPalm: contact.isPalm)
        }
        return [Int32(1000), 100, 10].flatMap { step in
            [0, contact.major].map { major in rounded(to: step, major: major) }
        } + [rounded(to: 1, major: 0)]
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
}
