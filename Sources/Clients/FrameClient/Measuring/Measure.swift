import CTapFocus
import FocusCore

/// The measure of FocusCore on an image as the C interface describes it.
enum Measure {
    /// - Throws: bad value, if a region is invalid.
    static func rectangle(_ rectangle: tapfocus_rectangle) throws(Failure) -> NormalizedRectangle {
        guard rectangle.x.isFinite, rectangle.y.isFinite, rectangle.width.isFinite, rectangle.height.isFinite,
            rectangle.width >= 0, rectangle.height >= 0
        else { throw Failure(TAPFOCUS_BAD_VALUE) }
        return NormalizedRectangle(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
    }
}

extension LumaPlane {
    /// The luma of an image.
    /// - Throws: null pointer, bad format or bad image; nothing is read then.
    init(_ image: tapfocus_image) throws(Failure) {
        guard let data = image.data else { throw Failure(TAPFOCUS_NULL_POINTER) }
        let layout = try Self.layout(image.format)
        let width = Int(image.width)
        let bytesPerRow = image.stride == 0 ? width * layout.step : Int(image.stride)
        // A size beyond half of the address space becomes a number below 0.
        guard image.size >= 0,
            let plane = LumaPlane(
                bytes: UnsafeRawBufferPointer(start: data, count: Int(image.size)), width: width,
                height: Int(image.height), bytesPerRow: bytesPerRow, step: layout.step, first: layout.first,
                isLimitedRange: image.limited_range != 0)
        else { throw Failure(TAPFOCUS_BAD_IMAGE) }
        self = plane
    }

    private static func layout(_ format: Int32) throws(Failure) -> (step: Int, first: Int) {
        switch UInt32(bitPattern: format) {
        case TAPFOCUS_GRAY.rawValue, TAPFOCUS_YUV420.rawValue, TAPFOCUS_NV12.rawValue: (1, 0)
        case TAPFOCUS_YUYV.rawValue: (2, 0)
        case TAPFOCUS_UYVY.rawValue: (2, 1)
        default: throw Failure(TAPFOCUS_BAD_FORMAT)
        }
    }
}
