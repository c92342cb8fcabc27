import CGStreamer

/// The picture socket could not be made.
struct PictureRefusal: Error {
    /// The errno.
    let error: Int32
}

/// Gives the camera's picture, as JPEG, to the programs that connect to a socket (Documentation/GStreamer.md).
///
/// The thread of the camera copies a frame only when a reader waits for one. So readers that are slow get fewer frames, and without a
/// reader nothing is done: this object's thread waits for one.
final class PictureServer {
    /// The element `tapfocus` of the bin, and the output whose frames are shown; retained.
    private let element: UnsafeMutablePointer<GstElement>
    private let output: UnsafeMutablePointer<GstPad>
    private let path: UnsafeMutablePointer<CChar>?
    private let listener: Int32
    private let wakeup: Int32
    private let mutex: UnsafeMutablePointer<GMutex>
    /// Touched while the lock is held.
    private var shelf = PictureShelf()
    /// The rest is the thread's.
    private var probe: gulong = 0
    private var readers: [PictureReader] = []
    private var encoder: PictureEncoder?
    /// Set before anybody else knows this object.
    private var thread: UnsafeMutablePointer<GThread>?

    /// More programs are refused: one passes the picture on to many pages.
    private static let mostReaders = 8

    init(
        _ element: UnsafeMutablePointer<GstElement>, _ output: UnsafeMutablePointer<GstPad>,
        at path: UnsafePointer<CChar>
    ) throws(PictureRefusal) {
        let wakeup = tapfocus_picture_wakeup()
        guard wakeup >= 0 else { throw PictureRefusal(error: -wakeup) }
        let listener = tapfocus_picture_listen(path)
        guard listener >= 0 else {
            tapfocus_picture_close(wakeup)
            throw PictureRefusal(error: -listener)
        }
        self.wakeup = wakeup
        self.listener = listener
        self.element = element
        self.output = output
        self.path = g_strdup(path)
        mutex = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
        g_mutex_init(mutex)
        gst_object_ref(element)
        gst_object_ref(output)
    }

    deinit {
        shelf.clear()
        tapfocus_picture_close(listener)
        tapfocus_picture_close(wakeup)
        gst_object_unref(output)
        gst_object_unref(element)
        g_free(path)
        g_mutex_clear(mutex)
        mutex.deallocate()
    }

    /// Begins to wait for readers. To be called once.
    func begin() {
        thread = g_thread_new(text("tapfocus-picture"), servePictures, Unmanaged.passRetained(self).toOpaque())
    }

    /// Ends the picture for all readers, and waits for that. To be called once, after `begin`.
    func end() {
        locked { shelf.isEnding = true }
        tapfocus_picture_wake(wakeup)
        // It takes the thread's reference.
        if let thread { g_thread_join(thread) }
        thread = nil
    }

    /// A frame, in the camera's thread. It is copied, because the camera needs its memory.
    fileprivate func look(at buffer: UnsafeMutablePointer<GstBuffer>) {
        guard buffer.pointee.mini_object.flags & tapfocus_buffer_worthless == 0, locked({ shelf.isWanted }) else {
            return
        }
        guard let caps = gst_pad_get_current_caps(output) else { return }
        guard let copy = gst_buffer_copy_deep(buffer) else { return gst_caps_unref(caps) }
        let input = PictureInput(buffer: copy, caps: caps, captured: captureTime(of: buffer))
        locked { shelf.put(input) }
        tapfocus_picture_wake(wakeup)
    }

    /// In µs; below 0: not known.
    private func captureTime(of buffer: UnsafeMutablePointer<GstBuffer>) -> Int64 {
        guard let inner = TapFocusElement.of(element) else { return -1 }
        return inner.locked {
            guard inner.instance.pointee.parent.segment.format == GST_FORMAT_TIME else { return -1 }
            return inner.captureTime(of: buffer) ?? -1
        }
    }

    /// This object's thread.
    fileprivate func run() {
        while !locked({ shelf.isEnding }) {
            wait()
            if let input = locked({ shelf.take() }) {
                hand(input)
                input.free()
            }
            for index in readers.indices { readers[index].send() }
            forgetLost()
            watchFrames()
        }
        for index in readers.indices { readers[index].close() }
        readers = []
        watchFrames()
        encoder?.free()
        encoder = nil
        if let path { tapfocus_picture_remove(path) }
    }

    /// Waits until there is something to do.
    private func wait() {
        var places = [
            pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        ]
        for reader in readers {
            let events = reader.isIdle ? POLLIN : POLLIN | POLLOUT
            places.append(pollfd(fd: reader.descriptor, events: Int16(events), revents: 0))
        }
        let count = nfds_t(places.count)
        guard poll(&places, count, -1) > 0 else { return }
        if places[0].revents != 0 { tapfocus_picture_woken(wakeup) }
        for index in readers.indices where Int32(places[index + 2].revents) & ~POLLOUT != 0 {
            // A reader has nothing to say: it has gone.
            readers[index].isLost = true
        }
        if places[1].revents != 0 { accept() }
    }

    private func accept() {
        let descriptor = tapfocus_picture_accept(listener)
        // It stays readable while no descriptor is left: this thread must not keep a processor busy then.
        guard descriptor >= 0 else { return g_usleep(20_000) }
        guard readers.count < Self.mostReaders else { return tapfocus_picture_close(descriptor) }
        readers.append(PictureReader(descriptor: descriptor))
    }

    private func hand(_ input: PictureInput) {
        guard let frame = message(of: input) else { return }
        for index in readers.indices where readers[index].isIdle { readers[index].begin(frame) }
    }

    /// The frame as readers get it; nil if it cannot be encoded.
    private func message(of input: PictureInput) -> PictureMessage? {
        if input.isJPEG { return PictureMessage(input.buffer, captured: input.captured) }
        if encoder?.takes(input.caps) != true {
            encoder?.free()
            encoder = PictureEncoder(input.caps)
        }
        guard let encoded = encoder?.encode(input.buffer) else { return nil }
        defer { gst_sample_unref(encoded) }
        guard let buffer = gst_sample_get_buffer(encoded) else { return nil }
        return PictureMessage(buffer, captured: input.captured)
    }

    private func forgetLost() {
        for index in readers.indices where readers[index].isLost { readers[index].close() }
        readers.removeAll { $0.isLost }
    }

    /// Looks at the camera's frames while there are readers, and wants one when a reader waits for it.
    private func watchFrames() {
        var isWanted = false
        for reader in readers where reader.isIdle { isWanted = true }
        locked { shelf.isWanted = isWanted }
        if readers.isEmpty, probe != 0 {
            gst_pad_remove_probe(output, probe)
            probe = 0
            encoder?.free()
            encoder = nil
        } else if !readers.isEmpty, probe == 0 {
            probe = gst_pad_add_probe(
                output, GST_PAD_PROBE_TYPE_BUFFER, pictureProbe, Unmanaged.passRetained(self).toOpaque()
            ) { data in
                if let data { Unmanaged<PictureServer>.fromOpaque(data).release() }
            }
        }
    }

    @inline(__always)
    private func locked<Result>(_ body: () -> Result) -> Result {
        g_mutex_lock(mutex)
        defer { g_mutex_unlock(mutex) }
        return body()
    }
}

private let servePictures: GThreadFunc = { data in
    guard let data else { return nil }
    Unmanaged<PictureServer>.fromOpaque(data).takeRetainedValue().run()
    return nil
}

/// Looks at what leaves the source while there are readers.
private let pictureProbe: GstPadProbeCallback = { _, info, data in
    guard let data, let info, let item = info.pointee.data else { return GST_PAD_PROBE_OK }
    let server = Unmanaged<PictureServer>.fromOpaque(data).takeUnretainedValue()
    server.look(at: item.assumingMemoryBound(to: GstBuffer.self))
    return GST_PAD_PROBE_OK
}
