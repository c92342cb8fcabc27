import FocusCore
import TraceLines

/// One frame that another program has measured, as it says it.
public struct HeldFrame: Equatable, Sendable {
    /// The id of the `measure` event that asked for it.
    public var request: UInt32
    /// The frame's number; a gap means that frames were lost.
    public var sequence: UInt32
    /// The frame's time on CLOCK_MONOTONIC; `HeldStream.Stamp` is its meaning.
    public var time: Instant
    /// The numbers of the sharpness; versions 1 and 2 of the measure have one.
    public var sharpness: [Double]
    public var mean: Double
    public var bright: Double
    public var dark: Double
    /// The luma of the whole picture, cell by cell; nil unless asked for.
    public var grid: [UInt8]?
}

extension HeldFrame {
    static var blank: HeldFrame {
        HeldFrame(
            request: 0, sequence: 0, time: Instant(nanoseconds: 0), sharpness: [], mean: 0, bright: 0, dark: 0)
    }

    mutating func describe(_ fields: inout some LineVisitor) {
        fields.expect(
            "a frame needs id, sequence and captured (whole numbers), sharpness (a list), mean, bright and dark, and "
                + "if it was asked for a grid of 48 numbers, 0…255. It is ignored, and so are others like it.")
        fields.required("id", &request)
        fields.field("sequence", &sequence)
        var captured = time.nanoseconds / 1000
        fields.required("captured", &captured)
        let (nanoseconds, overflow) = captured.multipliedReportingOverflow(by: 1000)
        time = Instant(nanoseconds: overflow ? .max : nanoseconds)
        fields.required("sharpness", &sharpness)
        fields.required("mean", &mean)
        fields.required("bright", &bright)
        fields.required("dark", &dark)
        fields.field("grid", &grid)
    }
}
