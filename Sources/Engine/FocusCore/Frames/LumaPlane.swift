/// The luma of an image in a buffer, which the caller keeps as long as this value is used: YUYV (`step` 2, `first` 0), UYVY (2, 1), and the
/// first plane of NV12, YUV420 and GREY (1, 0).
public struct LumaPlane {
    /// The buffer, of at least `bytesPerRow` × (`height` − 1) bytes and the pixels of the last row.
    public var bytes: UnsafeRawBufferPointer
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// The distance from one row to the next, in bytes.
    public var bytesPerRow: Int
    /// The distance from one pixel's luma to the next, in bytes: 1 or 2.
    public var step: Int
    /// The offset of the first pixel's luma in a row, in bytes.
    public var first: Int
    /// True when black is 16 and white 235, as in video (ITU-R BT.601); false when they are 0 and 255.
    public var isLimitedRange: Bool

    /// Nil when the buffer is too small for the image, or the numbers describe no image.
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

    /// The number of bytes that an image needs; the last row may end with its last pixel. Nil where a 32-bit `Int` cannot hold it.
    static func leastSize<Size: FixedWidthInteger>(width: Size, height: Size, bytesPerRow: Size, step: Size) -> Size? {
        let (rows, rowsOverflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
        let (lastRow, lastRowOverflows) = width.multipliedReportingOverflow(by: step)
        let (size, sumOverflows) = rows.addingReportingOverflow(lastRow)
        return rowsOverflow || lastRowOverflows || sumOverflows ? nil : size
    }
}
