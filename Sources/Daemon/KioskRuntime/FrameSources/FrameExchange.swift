import FocusCore
import Glibc
import LinuxDevices

/// Gives the session the frames of the program that holds the camera's stream, or, without one, those of the camera's own
/// stream.
///
/// While a program holds the stream, the camera's own is not opened. Whenever frames are to come from another source, the engine
/// hears first that they are only reserved, and releases what it has requested; when it has, it hears who gives them now, and
/// the program gets its answer. So a request always belongs to the source that serves it.
final class FrameExchange {
    typealias Client = ControlServer.ClientID

    struct Holder {
        let client: Client
        var wish: HoldWish
        /// Its declared stream; nil: it has only reserved the stream.
        var frames: HeldFrames?
        /// The number of its requests that are not answered yet.
        var owed = 0
    }

    enum Message {
        case answer([UInt8])
        /// A line that was not asked for.
        case line([UInt8])
        /// It has lost its hold, and this line tells it why.
        case lost([UInt8])
        /// A fault of its frames. It is said once until the client holds a stream again.
        case complaint(String)
    }

    /// The source that the present request was sent to.
    private enum Route: Equatable {
        case nowhere
        case own
        /// A program's declared stream. Another declaration, by the same program or another one, has another number.
        case holder(UInt64)
    }

    private let own: any FrameSource
    /// The photos that the holder takes.
    let photos = Photos()
    /// The movies that programs record.
    let movies = Movies()
    private(set) var holder: Holder?
    private var route = Route.nowhere
    private var declaration: UInt64 = 0
    /// As the engine was told last.
    private var told: FrameHolder?
    /// Tells the engine about the frames, and who holds the stream.
    var feed: (Input.Event) -> Void = { _ in }
    var send: (Message, Client) -> Void = { _, _ in }
    /// Asks for `checkSilence` at a time; nil: at none.
    var watchSilence: (Instant?) -> Void = { _ in }
    /// The writes that mark the frames of the present camera; nil while the engine knows no camera.
    private(set) var writes: WriteRecord?

    init(own: any FrameSource) {
        self.own = own
        own.frameHandler = { [weak self] in self?.take($0) }
    }

    /// The source of frames, in a word for `status`.
    var sourceName: StaticString {
        guard let holder else { return "camera" }
        return holder.frames == nil ? "reserved" : "holder"
    }

    func request(_ request: FrameRequest, id: UInt32, at now: Instant = MonotonicClock.now()) {
        guard let holder else {
            route = .own
            return own.request(request, id: id)
        }
        guard told?.givesFrames == true, let stream = holder.wish.stream else {
            return feed(.frames(.unavailable(request: id, errno: EBUSY)))
        }
        guard let line = self.holder?.frames?.ask(request, id: id, at: now) else {
            return feed(.frames(.unavailable(request: id, errno: ENODATA)))
        }
        route = .holder(declaration)
        watchSilence(self.holder?.frames?.deadline)
        let began = FramesBegan(
            request: id, width: Int64(stream.width), height: Int64(stream.height), interval: stream.interval,
            measure: Int64(stream.measure))
        feed(.frames(.began(began)))
        send(.line(line), holder.client)
    }

    func release(_ id: UInt32) {
        guard route != .own else { return own.release(id) }
        let wasHolders = route != .nowhere
        route = .nowhere
        watchSilence(nil)
        if wasHolders, let client = holder?.client, let line = holder?.frames?.rest() { send(.line(line), client) }
        feed(.frames(.ended(request: id)))
        settle()
    }

    private func take(_ event: FrameNews) {
        switch event {
        case .began, .measured: break
        case .unavailable, .ended, .lost: route = .nowhere
        }
        feed(.frames(event))
        settle()
    }

    func cameraLeft() {
        route = .nowhere
        writes = nil
        told = nil
        // Its stream has ended with the camera.
        holder?.frames = nil
        holder?.wish.stream = nil
        guard let holder else { return }
        if holder.owed == 0 { acknowledge(holder, isAsked: false, measures: false) } else { settle() }
    }

    /// A camera has arrived, and the engine knows it.
    /// - Parameter isWanted: true if it is the camera that a holder has named.
    func cameraArrived(_ writes: WriteRecord, isWanted: (HoldWish) -> Bool) {
        self.writes = writes
        guard let holder else { return }
        if isWanted(holder.wish) {
            settle()
            return acknowledge(holder, isAsked: false, measures: holder.frames != nil)
        }
        self.holder = nil
        let sentence = "another camera than \"\(holder.wish.camera)\" has arrived: its frames are not held any more."
        send(.lost(ControlServer.error(sentence, answering: .holdFrames)), holder.client)
    }

    /// Also if the camera is not connected: the client may see it come back before this program does, and declare its stream.
    func isHeld(by client: Client, _ wish: HoldWish) -> Bool {
        holder?.client == client && holder?.wish.camera == wish.camera
    }

    /// A client takes the stream, or declares another one. It is answered when the request of another source has ended.
    func hold(_ wish: HoldWish, by client: Client) {
        let owed = (holder?.owed ?? 0) + 1
        if holder?.wish != wish {
            declaration += 1
            holder = Holder(client: client, wish: wish, frames: wish.stream.map(HeldFrames.init))
        }
        holder?.owed = owed
        settle()
    }

    /// The holder's stream has ended; the camera stays reserved, and the touchscreen's contacts are taps again.
    func endFrames(by client: Client) {
        guard let holder, holder.client == client, holder.wish.stream != nil else { return }
        declaration += 1
        self.holder?.frames = nil
        self.holder?.wish.stream = nil
        self.holder?.wish.sendsTaps = false
        settle()
    }

    func clientLeft(_ client: Client) {
        guard holder?.client == client else { return }
        declaration += 1
        holder = nil
        settle()
    }

    func receive(_ frame: HeldFrame, from client: Client, at now: Instant = MonotonicClock.now()) {
        func complain(_ sentence: String) { send(.complaint(sentence), client) }
        guard holder?.client == client else { return complain("hold the camera's frames first (hold-frames).") }
        guard holder?.wish.stream != nil else {
            return complain("declare the stream first: hold-frames with width, height, interval and stamp.")
        }
        switch holder?.frames?.judge(frame, at: now, writes) {
        case .measured(let statistics)?: feed(.frames(.measured(statistics)))
        case .unbelievable(let reason)?: complain("a frame is ignored, and so are others like it: \(reason).")
        case .passedOver?, nil: break
        }
    }

    /// The time that `watchSilence` has named has come. A program that measures, and from which no new believable frame has come
    /// for too long, has lost its stream, whatever its connection says; it is asked again when the engine needs frames again.
    func checkSilence(at now: Instant) {
        guard route == .holder(declaration), let client = holder?.client, let id = holder?.frames?.id,
            let deadline = holder?.frames?.deadline
        else { return }
        guard now >= deadline else { return watchSilence(deadline) }
        // It rests before the engine may ask again. If it turns out to be gone, the engine has let go of its frames already.
        if let rest = holder?.frames?.rest() { send(.line(rest), client) }
        guard route == .holder(declaration) else { return }
        route = .nowhere
        feed(.frames(.lost(request: id, errno: ETIMEDOUT)))
        settle()
        let sentence = "frames were asked for (measure), and no new one that can be believed has come for too long."
        send(.complaint(sentence), client)
    }

    /// Announces to the engine who has the frames, as far as that is settled, and answers the program when nothing is under way that
    /// belongs to another source. Lines are sent last: to send one may be to notice that the program is gone.
    private func settle() {
        guard writes != nil else { return answerOwed(measures: false) }
        guard route == .nowhere || route == (holder == nil ? .own : .holder(declaration)) else {
            return announce(FrameHolder(givesFrames: false, sendsTaps: holder?.wish.sendsTaps ?? false))
        }
        announce(holder.map { FrameHolder(givesFrames: $0.frames != nil, sendsTaps: $0.wish.sendsTaps) })
        if route != .own { answerOwed(measures: holder?.frames != nil) }
    }

    private func answerOwed(measures: Bool) {
        guard let holder else { return }
        self.holder?.owed = 0
        for _ in 0..<holder.owed { acknowledge(holder, isAsked: true, measures: measures) }
    }

    private func announce(_ news: FrameHolder?) {
        guard news != told else { return }
        told = news
        feed(.framesHeld(news))
    }

    private func acknowledge(_ holder: Holder, isAsked: Bool, measures: Bool) {
        let line = HolderLines.held(holder.wish.camera, measures: measures, at: MonotonicClock.now())
        send(isAsked ? .answer(line) : .line(line), holder.client)
    }
}

/// Gives the session measured frames: the camera's own stream, or frames that another program measures.
///
/// One request waits for its answer at a time. Every request and every release is answered, in order, unless the camera
/// leaves first: that ends everything, and no answer is due. Frames come only between `began` and `ended` or
/// `lost`.
protocol FrameSource: AnyObject {
    /// Gets the answers and the frames, on the loop's thread. Set before the first request.
    var frameHandler: (FrameNews) -> Void { get set }

    /// Answered by `began` or `unavailable` with this id. A request while frames come changes only what is measured.
    func request(_ request: FrameRequest, id: UInt32)

    /// Answered by `ended` with this id.
    func release(_ id: UInt32)
}
