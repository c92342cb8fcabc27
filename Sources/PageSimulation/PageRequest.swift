import FocusCore
import TraceLines

/// A request of the page: those lines of the control protocol that concern a kiosk whose camera measures by itself.
/// `ControlRequest` of KioskRuntime reads them all, with Foundation, which a page does not have.
enum PageRequest: Equatable {
    case tap(x: Double, y: Double, isInPicture: Bool, id: TapID?)
    case showView
    case compensate(ev: Double, untilContinuous: Bool)
    case status
    case watch

    /// The reason why a line is not a request: a sentence for the page.
    struct Refusal: Error, Equatable {
        var message: String
        /// The request that the line was meant as; nil if it names none that is known.
        var request: String?
        var tap: TapID?
    }

    /// - Parameter line: without its line feed; it is read only during the call.
    init(line: UnsafeRawBufferPointer) throws(Refusal) {
        let fields: Fields
        do throws(JSONFault) {
            fields = try Fields(line)
        } catch {
            throw Refusal(message: "the line cannot be read: expected \(error.expected) in column \(error.column + 1).")
        }
        switch fields.request {
        case "tap": self = try Self.tap(fields)
        case "show-view": self = .showView
        case "compensate": self = try Self.compensation(fields)
        case "status": self = .status
        case "watch": self = .watch
        case let name?:
            throw Refusal(
                message: "unknown request \"\(name)\"; known here are tap, show-view, compensate, status and watch.")
        case nil:
            throw Refusal(
                message: "expected a JSON object with a field \"request\", for example {\"request\":\"status\"}.")
        }
    }

    private static func tap(_ fields: Fields) throws(Refusal) -> PageRequest {
        guard let x = fields.x, let y = fields.y, x.isFinite, y.isFinite else {
            throw Refusal(message: "a tap needs numbers x and y, 0…1.", request: "tap", tap: fields.id)
        }
        let isInPicture = fields.space == "picture"
        guard isInPicture || fields.space == nil || fields.space == "view" else {
            throw Refusal(
                message: "a tap is in \"view\" coordinates, or in those of the camera's \"picture\".", request: "tap",
                tap: fields.id)
        }
        return .tap(x: x, y: y, isInPicture: isInPicture, id: fields.id)
    }

    private static func compensation(_ fields: Fields) throws(Refusal) -> PageRequest {
        guard let ev = fields.ev, Configuration.compensationRange.contains(ev) else {
            throw Refusal(message: "a compensation needs a number ev, -4…4.", request: "compensate")
        }
        guard fields.until == nil || fields.until == "continuous" else {
            throw Refusal(
                message: "a compensation holds until another one, or until \"continuous\".", request: "compensate")
        }
        return .compensate(ev: ev, untilContinuous: fields.until != nil)
    }

    /// All fields that a request may have. Unknown ones are passed over.
    private struct Fields {
        var request: String?
        var x: Double?
        var y: Double?
        var ev: Double?
        var until: String?
        var space: String?
        var id: TapID?
        /// Every JSON reader keeps whole numbers up to this one exact (RFC 8259, section 6).
        private static let largestID: UInt64 = (1 << 53) - 1

        init(_ line: UnsafeRawBufferPointer) throws(JSONFault) {
            var scanner = JSONScanner(line)
            var read = Self()
            try scanner.object { (scanner, key) throws(JSONFault) in
                if key == "request" {
                    read.request = try scanner.string()
                } else if key == "x" {
                    read.x = try scanner.number()
                } else if key == "y" {
                    read.y = try scanner.number()
                } else if key == "ev" {
                    read.ev = try scanner.number()
                } else if key == "until" {
                    read.until = try scanner.string()
                } else if key == "in" {
                    read.space = try scanner.string()
                } else if key == "id" {
                    let number: UInt64 = try scanner.integer()
                    guard number <= Self.largestID else { throw scanner.fault("a whole number, 0…\(Self.largestID),") }
                    read.id = TapID(number)
                } else {
                    try scanner.skip()
                }
            }
            try scanner.end()
            self = read
        }

        private init() {}
    }
}
