import CGStreamer
import CTapFocus

extension TapFocusElement {
    /// New caps, in the thread of the buffers.
    func use(_ caps: UnsafeMutablePointer<GstCaps>) {
        // Behind elements that link themselves later, the camera is found only now.
        let isCameraKnown = connect()
        let picture = Picture(caps)
        let isTaken = locked {
            self.picture = picture
            return declare()
        }
        if !isCameraKnown {
            warn(
                .noCamera,
                """
                No camera is known: no v4l2src was found upstream. Set the property camera to its path, or put tapfocus behind \
                v4l2src.
                """)
        } else if picture?.layout == nil {
            warn(
                .format,
                """
                Frames of this format are passed on, but cannot be measured. Let v4l2src give YUY2, UYVY, NV12, I420 or GRAY8, \
                or put tapfocus behind the decoder.
                """)
        } else if !isTaken {
            warn(
                .refusedStream,
                """
                Frames of this size and part are passed on, but not measured. Put the properties crop-x, crop-y, crop-width \
                and crop-height right.
                """)
        }
    }

    /// Each buffer, in its thread. It is only read, and only if it is asked for.
    func look(at buffer: UnsafeMutablePointer<GstBuffer>) {
        guard descriptor >= 0 else { return }
        serveIfDue()
        photos.prepare()
        autofocus.passFrame()
        let problem = locked {
            photos.consider(raw: buffer)
            return measureIfWanted(buffer)
        }
        switch problem {
        case .none: break
        case .noTime:
            warn(.noTime, "Buffers without a time, or a pipeline without a clock: their frames cannot be measured.")
        case .notMapped:
            warn(.map, "A frame's memory cannot be read, so it is not measured. Try v4l2src io-mode=mmap.")
        case .refused(let status): warn(.refusedFrame, "A frame was not measured: ", tapfocus_explain(status))
        }
    }

    private enum Problem {
        case none, noTime, notMapped
        case refused(Int32)
    }

    private func measureIfWanted(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Problem {
        guard connection.isDeclared, let client = connection.client, let picture, let layout = picture.layout else {
            return .none
        }
        guard buffer.pointee.mini_object.flags & tapfocus_buffer_worthless == 0 else { return .none }
        guard let captured = captureTime(of: buffer) else { return clock == .none ? .none : .noTime }
        let sequence = sequence(of: buffer, captured, interval: picture.interval)
        guard tapfocus_wants_frame(client, captured) == 1 else { return .none }
        return measure(buffer, layout, sequence, captured, client)
    }

    private func measure(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ layout: LumaLayout, _ sequence: UInt32, _ captured: Int64,
        _ client: OpaquePointer
    ) -> Problem {
        let given = withImage(of: buffer, layout) { tapfocus_give_frame(client, &$0, sequence, captured) }
        guard let status = given else { return .notMapped }
        switch status {
        // The daemon has changed its mind, is gone, or does not read: the next frame is as good.
        case TAPFOCUS_NOT_WANTED.rawValue, TAPFOCUS_NOT_CONNECTED.rawValue, TAPFOCUS_QUEUE_FULL.rawValue: return .none
        default: return status < 0 ? .refused(status) : .none
        }
    }

    /// The sharpness of a part of a frame; nil if it cannot be measured. The lock is held.
    func sharpness(of buffer: UnsafeMutablePointer<GstBuffer>, at place: tapfocus_rectangle) -> Double? {
        guard let layout = picture?.layout else { return nil }
        var (focus, exposure) = (place, place)
        var measured = tapfocus_measurement()
        let status = withImage(of: buffer, layout) { tapfocus_measure(&$0, &focus, &exposure, 0, &measured) }
        return status == 0 ? measured.sharpness.0 : nil
    }

    /// Maps a frame while something is done with it; nil if its memory cannot be read.
    private func withImage(
        of buffer: UnsafeMutablePointer<GstBuffer>, _ layout: LumaLayout, _ body: (inout tapfocus_image) -> Int32
    ) -> Int32? {
        var info = layout.info
        var frame = GstVideoFrame()
        guard gst_video_frame_map(&frame, &info, buffer, GstMapFlags(rawValue: tapfocus_map_to_read)) != 0 else {
            return nil
        }
        defer { gst_video_frame_unmap(&frame) }
        // The first plane begins somewhere in the first piece of memory.
        guard let luma = UnsafeRawPointer(frame.data.0), let start = UnsafeRawPointer(frame.map.0.data), luma >= start
        else {
            return nil
        }
        var image = tapfocus_image()
        image.data = luma
        image.size = max(0, Int(frame.map.0.size) - (luma - start))
        image.width = frame.info.width
        image.height = frame.info.height
        image.stride = frame.info.stride.0
        image.format = layout.format
        image.limited_range = layout.isLimitedRange ? 1 : 0
        return body(&image)
    }
}
