// The measuring part of tapfocus.js: FocusCore's measure on a cut-out of a frame. Scripts/build/web compiles it together with
// the rooms that it needs, as one module of Embedded Swift for WebAssembly.
//
// A browser copies a frame's pixels, and copies less when less is asked for. So the regions are turned into pixels of the whole
// frame first, exactly as the measure does it, and only the rectangle around them is copied and measured.

/// The wish of `tapfocus run`, in shares of the frame.
nonisolated(unsafe) private var wish = FrameRequest(focus: .whole, exposure: .whole)
nonisolated(unsafe) private var cutOut = CutOut()
nonisolated(unsafe) private var plane = UnsafeMutableRawBufferPointer(start: nil, count: 0)
/// Sharpness, mean, bright, dark; then 48 numbers of the grid.
nonisolated(unsafe) private let results = UnsafeMutablePointer<Double>.allocate(capacity: 4 + LumaGrid.cellCount)
/// Left, top, width, height.
nonisolated(unsafe) private let corners = UnsafeMutablePointer<Int32>.allocate(capacity: 4)

/// The version of the measure.
@_cdecl("measure_version")
func measureVersion() -> Int32 { Int32(LumaMeasurement.version) }

/// Sets the regions that are measured from now on.
@_cdecl("want")
func want(
    _ focusX: Double, _ focusY: Double, _ focusWidth: Double, _ focusHeight: Double, _ exposureX: Double,
    _ exposureY: Double,
    _ exposureWidth: Double, _ exposureHeight: Double, _ withGrid: Int32
) {
    wish = FrameRequest(
        focus: NormalizedRectangle(x: focusX, y: focusY, width: focusWidth, height: focusHeight),
        exposure: NormalizedRectangle(x: exposureX, y: exposureY, width: exposureWidth, height: exposureHeight),
        includesGrid: withGrid != 0)
}

/// The rectangle of a frame that has to be copied: around both regions, or the whole frame if a grid is wanted.
/// - Returns: left, top, width and height in pixels, four Int32. Left and top are even, and so are width and height unless the
///   frame's are not, because chroma is shared by two pixels.
@_cdecl("cut_out")
func cutOut(_ width: Int32, _ height: Int32) -> UnsafeMutablePointer<Int32> {
    cutOut = CutOut(of: wish, width: Int(width), height: Int(height))
    corners[0] = Int32(cutOut.area.left)
    corners[1] = Int32(cutOut.area.top)
    corners[2] = Int32(cutOut.area.width)
    corners[3] = Int32(cutOut.area.height)
    return corners
}

/// Memory for the copied pixels; valid until more is asked for.
@_cdecl("memory_for_plane")
func memoryForPlane(_ size: Int32) -> UnsafeMutableRawPointer? {
    if plane.count < Int(size) {
        plane.deallocate()
        plane = .allocate(byteCount: Int(size), alignment: 16)
    }
    return plane.baseAddress
}

/// Measures the cut-out that `cut_out` has named last and whose luma stands in the memory for it, one byte a pixel.
/// - Returns: sharpness, mean, bright, dark and the 48 cells of the grid (if one is wanted), as doubles; nil when the rows do not
///   fit into the memory.
@_cdecl("measure")
func measure(_ bytesPerRow: Int32, _ isLimitedRange: Int32) -> UnsafeMutablePointer<Double>? {
    guard
        let image = LumaPlane(
            bytes: UnsafeRawBufferPointer(plane), width: cutOut.area.width, height: cutOut.area.height,
            bytesPerRow: Int(bytesPerRow), isLimitedRange: isLimitedRange != 0)
    else { return nil }
    let measured = LumaMeasurement(of: image, for: cutOut.request)
    results[0] = measured.sharpness
    results[1] = measured.mean
    results[2] = measured.bright
    results[3] = measured.dark
    if let cells = measured.grid?.cells {
        for index in cells.indices { results[4 + index] = Double(cells[index]) }
    }
    return results
}

/// The part of a frame that is copied, and the wish in shares of that part.
private struct CutOut {
    private(set) var area = LumaArea(left: 0, top: 0, width: 1, height: 1)
    private(set) var request = FrameRequest(focus: .whole, exposure: .whole)

    init() {}

    init(of wish: FrameRequest, width: Int, height: Int) {
        let focus = LumaArea(wish.focus, width: width, height: height)
        let exposure = LumaArea(wish.exposure, width: width, height: height)
        if wish.includesGrid {
            area = LumaArea(left: 0, top: 0, width: width, height: height)
        } else {
            let left = min(focus.left, exposure.left) & ~1
            let top = min(focus.top, exposure.top) & ~1
            let right = max(focus.left + focus.width, exposure.left + exposure.width)
            let bottom = max(focus.top + focus.height, exposure.top + exposure.height)
            area = LumaArea(
                left: left, top: top, width: min((right + 1) & ~1, width) - left,
                height: min((bottom + 1) & ~1, height) - top)
        }
        request = FrameRequest(focus: share(focus), exposure: share(exposure), includesGrid: wish.includesGrid)
    }

    /// The same pixels, in shares of the cut-out. The measure rounds shares to whole pixels, so it finds just these.
    private func share(_ pixels: LumaArea) -> NormalizedRectangle {
        let width = Double(area.width)
        let height = Double(area.height)
        return NormalizedRectangle(
            x: Double(pixels.left - area.left) / width, y: Double(pixels.top - area.top) / height,
            width: Double(pixels.width) / width, height: Double(pixels.height) / height)
    }
}
