import FocusCore
import Foundation

/// The request `view`, as it is read and written. Documentation/ControlSocket.md lists its fields.
extension ViewPlacement {
    private struct Line: Codable {
        var request = ControlRequest.Name.view
        var x: Double
        var y: Double
        var width: Double
        var height: Double
        var screen: [Double]
        var videoGravity: String?
        var rotation: Double?
        var mirrored: Bool?
    }

    /// - Parameter line: of the request `view`.
    init(line: Data) throws(ControlRequest.Refusal) {
        guard let told = try? JSONDecoder().decode(Line.self, from: line), told.screen.count == 2 else {
            throw ControlRequest.Refusal(
                message:
                    "a view needs numbers x, y, width and height, and screen: [width, height], in one unit; besides it may "
                    + "have videoGravity, rotation and mirrored (true or false).")
        }
        guard let gravity = VideoGravity.allCases.first(where: { $0.name.description == told.videoGravity ?? "fill" })
        else {
            throw ControlRequest.Refusal(message: "videoGravity is \"fill\", \"fit\" or \"stretch\".")
        }
        guard let rotation = Int16(exactly: told.rotation ?? 0).flatMap(Rotation.init(rawValue:)) else {
            throw ControlRequest.Refusal(message: "rotation is 0, 90, 180 or 270.")
        }
        self.init(
            screen: ScreenSize(width: told.screen[0], height: told.screen[1]),
            view: ViewRectangle(x: told.x, y: told.y, width: told.width, height: told.height), videoGravity: gravity,
            rotation: rotation, isMirrored: told.mirrored ?? false)
        guard isUsable else {
            throw ControlRequest.Refusal(
                message:
                    "a view and its screen have a width and a height above 0, up to \(Int(Self.limit)), and a part of the view "
                    + "is on the screen.")
        }
    }

    /// As a request, for JSON.
    var line: some Encodable {
        Line(
            x: view.x, y: view.y, width: view.width, height: view.height, screen: [screen.width, screen.height],
            videoGravity: videoGravity.name.description, rotation: Double(rotation.rawValue), mirrored: isMirrored)
    }
}
