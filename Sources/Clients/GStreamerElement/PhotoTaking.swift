import CGStreamer
import CTapFocus
import PhotoFile

extension TapFocusElement {
    /// Tells the client whether this element takes photos: it does where it has a folder for them. The lock is held.
    func offerPhotos() {
        guard let client = connection.client else { return }
        _ = tapfocus_offer_photos(client, settings.photoFolder == nil ? 0 : 1)
    }

    /// Follows what `tapfocus run` says about photos. The lock is held.
    func followPhoto(_ event: tapfocus_event) {
        var event = event
        let id = UInt32(truncatingIfNeeded: event.id)
        switch UInt32(bitPattern: event.kind) {
        case TAPFOCUS_TAKE_PHOTO.rawValue:
            var wish = tapfocus_photo()
            guard tapfocus_read_photo(&event, &wish) >= 0 else { return }
            connection.photo.want(id, path: event.message, notBefore: wish.not_before)
        case TAPFOCUS_KEEP_PHOTO.rawValue:
            var facts = tapfocus_photo()
            guard tapfocus_read_photo(&event, &facts) >= 0 else { return }
            keepPhoto(id, event, facts)
        case TAPFOCUS_DROP_PHOTO.rawValue: if id == connection.photo.id { connection.photo.forget() }
        case TAPFOCUS_DISCONNECTED.rawValue: connection.photo.forget()
        default: break
        }
    }

    private func keepPhoto(_ id: UInt32, _ event: tapfocus_event, _ facts: tapfocus_photo) {
        let path = connection.photo.path
        guard let frame = connection.photo.write(id) else { return }
        let job = PhotoJob(instance, id, frame, facts, event, path: path, settings)
        job.begin()
    }

    /// Decides where the frame of a photo comes from: from in front of the decoder, if there is one that is given JPEG. Called without
    /// the lock, in the thread of the buffers.
    func preparePhoto() {
        let isDue = locked {
            defer { connection.photo.needsSource = false }
            return connection.photo.needsSource
        }
        guard isDue else { return }
        let found = jpegOutput(upstreamOf: instance.as(GstElement.self))
        let isNew = locked {
            connection.photo.isFromProbe = found != nil
            guard found != nil, !connection.photo.hasProbe else { return false }
            connection.photo.hasProbe = true
            return true
        }
        guard let output = found else { return }
        if isNew {
            // The probe keeps the element alive.
            _ = gst_pad_add_probe(
                output, GST_PAD_PROBE_TYPE_BUFFER, photoProbe, gst_object_ref(instance), { gst_object_unref($0) })
        }
        gst_object_unref(output)
    }

    /// A JPEG buffer in front of the decoder, in its thread.
    /// - Returns: false if no more are wanted.
    fileprivate func considerJPEG(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        guard let (id, captured) = locked({ candidate(buffer, isFromProbe: true) }) else {
            return locked { goesOn(connection.photo.isWanted && connection.photo.isFromProbe) }
        }
        // Without the lock: it takes some milliseconds.
        let frame = jpegFrame(of: buffer, captured)
        return locked {
            guard connection.photo.isWanted, connection.photo.id == id else {
                return goesOn(connection.photo.isWanted)
            }
            guard let frame else { return goesOn(passOver(id)) }
            take(frame, buffer, id, captured)
            return goesOn(false)
        }
    }

    /// The probe leaves if it is not needed any more. The lock is held, so that the next photo knows whether there is one.
    private func goesOn(_ isNeeded: Bool) -> Bool {
        connection.photo.hasProbe = isNeeded
        return isNeeded
    }

    /// A buffer of raw video, where no JPEG comes in. The lock is held.
    func considerRaw(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        guard let (id, captured) = candidate(buffer, isFromProbe: false),
            let caps = gst_pad_get_current_caps(instance.pointee.parent.sinkpad)
        else { return }
        // The camera has few buffers, and gets this one back.
        guard let copy = gst_buffer_copy_deep(buffer) else { return gst_caps_unref(caps) }
        take(.raw(copy, caps, captured: captured), buffer, id, captured)
    }

    /// The number of the photo, and the frame's time, if this frame may be the photo. The lock is held.
    private func candidate(
        _ buffer: UnsafeMutablePointer<GstBuffer>, isFromProbe: Bool
    ) -> (id: UInt32, captured: Int64)? {
        guard connection.photo.isWanted, !connection.photo.needsSource, connection.photo.isFromProbe == isFromProbe,
            buffer.pointee.mini_object.flags & tapfocus_buffer_worthless == 0,
            let captured = captureTime(of: buffer), captured >= connection.photo.notBefore
        else { return nil }
        return (connection.photo.id, captured)
    }

    private func jpegFrame(of buffer: UnsafeMutablePointer<GstBuffer>, _ captured: Int64) -> PhotoFrame? {
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(buffer, &map) }
        let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
        guard case .whole(let file, let width, let height) = JPEGPhoto.photo(of: bytes) else { return nil }
        return .jpeg(file, width: width, height: height, captured: captured)
    }

    /// A damaged frame does not count. The lock is held.
    /// - Returns: false if it was one too many.
    private func passOver(_ id: UInt32) -> Bool {
        guard connection.photo.passOver() else { return true }
        if let client = connection.client {
            _ = tapfocus_photo_failed(client, id, text("damaged"), text(""))
        }
        connection.photo.forget()
        return false
    }

    private func take(
        _ frame: PhotoFrame, _ buffer: UnsafeMutablePointer<GstBuffer>, _ id: UInt32, _ captured: Int64
    ) {
        let offset = buffer.pointee.offset
        let sequence = offset == tapfocus_no_offset ? 0 : UInt32(truncatingIfNeeded: offset)
        guard let client = connection.client, tapfocus_photo_taken(client, id, sequence, captured) >= 0 else {
            return frame.free()
        }
        connection.photo.take(frame)
    }

    /// The other thread has written the photo, or could not. Called without the lock.
    /// - Parameters:
    ///   - bytes: the size of the file; nil: there is none.
    ///   - path: the whole path of the file.
    ///   - reason: the word for the failure.
    func photoEnded(
        _ id: UInt32, bytes: Int?, path: UnsafePointer<CChar>?, reason: UnsafePointer<CChar>,
        message: UnsafePointer<CChar>?
    ) {
        locked {
            if let client = connection.client {
                if let bytes {
                    _ = tapfocus_photo_kept(client, id, path, Int64(bytes))
                } else {
                    _ = tapfocus_photo_failed(client, id, reason, message ?? text(""))
                }
            }
            if id == connection.photo.id, case .writing = connection.photo.phase { connection.photo.forget() }
        }
    }
}

/// Looks at the buffers in front of the decoder while a photo is wanted, and leaves by itself.
private let photoProbe: GstPadProbeCallback = { _, info, data in
    guard let element = TapFocusElement.of(data?.assumingMemoryBound(to: TapFocusInstance.self)),
        let buffer = info?.pointee.data?.assumingMemoryBound(to: GstBuffer.self)
    else { return GST_PAD_PROBE_OK }
    return element.considerJPEG(buffer) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_REMOVE
}
