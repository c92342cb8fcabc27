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

    /// Of the corners, where they are known.
    static let numberOfCoordinates = 8
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
