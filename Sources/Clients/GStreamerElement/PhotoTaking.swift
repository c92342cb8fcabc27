import CGStreamer
import CTapFocus
import PhotoFile

/// Takes the photos of an element. It keeps nothing: what is under way is in the element's connection.
struct PhotoTaker {
    let element: TapFocusElement

    /// The photo under way. The lock is held.
    private var photo: PhotoTask {
        get { element.connection.photo }
        nonmutating set { element.connection.photo = newValue }
    }

    /// Tells the client whether this element takes photos, and the bin around it records movies: where there is a folder for them. The
    /// lock is held.
    func offer() {
        let offers = element.settings.photoFolder != nil
        // So that the latest frames are kept before the first photo is asked for.
        if offers { photo.needsSource = true } else { photo.forgetFrames() }
        sayWhatIsOffered()
    }

    /// The same, with what is known of the source by now. The lock is held.
    private func sayWhatIsOffered() {
        let offers = element.settings.photoFolder != nil
        // Live photos are made of the camera's own JPEG, and their metadata need a library.
        let isLive = offers && element.settings.isInCamera && photo.isFromProbe && LiveFilm.isPossible
        photo.keepFrames(for: isLive ? LiveFilm.span : 0)
        guard let client = element.connection.client else { return }
        _ = tapfocus_offer_photos(client, isLive ? 2 : offers ? 1 : 0)
        _ = tapfocus_offer_movies(client, offers && element.settings.isInCamera ? 1 : 0)
    }

    /// An application asks for a photo, which this element or another program takes. Called without the lock.
    /// - Parameter wait: in seconds; below 0: the frame of this moment.
    /// - Returns: false if the wish is not valid, or could not be sent.
    func wish(_ path: UnsafePointer<CChar>?, wait: Double, of count: gint) -> Bool {
        element.locked {
            guard let client = element.connection.client else { return false }
            return tapfocus_take_photo(client, path, wait, count, 0) >= 0
        }
    }

    /// Follows what `tapfocus run` says about photos. The lock is held.
    func follow(_ event: tapfocus_event) {
        var event = event
        let id = UInt32(truncatingIfNeeded: event.id)
        switch UInt32(bitPattern: event.kind) {
        case TAPFOCUS_TAKE_PHOTO.rawValue:
            var wish = tapfocus_photo()
            guard tapfocus_read_photo(&event, &wish) >= 0 else { return }
            photo.want(id, path: event.message, wish)
        case TAPFOCUS_KEEP_PHOTO.rawValue:
            var facts = tapfocus_photo()
            guard tapfocus_read_photo(&event, &facts) >= 0 else { return }
            keep(id, event, facts)
        case TAPFOCUS_DROP_PHOTO.rawValue: if id == photo.id { photo.forget() }
        case TAPFOCUS_DISCONNECTED.rawValue: photo.forget()
        default: break
        }
    }

    private func keep(_ id: UInt32, _ event: tapfocus_event, _ facts: tapfocus_photo) {
        let path = photo.path
        guard let frame = photo.write(id) else { return }
        var facts = facts
        if case .jpeg(_, let width, let height, _) = frame { setRegion(&facts, width, height) }
        let job = PhotoJob(
            element.instance, id, frame, PhotoFacts(facts, event, photo.sharpness, element.settings.photoOrientation),
            path: path, element.settings, isLive: photo.isLive)
        job.begin()
    }

    /// The region in a JPEG frame. Between its decoder and this element the picture may have been cut, as the properties `crop-…` say.
    private func setRegion(_ facts: inout tapfocus_photo, _ width: Int, _ height: Int) {
        guard let shown = element.picture, (Int(shown.width), Int(shown.height)) != (width, height) else { return }
        let (crop, part) = (element.settings.crop, facts.region)
        // Of a picture that was scaled or turned the region is not known.
        let (columns, rows) = (crop.width * Double(width), crop.height * Double(height))
        if abs(columns - Double(shown.width)) >= 2 || abs(rows - Double(shown.height)) >= 2 { facts.has_region = 0 }
        facts.region = tapfocus_rectangle(
            x: crop.x + part.x * crop.width, y: crop.y + part.y * crop.height, width: part.width * crop.width,
            height: part.height * crop.height)
    }

    /// Decides where the frame of a photo comes from: from in front of the decoder, if there is one that is given JPEG. Called without
    /// the lock, in the thread of the buffers.
    func prepare() {
        guard element.locked({ photo.needsSource }) else { return }
        let found = jpegOutput(upstreamOf: element.instance.as(GstElement.self))
        let added = element.locked { () -> UnsafeMutablePointer<PhotoProbe>? in
            photo.isFromProbe = found != nil
            sayWhatIsOffered()
            guard let found, photo.probe?.pointee.output != found else { return nil }
            // The latest frames may be those of another camera.
            photo.forgetFrames()
            let probe = UnsafeMutablePointer<PhotoProbe>.allocate(capacity: 1)
            probe.initialize(to: PhotoProbe(element: element.instance, output: found))
            photo.probe = probe
            return probe
        }
        if let added { add(added) }
        if let found { gst_object_unref(found) }
        // The moment of the photo may have passed already. Frames that have come in since are found here, too.
        var earliest = Int64.min
        while let next = element.locked({ nextKept(from: earliest) }) {
            earliest = next.captured + 1
            examine(next.buffer, next.id, next.captured)
            gst_buffer_unref(next.buffer)
        }
    }

    /// The probe keeps the element alive.
    private func add(_ probe: UnsafeMutablePointer<PhotoProbe>) {
        gst_object_ref(element.instance)
        _ = gst_pad_add_probe(probe.pointee.output, GST_PAD_PROBE_TYPE_BUFFER, photoProbe, probe) { data in
            guard let probe = data?.assumingMemoryBound(to: PhotoProbe.self) else { return }
            let instance = probe.pointee.element
            TapFocusElement.of(instance)?.photos.left(probe)
            probe.deallocate()
            gst_object_unref(instance)
        }
    }

    /// The probe is gone, perhaps with its output.
    fileprivate func left(_ probe: UnsafeMutablePointer<PhotoProbe>) {
        element.locked { if photo.probe == probe { photo.probe = nil } }
    }

    /// One of the latest frames that may be the photo, with a reference; nil: the next frame that comes in may. The lock is held.
    private func nextKept(
        from time: Int64
    ) -> (buffer: UnsafeMutablePointer<GstBuffer>, id: UInt32, captured: Int64)? {
        // Of several frames the decoded pictures are measured, and those of the latest frames may have passed.
        if photo.isWanted, photo.isFromProbe, photo.place == nil,
            let kept = photo.kept(from: max(photo.notBefore, time))
        {
            _ = gst_buffer_ref(kept.frame)
            return (kept.frame, photo.id, kept.time)
        }
        photo.needsSource = false
        return nil
    }

    /// A JPEG buffer in front of the decoder, in its thread.
    /// - Returns: false if no more are wanted.
    fileprivate func consider(
        jpeg buffer: UnsafeMutablePointer<GstBuffer>, from probe: UnsafeMutablePointer<PhotoProbe>
    ) -> Bool {
        guard element.locked({ goesOn(probe) }) else { return false }
        keep(buffer)
        if let next = element.locked({ candidate(buffer, isFromProbe: true) }) {
            examine(buffer, next.id, next.captured)
        }
        return true
    }

    /// True while photos may be asked for, and come from this probe: after another link there is another one. Otherwise it leaves. The
    /// lock is held, so that the next photo knows whether there is one.
    private func goesOn(_ probe: UnsafeMutablePointer<PhotoProbe>) -> Bool {
        guard photo.probe == probe else { return false }
        if element.settings.photoFolder == nil || !photo.isFromProbe { photo.probe = nil }
        return photo.probe != nil
    }

    /// Keeps a copy among the latest frames.
    private func keep(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        guard let captured = element.locked({ time(of: buffer) }), let copy = gst_buffer_copy_deep(buffer) else {
            return
        }
        element.locked { photo.keep(copy, at: captured) }
    }

    /// Nil for a damaged buffer, and before this element knows what the times of its buffers mean. The lock is held.
    private func time(of buffer: UnsafeMutablePointer<GstBuffer>) -> Int64? {
        guard buffer.pointee.mini_object.flags & tapfocus_buffer_worthless == 0,
            element.instance.pointee.parent.segment.format == GST_FORMAT_TIME
        else { return nil }
        return element.captureTime(of: buffer)
    }

    /// A JPEG frame that may be the photo. Called without the lock, because the check takes some milliseconds.
    private func examine(_ buffer: UnsafeMutablePointer<GstBuffer>, _ id: UInt32, _ captured: Int64) {
        let frame = jpegFrame(of: buffer, captured)
        element.locked {
            guard photo.isWanted, photo.id == id else { return }
            if let frame { add(frame, buffer) } else { passOver(id) }
        }
    }

    /// A buffer of raw video: the frame itself where no JPEG comes in, or the decoded picture of one. The lock is held.
    func consider(raw buffer: UnsafeMutablePointer<GstBuffer>) {
        guard photo.isWanted else { return }
        if let (_, captured) = candidate(buffer, isFromProbe: false),
            let caps = gst_pad_get_current_caps(element.instance.pointee.parent.sinkpad)
        {
            // The camera has few buffers, and gets this one back.
            if let copy = gst_buffer_copy_deep(buffer) {
                add(.raw(copy, caps, captured: captured), buffer)
            } else {
                gst_caps_unref(caps)
            }
        }
        guard photo.awaits(buffer.pointee.pts), let place = photo.place else { return }
        photo.measure(buffer.pointee.pts, element.sharpness(of: buffer, at: place) ?? 0)
        takeSharpest()
    }

    /// A frame that counts. The lock is held.
    private func add(_ frame: PhotoFrame, _ buffer: UnsafeMutablePointer<GstBuffer>) {
        let offset = buffer.pointee.offset
        let sequence = offset == tapfocus_no_offset ? 0 : UInt32(truncatingIfNeeded: offset)
        let taken = TakenFrame(frame: frame, sequence: sequence)
        guard photo.place != nil else { return take(taken, sharpness: -1) }
        photo.add(taken, at: buffer.pointee.pts)
        takeSharpest()
    }

    private func takeSharpest() {
        if let (frame, sharpness) = photo.takeSharpest() { take(frame, sharpness: sharpness) }
    }

    /// The number of the photo, and the frame's time, if this frame may be the photo. The lock is held.
    private func candidate(
        _ buffer: UnsafeMutablePointer<GstBuffer>, isFromProbe: Bool
    ) -> (id: UInt32, captured: Int64)? {
        guard photo.isWanted, !photo.needsSource, photo.isFromProbe == isFromProbe,
            let captured = time(of: buffer), captured >= photo.notBefore
        else { return nil }
        return (photo.id, captured)
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
    private func passOver(_ id: UInt32) {
        guard photo.passOver() else { return }
        if let client = element.connection.client {
            _ = tapfocus_photo_failed(client, id, text("damaged"), text(""))
        }
        photo.forget()
    }

    private func take(_ taken: TakenFrame, sharpness: Double) {
        let frame = taken.frame
        guard let client = element.connection.client,
            tapfocus_photo_taken(client, photo.id, taken.sequence, frame.captured, sharpness) >= 0
        else { return frame.free() }
        photo.take(frame, sharpness: sharpness)
    }

    /// The other thread has written the photo, or could not. Called without the lock.
    /// - Parameters:
    ///   - bytes: the size of the file; nil: no file was written.
    ///   - path: the whole path of the file.
    ///   - reason: the word for the failure.
    func ended(
        _ id: UInt32, bytes: Int?, path: UnsafePointer<CChar>?, reason: UnsafePointer<CChar>,
        message: UnsafePointer<CChar>?
    ) {
        element.locked {
            if let client = element.connection.client {
                if let bytes {
                    _ = tapfocus_photo_kept(client, id, path, Int64(bytes))
                } else {
                    _ = tapfocus_photo_failed(client, id, reason, message ?? text(""))
                }
            }
            if id == photo.id, case .writing = photo.phase { photo.forget() }
        }
    }
}

/// Looks at the buffers in front of the decoder while photos may be asked for, and leaves by itself.
private let photoProbe: GstPadProbeCallback = { _, info, data in
    guard let probe = data?.assumingMemoryBound(to: PhotoProbe.self),
        let element = TapFocusElement.of(probe.pointee.element),
        let buffer = info?.pointee.data?.assumingMemoryBound(to: GstBuffer.self)
    else { return GST_PAD_PROBE_OK }
    return element.photos.consider(jpeg: buffer, from: probe) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_REMOVE
}
