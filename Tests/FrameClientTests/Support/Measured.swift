import CTapFocus
import FocusCore

/// Calls `tapfocus_measure` with rectangles by value.
func measure(
    _ image: tapfocus_image, _ focus: tapfocus_rectangle = .whole, _ exposure: tapfocus_rectangle = .whole,
    grid: Bool = false
) -> (status: Int32, measurement: tapfocus_measurement) {
    var measurement = tapfocus_measurement()
    let status = withUnsafePointer(to: image) { image in
        withUnsafePointer(to: focus) { focus in
            withUnsafePointer(to: exposure) { exposure in
                tapfocus_measure(image, focus, exposure, grid ? 1 : 0, &measurement)
            }
        }
    }
    return (status, measurement)
}

/// Calls `tapfocus_measure` with an image, whose memory stays as long.
func measure(
    _ image: ExactImage, _ focus: tapfocus_rectangle = .whole, _ exposure: tapfocus_rectangle = .whole,
    grid: Bool = false, change: (inout tapfocus_image) -> Void = { _ in }
) -> (status: Int32, measurement: tapfocus_measurement) {
    withExtendedLifetime(image) {
        var described = image.described
        change(&described)
        return measure(described, focus, exposure, grid: grid)
    }
}

extension ExactImage {
    /// The measurements of FocusCore; nil where it finds no image.
    func measured(_ request: FrameRequest) -> LumaMeasurement? {
        withExtendedLifetime(self) { plane.map { LumaMeasurement(of: $0, for: request) } }
    }
}

extension tapfocus_measurement {
    var cells: [UInt8] {
        var copy = self
        return withUnsafeBytes(of: &copy.grid) { Array($0) }
    }

    /// Bit for bit.
    func isEqual(_ measured: LumaMeasurement) -> Bool {
        guard sharpness_count == 1, version == 2, sharpness.0.bitPattern == measured.sharpness.bitPattern,
            mean.bitPattern == measured.mean.bitPattern, bright.bitPattern == measured.bright.bitPattern,
            dark.bitPattern == measured.dark.bitPattern, (has_grid != 0) == (measured.grid != nil)
        else { return false }
        guard let grid = measured.grid else { return true }
        return grid.cells.indices.allSatisfy { grid.cells[$0] == cells[$0] }
    }
}
