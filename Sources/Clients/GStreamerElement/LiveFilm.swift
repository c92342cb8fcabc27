import CGStreamer
import CPhotoFile
import PhotoFile

/// The seconds before and after a photo, as MP4 in memory: made of the latest frames in front of the decoder, and of those that still come.
struct LiveFilm {
    private typealias Kept = FrameRing<UnsafeMutablePointer<GstBuffer>>.Kept

    /// The whole MP4 file.
    let file: [UInt8]
    /// The time of the photo's frame in it, in µs.
    let moment: Int64

    /// Before the photo, and as much after it, in µs.
    private static let reach: Int64 = 1_500_000
    /// The time for which frames have to be kept, in µs: the word to keep a photo comes a bit later than its frame.
    static let span: Int64 = 2_000_000
    /// The time to wait for the frames after the photo, in pauses: twice as long as they take.
    private static let mostPauses = 30
    private static let pause: gulong = 100_000

    /// True if one can be made, and told of in the photo.
    static var isPossible: Bool {
        #if TAPFOCUS_EXIV2
            return MovieFile.hasEncoder
        #else
            return false
        #endif
    }

    /// Waits for the seconds after the photo. Called without the lock, in a thread of its own.
    /// - Parameter captured: the time of the photo's frame, in µs of CLOCK_MONOTONIC.
    /// - Returns: nil without frames, or if they could not be encoded.
    init?(around captured: Int64, of element: TapFocusElement) {
        let frames = Self.frames(around: captured, of: element)
        defer {
            for kept in frames { gst_buffer_unref(kept.frame) }
        }
        guard let first = frames.first,
            let output = jpegOutput(upstreamOf: element.instance.as(GstElement.self))
        else { return nil }
        defer { gst_object_unref(output) }
        guard let caps = gst_pad_get_current_caps(output) else { return nil }
        defer { gst_caps_unref(caps) }
        guard let film = Self.encoded(frames, caps) else { return nil }
        file = film
        moment = max(captured - first.time, 0)
    }

    /// Each with a reference.
    private static func frames(around captured: Int64, of element: TapFocusElement) -> [Kept] {
        let end = captured + reach
        var latest = captured - reach - 1
        var frames: [Kept] = []
        for _ in 0..<mostPauses {
            let (more, isOver) = element.locked {
                let photo = element.connection.photo
                return (photo.framesAround(after: latest, through: end), photo.isPast(end))
            }
            frames += more
            latest = frames.last?.time ?? latest
            if isOver { break }
            g_usleep(pause)
        }
        return frames
    }

    private static func encoded(_ frames: [Kept], _ caps: UnsafeMutablePointer<GstCaps>) -> [UInt8]? {
        guard let movie = try? MovieFile(inMemory: caps) else { return nil }
        defer {
            movie.close()
            movie.free()
        }
        gst_element_set_state(movie.pipeline, GST_STATE_PLAYING)
        for kept in frames {
            guard let first = frames.first, let copy = gst_buffer_copy_deep(kept.frame) else { return nil }
            copy.pointee.pts = GstClockTime(kept.time - first.time) * 1000
            copy.pointee.dts = tapfocus_no_time
            // It takes the copy.
            _ = gst_app_src_push_buffer(movie.input, copy)
        }
        _ = gst_app_src_end_of_stream(movie.input)
        return isWritten(movie) ? movie.contents : nil
    }

    /// Waits for the end of the file.
    private static func isWritten(_ movie: MovieFile) -> Bool {
        guard let bus = gst_element_get_bus(movie.pipeline) else { return false }
        defer { gst_object_unref(bus) }
        let kinds = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
        // Before `tapfocus run` gives up the photo.
        guard let message = gst_bus_timed_pop_filtered(bus, 7_000_000_000, kinds) else { return false }
        defer { gst_mini_object_unref(message.as(GstMiniObject.self)) }
        return message.pointee.type == GST_MESSAGE_EOS
    }
}
