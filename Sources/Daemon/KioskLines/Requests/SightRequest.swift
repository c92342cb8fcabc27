import FocusCore
import TraceLines

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
                "face-seen may have a box, [x, y, width, height] in shares of the picture; without it there is none.")
            fields.field("box", &box)
            if box?.hasArea == false { fields.refuse(nil) }
            self = .faceSeen(box)
        default: break
        }
    }
}
