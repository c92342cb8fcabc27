import CTapFocus

/// The reason why a call did nothing. The C function returns its status.
struct Failure: Error, Equatable {
    /// Below 0.
    let status: Int32

    init(_ status: tapfocus_status) { self.status = status.rawValue }

    /// A sentence about a status; its memory is never released.
    static func explanation(_ status: Int32) -> StaticString {
        switch status {
        case _ where status >= 0: "it worked"
        case TAPFOCUS_NULL_POINTER.rawValue: "a pointer is null that must not be"
        case TAPFOCUS_BAD_IMAGE.rawValue:
            "the image's width, height, stride and size do not fit together, or are not those of the stream"
        case TAPFOCUS_BAD_FORMAT.rawValue: "the image's format is not in enum tapfocus_format"
        case TAPFOCUS_BAD_VALUE.rawValue: "a number is not finite, or out of its range; tapfocus.h names the range"
        case TAPFOCUS_NOT_CONNECTED.rawValue:
            "nothing was sent, because tapfocus run cannot be reached; it is tried again by itself. Is it running?"
        case TAPFOCUS_NOT_WANTED.rawValue: "this frame is not wanted; ask with tapfocus_wants_frame first"
        case TAPFOCUS_NO_MEMORY.rawValue: "there is not enough memory"
        case TAPFOCUS_QUEUE_FULL.rawValue: "tapfocus run does not read what it is sent; this message was dropped"
        case TAPFOCUS_NO_CAMERA.rawValue: "this client was made without a camera, so it has no frames to hand over"
        default: "this number is no status of libtapfocus"
        }
    }
}
