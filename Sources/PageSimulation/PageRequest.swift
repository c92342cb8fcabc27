import FocusCore
import TraceLines

/// A request of the page: those lines of the control protocol that concern a kiosk whose camera measures by itself.
/// `ControlRequest` of KioskRuntime reads them all, with Foundation, which a page does not have.
enum PageRequest: Equatable {
    case tap(x: Double, y: Double, isInPicture: Bool, id: TapID?)
    case showView
    case compensate(ev: Double, untilContinuous: Bool)
    case view(ViewPlacement)
    case sendTaps
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
        case "view": self = .view(try Self.view(fields))
        case "send-taps": self = .sendTaps
        case "status": self = .status
        case "watch": self = .watch
        case let name?:
            throw Refusal(
                message:
                    "unknown request \"\(name)\"; known here are tap, show-view, compensate, view, send-taps, status and "
                    + "watch.")
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

    private static func view(_ fields: Fields) throws(Refusal) -> ViewPlacement {
        guard let x = fields.x, let y = fields.y, let width = fields.width, let height = fields.height,
            let screen = fields.screen
        else {
            throw Refusal(
                message: "a view needs numbers x, y, width and height, and screen: [width, height], in one unit.",
                request: "view")
        }
        let view = ViewRectangle(x: x, y: y, width: width, height: height)
        let placement = ViewPlacement(
            screen: screen, view: view, videoGravity: fields.videoGravity, rotation: fields.rotation,
            isMirrored: fields.isMirrored)
        guard placement.isUsable else {
            throw Refusal(
                message: "a view and its screen have a width and a height above 0, and a part of the view is on the "
                    + "screen.", request: "view")
        }
        return placement
    }

    /// All fields that a request may have. Unknown ones are passed over.
    private struct Fields {
        var request: String?
        var x: Double?
        var y: Double?
        var ev: Double?
        var until: String?
        var width: Double?
        var height: Double?
        var screen: ScreenSize?
        var videoGravity = VideoGravity.fill
        var rotation = Rotation.none
        var isMirrored = false
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
                    try read.placement(&scanner, key)
                }
            }
            try scanner.end()
            self = read
        }

        /// The fields of `view`.
        private mutating func placement(_ scanner: inout JSONScanner, _ key: JSONScanner.Key) throws(JSONFault) {
            if key == "width" {
                width = try scanner.number()
            } else if key == "height" {
                height = try scanner.number()
            } else if key == "screen" {
                let size = try scanner.numbers(2)
                screen = ScreenSize(width: size[0] ?? 0, height: size[1] ?? 0)
            } else if key == "videoGravity" {
                videoGravity = try scanner.name(of: VideoGravity.allCases, { $0.name }, "fill, fit or stretch")
            } else if key == "rotation" {
                guard let turned = Rotation(rawValue: try scanner.integer()) else {
                    throw scanner.fault("0, 90, 180 or 270")
                }
                rotation = turned
            } else if key == "mirrored" {
                isMirrored = try scanner.boolean()
            } else {
                try scanner.skip()
            }
        }

        private init() {}
    }
}
