import FocusCore
import Foundation

/// The request `frame`, as it is read and written. Documentation/ControlSocket.md lists its fields.
extension HeldFrame {
    private struct Line: Codable {
        var request = ControlRequest.Name.frame
        var id: UInt32
        var sequence: UInt32?
        var captured: Int64
        var sharpness: [Double]
        var mean: Double
        var bright: Double
        var dark: Double
        var grid: [UInt8]?
    }

    /// - Parameter line: of the request `frame`.
    init(line: Data) throws(ControlRequest.Refusal) {
        guard let told = try? JSONDecoder().decode(Line.self, from: line) else {
            throw ControlRequest.Refusal(
                message:
                    "a frame needs id, sequence and captured (whole numbers), sharpness (a list), mean, bright and dark, and "
                    + "if it was asked for a grid of 48 numbers, 0…255. It is ignored, and so are others like it.")
        }
        let (nanoseconds, overflow) = told.captured.multipliedReportingOverflow(by: 1000)
        self.init(
            request: told.id, sequence: told.sequence ?? 0,
            time: Instant(nanoseconds: overflow ? .max : nanoseconds), sharpness: told.sharpness, mean: told.mean,
            bright: told.bright, dark: told.dark, grid: told.grid)
    }

    /// As a request, for JSON.
    var line: some Encodable {
        Line(
            id: request, sequence: sequence, captured: time.nanoseconds / 1000, sharpness: sharpness, mean: mean,
            bright: bright, dark: dark, grid: grid)
    }
}
