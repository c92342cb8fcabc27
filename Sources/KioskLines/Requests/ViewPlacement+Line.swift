import FocusCore
import TraceLines

/// The request `view`, as it is read and written. Documentation/ControlSocket.md lists its fields.
extension ViewPlacement {
    init(_ fields: RequestFields) throws(ControlRequest.Refusal) {
        guard let x = try? fields.number("x"), let y = try? fields.number("y"),
            let width = try? fields.number("width"), let height = try? fields.number("height"),
            let screen = try? fields.numbers("screen"), screen.count == 2,
            !fields.has("mirrored") || (try? fields.boolean("mirrored")) != nil
        else {
            throw ControlRequest.Refusal(
                message:
                    "a view needs numbers x, y, width and height, and screen: [width, height], in one unit; besides it may "
                    + "have videoGravity, rotation and mirrored (true or false).")
        }
        guard let gravity = Self.gravity(fields) else {
            throw ControlRequest.Refusal(message: "videoGravity is \"fill\", \"fit\" or \"stretch\".")
        }
        guard let rotation = Self.rotation(fields) else {
            throw ControlRequest.Refusal(message: "rotation is 0, 90, 180 or 270.")
        }
        self.init(
            screen: ScreenSize(width: screen[0], height: screen[1]),
            view: ViewRectangle(x: x, y: y, width: width, height: height), videoGravity: gravity,
            rotation: rotation, isMirrored: (try? fields.boolean("mirrored")) ?? false)
        guard isUsable else {
            throw ControlRequest.Refusal(
                message:
                    "a view and its screen have a width and a height above 0, up to \(Int(Self.limit)), and a part of the view "
                    + "is on the screen.")
        }
    }

    private static func gravity(_ fields: RequestFields) -> VideoGravity? {
        guard fields.has("videoGravity") else { return .fill }
        let named = try? fields.text("videoGravity")
        return VideoGravity.allCases.first { $0.name.description == named }
    }

    private static func rotation(_ fields: RequestFields) -> Rotation? {
        guard fields.has("rotation") else { return Rotation.none }
        return (try? fields.integer("rotation", Int16.self)).flatMap(Rotation.init(rawValue:))
    }
}

extension JSONLine {
    mutating func fields(of placement: ViewPlacement) {
        key("x")
        number(placement.view.x)
        key("y")
        number(placement.view.y)
        key("width")
        number(placement.view.width)
        key("height")
        number(placement.view.height)
        key("screen")
        numbers(placement.screen.width, placement.screen.height)
        key("videoGravity")
        word(placement.videoGravity.name)
        key("rotation")
        integer(placement.rotation.rawValue)
        key("mirrored")
        boolean(placement.isMirrored)
    }
}
