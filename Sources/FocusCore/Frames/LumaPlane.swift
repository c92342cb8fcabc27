/// The luma of an image in a buffer that somebody else owns and keeps for as long as this is used.
///
/// It describes YUYV (`step` 2, `first` 0), UYVY (2, 1), and the first plane of NV12, YUV420 and GREY (1, 0).
public struct LumaPlane {
    /// The buffer; it holds `bytesPerRow` × `height` bytes at least.
    public var bytes: UnsafeRawBufferPointer
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// From one row to the next, in bytes.
    public var bytesPerRow: Int
    /// From one pixel's luma to the next, in bytes: 1 or 2.
    public var step: Int
    /// Where the first pixel's luma is in a row, in bytes.
    public var first: Int
    /// Whether black is 16 and white 235, as in video (ITU-R BT.601), rather than 0 and 255.
    public var isLimitedRange: Bool

    /// Nil where the buffer is too small for what it should hold, or the numbers make no image.
    public init?(
        bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, step: Int = 1, first: Int = 0,
        isLimitedRange: Bool = true
    ) {
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16, step == 1 || step == 2, first >= 0,
            first < step, bytesPerRow >= width * step, bytesPerRow <= 1 << 20
        else { return nil }
        guard let size = Self.leastSize(width: width, height: height, bytesPerRow: bytesPerRow, step: step),
            bytes.count >= size
        else { return nil }
        self.bytes = bytes
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.step = step
        self.first = first
        self.isLimitedRange = isLimitedRange
    }

    /// The bytes that an image takes; nil where the integer cannot hold their number, as the 32 bits of a microcontroller's
    /// `Int` cannot for every size that is allowed above. The last row may end with its last pixel.
    static func leastSize<Size: FixedWidthInteger>(width: Size, height: Size, bytesPerRow: Size, step: Size) -> Size? {
        let (rows, rowsOverflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
        let (lastRow, lastRowOverflows) = width.multipliedReportingOverflow(by: step)
        let (size, sumOverflows) = rows.addingReportingOverflow(lastRow)
        return rowsOverflow || lastRowOverflows || sumOverflows ? nil : size
    }
}
