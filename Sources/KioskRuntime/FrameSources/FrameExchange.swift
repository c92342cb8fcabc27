import FocusCore
import LinuxDevices

/// Gives the session frames from whoever has them: the program that holds the camera's stream, or, without one, the camera's own
/// stream.
///
///     nobody ── hold-frames ──▶ letting go ── own stream has ended ──▶ held: reserved, or measuring
///        ▲                                                                  │
///        └───────────────── the connection closes ─────────────────────────┘
///
/// While a program holds the stream, the camera's own is not opened. The engine hears of each change first, and lets go of its
/// frames itself; here its requests are only sent to where they belong.
final class FrameExchange: FrameSource {
    typealias Client = ControlServer.ClientID

    /// The program that holds the stream.
    struct Holder {
        let client: Client
        var wish: HoldWish
        /// Nil: it has only reserved the stream, or the own stream has not ended yet.
        var frames: HeldFrames?
        /// True until the own stream has ended: the answer to its request is due then.
        var waits = true
        var hasComplained = false
    }

    /// Where the present request was sent to.
    private enum Route: Equatable {
        case nowhere
        /// The camera's own stream; it must be let go before another program can have the camera.
        case own
        /// The program that holds the stream.
        case holder
    }

    private let own: any FrameSource
    private(set) var holder: Holder?
    private var route = Route.nowhere
    var handler: (FrameEvent) -> Void = { _ in }
    /// Tells the engine who holds the stream.
    var holderChanged: (FrameHolder?) -> Void = { _ in }
    /// Sends a line that was not asked for to a client.
    var send: ([UInt8], Client) -> Void = { _, _ in }
    /// Answers a client's request.
    var answer: ([UInt8], Client) -> Void = { _, _ in }
    /// The writes that mark the frames of the present camera.
    var writes: WriteRecord?

    /// - Parameter own: the camera's own stream.
    init(own: any FrameSource) {
        self.own = own
        own.handler = { [weak self] in self?.take($0) }
    }

    /// Who has the stream, in a word for `status`.
    var sourceName: StaticString {
        guard let holder else { return "camera" }
        return holder.frames == nil ? "reserved" : "holder"
    }

    // MARK: the session's requests

    func request(_ request: FrameRequest, id: UInt32) {
        guard let holder else {
            route = .own
            return own.request(request, id: id)
        }
        guard holder.frames != nil else { return handler(.unavailable(request: id, errno: SystemError.busy)) }
        guard let line = self.holder?.frames?.ask(request, id: id) else {
            return handler(.unavailable(request: id, errno: SystemError.noData))
        }
        route = .holder
        send(line, holder.client)
        let stream = holder.wish.stream
        handler(
            .began(
                FramesBegan(
                    request: id, width: Int64(stream?.width ?? 0), height: Int64(stream?.height ?? 0),
                    interval: stream?.interval ?? .zero)))
    }

    func release(_ id: UInt32) {
        guard route != .own else { return own.release(id) }
        route = .nowhere
        if let client = holder?.client, let line = holder?.frames?.rest() { send(line, client) }
        handler(.ended(request: id))
    }

    /// The camera's own stream says something.
    private func take(_ event: FrameEvent) {
        switch event {
        case .began, .measured: break
        case .unavailable, .ended, .lost: route = .nowhere
        }
        handler(event)
        takeOverIfFree()
    }

    // MARK: the camera

    func cameraLeft() {
        own.cameraLeft()
        route = .nowhere
        writes = nil
        guard holder != nil else { return }
        // Its stream has ended with the camera. When the camera is back, it declares the next one.
        holder?.frames = nil
        holder?.wish.stream = nil
        acknowledge()
    }

    /// A camera has arrived, and the engine knows it.
    /// - Parameter isWanted: true if it is the camera that a holder has named.
    func cameraArrived(_ writes: WriteRecord?, isWanted: (HoldWish) -> Bool) {
        self.writes = writes
        guard let holder else { return }
        guard isWanted(holder.wish) else {
            self.holder = nil
            return send(
                ControlServer.error(
                    "another camera than \"\(holder.wish.camera)\" has arrived: its frames are not held any more."),
                holder.client)
        }
        holderChanged(FrameHolder(givesFrames: false, sendsTaps: holder.wish.sendsTaps))
        acknowledge()
    }

    // MARK: the holder

    /// A client holds the stream from now on, or declares another one. It is answered when the camera's own stream has ended.
    func hold(_ wish: HoldWish, by client: Client) {
        if let holder, !holder.waits, holder.wish == wish { return acknowledge(isAsked: true) }
        if let line = holder?.frames?.rest() { send(line, client) }
        holder = Holder(client: client, wish: wish)
        // The engine lets go of the frames that it has, the own ones or those of the stream before.
        holderChanged(FrameHolder(givesFrames: false, sendsTaps: wish.sendsTaps))
        takeOverIfFree()
    }

    /// The holder's stream has ended; the camera stays reserved.
    func endFrames(by client: Client) {
        guard let holder, holder.client == client, holder.wish.stream != nil else { return }
        self.holder?.wish.stream = nil
        self.holder?.frames = nil
        holderChanged(FrameHolder(givesFrames: false, sendsTaps: holder.wish.sendsTaps))
    }

    /// A connection has closed.
    func clientLeft(_ client: Client) {
        guard let holder, holder.client == client else { return }
        self.holder?.frames = nil
        if holder.frames != nil { holderChanged(FrameHolder(givesFrames: false, sendsTaps: holder.wish.sendsTaps)) }
        self.holder = nil
        holderChanged(nil)
    }

    /// A client gives a frame.
    func take(_ frame: HeldFrame, from client: Client, at now: Instant = MonotonicClock.now()) {
        guard holder?.client == client else {
            return complain(to: client, "hold the camera's frames first (hold-frames).")
        }
        guard holder?.wish.stream != nil else {
            return complain(to: client, "declare the stream first: hold-frames with width, height, interval and stamp.")
        }
        switch holder?.frames?.judge(frame, at: now, writes) {
        case .measured(let statistics)?: handler(.measured(statistics))
        case .unbelievable(let reason)?:
            complain(to: client, "a frame is ignored, and so are others like it: \(reason).")
        case .passedOver?, nil: break
        }
    }

    /// Reports nonsense once for each hold.
    private func complain(to client: Client, _ sentence: String) {
        guard let holder, holder.client == client else { return send(ControlServer.error(sentence), client) }
        guard !holder.hasComplained else { return }
        self.holder?.hasComplained = true
        send(ControlServer.error(sentence), client)
    }

    /// The holder gets the stream, unless the camera's own is still open.
    private func takeOverIfFree() {
        guard let holder, holder.waits, route != .own else { return }
        self.holder?.waits = false
        self.holder?.frames = holder.wish.stream.map(HeldFrames.init)
        acknowledge(isAsked: true)
        if holder.wish.stream != nil { holderChanged(FrameHolder(givesFrames: true, sendsTaps: holder.wish.sendsTaps)) }
    }

    /// Tells the holder what it holds.
    private func acknowledge(isAsked: Bool = false) {
        guard let holder else { return }
        var line = JSONLineBuilder()
        line.held(holder.wish.camera, measures: holder.wish.stream != nil, at: MonotonicClock.now())
        if isAsked { answer(line.bytes, holder.client) } else { send(line.bytes, holder.client) }
    }
}

extension SystemError {
    /// Another program has the camera.
    fileprivate static let busy: Int32 = 16
    /// The holder's frames do not show the place.
    fileprivate static let noData: Int32 = 61
}
