import FocusCore
import TraceLines

/// A code that was read in a frame.
public struct SeenCode: Equatable, Sendable {
    public var text: String
    /// The name of its symbology, as the reader says it: QRCode, EAN13.
    public var kind: String
    /// The four corners, clockwise from the code's own top left: x and y of each, in shares of the camera's picture. Empty: unknown.
    public var corners: [Double]

    public init(text: String, kind: String, corners: [Double] = []) {
        self.text = text
        self.kind = kind
        self.corners = corners
    }

    fileprivate static let numberOfCoordinates = 8
}

extension ControlRequest {
    /// Of the requests about codes and faces.
    mutating func describeSight(_ fields: inout some LineVisitor) {
        switch self {
        case .codeRead(let code, var steers):
            fields.expect(
                "code-read may have a text, with its type and corners (eight numbers), and focus, true or false; "
                    + "without a text, none was read.")
            var (text, kind, corners) = (code?.text, code?.kind, code?.corners)
            fields.field("text", &text)
            fields.field("type", &kind)
            fields.field("corners", &corners)
            fields.field("focus", &steers, unless: true)
            let count = corners?.count ?? 0
            if count != 0, count != SeenCode.numberOfCoordinates { fields.refuse(nil) }
            self = .codeRead(
                text.map { SeenCode(text: $0, kind: kind ?? "", corners: corners ?? []) }, steers: steers)
        case .faceSeen(var box):
            fields.expect(
                "face-seen may have a box, [x, y, width, height] in shares of the picture; without it there is no face.")
            fields.field("box", &box)
            if box?.hasArea == false { fields.refuse(nil) }
            self = .faceSeen(box)
        default: break
        }
    }
}

extension Announcement {
    /// Of the announcements about codes and faces.
    mutating func describeSight(_ fields: inout some LineVisitor) {
        switch self {
        case .code(var code):
            fields.required("text", &code.text)
            fields.required("type", &code.kind)
            fields.required("corners", &code.corners)
            self = .code(code)
        case .face(var box):
            fields.nullable("box", &box)
            self = .face(box)
        default: break
        }
    }
}
