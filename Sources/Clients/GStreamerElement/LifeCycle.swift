import CGStreamer
import CTapFocus

/// The longest time that the changes from NULL to PLAYING wait, together, for `tapfocus run` to let go of the camera's stream, in
/// µs. It needs a frame or two for that; a daemon that is busy must not keep a picture from the screen.
let longestWait: Int64 = 500_000

/// The element's part in a change of state. Sinks change first and sources last, so this element reserves the camera
/// before v4l2src opens it, and v4l2src begins to stream after that.
func changeState(_ element: UnsafeMutablePointer<GstElement>?, _ transition: GstStateChange) -> GstStateChangeReturn {
    let this = TapFocusElement.of(element)
    if transition == GST_STATE_CHANGE_NULL_TO_READY || transition == GST_STATE_CHANGE_READY_TO_PAUSED {
        this?.reserveCamera()
    }
    if transition == GST_STATE_CHANGE_PAUSED_TO_PLAYING { this?.play() }
    guard let parent = parentClass().as(GstElementClass.self).pointee.change_state else {
        return GST_STATE_CHANGE_FAILURE
    }
    let answer = parent(element, transition)
    if transition == GST_STATE_CHANGE_PLAYING_TO_PAUSED { this?.pause() }
    if transition == GST_STATE_CHANGE_PAUSED_TO_READY { this?.forgetFrames() }
    if transition == GST_STATE_CHANGE_READY_TO_NULL { this?.letGo() }
    return answer
}

extension TapFocusElement {
    /// Connects, and waits until the camera's stream is free: briefly, and only for a daemon that is there. Without one,
    /// the client tries again by itself as long as buffers flow. What one change of state has waited, the next does not wait again.
    func reserveCamera() {
        serve()
        // A client whose connection was lost waits before it tries again, and here is no time for that.
        if locked({ connection.isOutdated || !connection.isConnected }) { disconnect() }
        connect()
        guard descriptor >= 0 else { return }
        let deadline = tapfocus_now() + remainingWait
        defer { remainingWait = max(0, deadline - tapfocus_now()) }
        while true {
            serve()
            let isAnswered = locked { connection.reservation != .none }
            let left = deadline - tapfocus_now()
            if !locked({ connection.isConnected }) { return warnOfMissingDaemon() }
            if isAnswered || left <= 0 { return }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waiting, 1, Int32(left / 1000 + 1))
        }
    }

    /// Makes the client as soon as the camera is known; without a wait, so that it may be called where buffers flow.
    /// Returns false while no camera is known.
    @discardableResult
    func connect() -> Bool {
        guard locked({ connection.client == nil }) else { return true }
        let found = locked { g_strdup(settings.camera) } ?? cameraUpstream(of: instance.as(GstElement.self))
        guard let found else { return false }
        log(GST_LEVEL_INFO, instance, "the camera is ", found)
        locked {
            connection.client = tapfocus_new(settings.socket, found)
            descriptor = connection.client.map { tapfocus_descriptor($0) } ?? -1
            photos.offer()
        }
        g_free(found)
        if descriptor < 0 {
            warn(
                .noClient,
                """
                No client of tapfocus run can be made, for want of memory or descriptors, or because the property socket has \
                more than 107 bytes or camera more than 255.
                """)
        }
        return true
    }

    /// Frames flow from now on; which ones, the caps have said or will say.
    func play() {
        locked {
            isPlaying = true
            declare()
        }
    }

    /// Frames flow no more. The camera stays reserved, since they may flow again at any moment.
    func pause() {
        locked {
            isPlaying = false
            declare()
            presses.liftAll()
        }
        serve()
    }

    /// Other frames may come the next time, from a camera that `tapfocus run` may have to let go again.
    func forgetFrames() {
        remainingWait = longestWait
        locked {
            picture = nil
            counter = FrameCounter()
        }
    }

    /// The camera is free for `tapfocus run` again, and each warning may be posted again.
    func letGo() {
        remainingWait = longestWait
        disconnect()
        locked { warned = [] }
    }

    private func disconnect() {
        locked {
            connection.close()
            descriptor = -1
        }
    }

    /// Tells `tapfocus run` which frames flow, that they have changed, or that none do: frames that cannot be measured are
    /// none. Returns false if the client refuses the description; the one before stays in force. The lock is held.
    @discardableResult
    func declare() -> Bool {
        guard let client = connection.client, let picture, picture.layout != nil, isPlaying else {
            connection.endFrames()
            return true
        }
        var stream = tapfocus_stream()
        stream.width = picture.width
        stream.height = picture.height
        stream.interval = picture.interval
        stream.stamp = Int32(settings.stamp.rawValue)
        stream.takes_taps = settings.takesTaps ? 1 : 0
        stream.crop = settings.crop
        let isTaken = tapfocus_begin_frames(client, &stream) >= 0
        if isTaken { connection.isDeclared = true }
        return isTaken
    }

    private func warnOfMissingDaemon() {
        warn(
            .notRunning,
            """
            tapfocus run does not answer on its control socket. The picture goes on without tap to focus; the connection is \
            made as soon as it runs. Start it, or set the property socket to the path of its socket.
            """)
    }
}
