import CSoup
import WebGateway

/// Bytes that several answers share.
final class SharedBytes {
    let pointer: OpaquePointer?

    init(_ bytes: [UInt8]) {
        pointer = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    }

    deinit { if let pointer { g_bytes_unref(pointer) } }
}

/// A frame for all viewers: its bytes are made once.
final class SharedFrame {
    let frame: PictureFrame
    private(set) lazy var part = SharedBytes(PictureStream.part(frame.jpeg))
    private(set) lazy var photo = SharedBytes(frame.jpeg)

    init(_ frame: PictureFrame) { self.frame = frame }
}

/// An answer that gets the picture: frame after frame, each when libsoup has written the one before, or a single one.
final class PictureViewer {
    private let message: OpaquePointer
    private let wish: PictureWish
    private let ended: () -> Void
    private var queue: PictureQueue<SharedFrame>
    private var moment: PhotoMoment
    private var isComplete = false

    /// Answers a message, whose status is set with that.
    /// - Parameters:
    ///   - time: of now, in µs of CLOCK_MONOTONIC.
    ///   - ended: called once, when the answer is complete, or its connection is gone.
    init(_ message: ServerMessage, _ wish: PictureWish, reader: Origin?, at time: Int64, ended: @escaping () -> Void) {
        (self.message, self.wish, self.ended) = (message.pointer, wish, ended)
        queue = PictureQueue(isSending: wish == .stream)
        moment = PhotoMoment(after: time)
        g_object_ref(UnsafeMutableRawPointer(message.pointer))
        message.answer(
            200, AnswerHeaders.picture(reader: reader),
            type: wish == .stream ? PictureStream.contentType : PageType.jpg.contentType)
        // It ends with the connection. In chunks, libsoup would wait for a page that does not read, behind the end of one, and all others
        // with it. Where nothing is there to be written, it waits until it is told to go on.
        soup_message_headers_set_encoding(
            soup_server_message_get_response_headers(message.pointer), SOUP_ENCODING_EOF)
        // What is written is not kept.
        soup_message_body_set_accumulate(body, 0)
        if wish == .stream { append(SharedBytes(PictureStream.start)) }
        connectSignal(message.pointer, "wrote-chunk", to: self, Self.wroteChunk)
        connectSignal(message.pointer, "finished", to: self, Self.finished)
    }

    deinit {
        disconnectSignals(message, of: self)
        g_object_unref(UnsafeMutableRawPointer(message))
    }

    private var body: UnsafeMutablePointer<SoupMessageBody>? { soup_server_message_get_response_body(message) }

    /// A frame comes from the holder.
    func show(_ frame: SharedFrame) {
        guard !isComplete else { return }
        switch wish {
        case .stream:
            guard let next = queue.offer(frame) else { return }
            send(next.part)
        case .photo:
            guard moment.admits(frame.frame.captured) else { return }
            append(frame.photo)
            complete()
        }
    }

    /// Ends the answer. One without a frame is a photo that has failed.
    func complete() {
        guard !isComplete else { return }
        isComplete = true
        soup_message_body_complete(body)
        soup_server_message_unpause(message)
    }

    private func send(_ bytes: SharedBytes) {
        append(bytes)
        soup_server_message_unpause(message)
    }

    private func append(_ bytes: SharedBytes) {
        guard let pointer = bytes.pointer else { return }
        soup_message_body_append_bytes(body, pointer)
    }

    private static let wroteChunk: @convention(c) (OpaquePointer?, gpointer?) -> Void = { _, data in
        guard let viewer = owner(PictureViewer.self, data), !viewer.isComplete, viewer.wish == .stream else { return }
        if let next = viewer.queue.sent() { viewer.send(next.part) }
    }

    private static let finished: @convention(c) (OpaquePointer?, gpointer?) -> Void = { _, data in
        guard let viewer = owner(PictureViewer.self, data) else { return }
        viewer.isComplete = true
        viewer.ended()
    }
}
