import FocusCore
import TraceLines

/// The request `frame`, as it is read and written. Documentation/ControlSocket.md lists its fields.
extension HeldFrame {
    init(_ fields: RequestFields) throws(ControlRequest.Refusal) {
        guard let frame = Self.frame(fields) else {
            throw ControlRequest.Refusal(
                message:
                    "a frame needs id, sequence and captured (whole numbers), sharpness (a list), mean, bright and dark, and "
                    + "if it was asked for a grid of 48 numbers, 0…255. It is ignored, and so are others like it.")
        }
        self = frame
    }

    private static func frame(_ fields: RequestFields) -> HeldFrame? {
        do throws(RequestFields.WrongKind) {
            guard let request = try fields.integer("id", UInt32.self),
                let captured = try fields.integer("captured", Int64.self),
                let sharpness = try fields.numbers("sharpness"), let mean = try fields.number("mean"),
                let bright = try fields.number("bright"), let dark = try fields.number("dark")
            else { return nil }
            let (nanoseconds, overflow) = captured.multipliedReportingOverflow(by: 1000)
            return HeldFrame(
                request: request, sequence: try fields.integer("sequence") ?? 0,
                time: Instant(nanoseconds: overflow ? .max : nanoseconds), sharpness: sharpness, mean: mean,
                bright: bright, dark: dark, grid: try fields.integers("grid"))
        } catch {
            return nil
        }
    }
}

extension JSONLine {
    mutating func fields(of frame: HeldFrame) {
        key("id")
        integer(frame.request)
        key("sequence")
        integer(frame.sequence)
        key("captured")
        integer(frame.time.nanoseconds / 1000)
        key("sharpness")
        open("[")
        for number in frame.sharpness { self.number(number) }
        close("]")
        key("mean")
        number(frame.mean)
        key("bright")
        number(frame.bright)
        key("dark")
        number(frame.dark)
        guard let grid = frame.grid else { return }
        key("grid")
        open("[")
        for luma in grid { integer(luma) }
        close("]")
    }
}
