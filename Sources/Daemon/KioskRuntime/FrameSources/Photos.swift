import FocusCore
import KioskLines
import LinuxDevices

/// The photos that clients ask for, one at a time. `PhotoMachine` decides when; the program that holds the frames takes the frame and
/// writes the file; this passes lines between the client, the machine and the holder, and knows what was set when the frame was exposed.
final class Photos {
    typealias Client = ControlServer.ClientID

    /// What is known of frames at one moment.
    private typealias Moment = (surroundings: PhotoSurroundings, scene: Scene)

    private struct Order {
        let client: Client
        let request: PhotoRequest
        let holder: Client
        let stream: HeldStream
        /// The facts about the frame that is being written.
        var report: PhotoReport
        /// The latest moment at rest; nil: there was none.
        var rest: Moment?
    }

    private var machine = PhotoMachine()
    private var surroundings = PhotoSurroundings()
    private var order: Order?
    /// The compensation before a photo with an exposure of its own, and the photo's; nil: there is nothing to give back.
    private var changed: (from: Double, to: Double, isOver: Bool)?
    private var lens = PhotoLens()
    /// The id of the latest photo.
    private var number: UInt32

    /// Asked for at each step of a photo.
    var scene: () -> Scene = { Scene() }
    /// Sends a line to the holder.
    var send: ([UInt8], Client) -> Void = { _, _ in }
    /// Announces the end of a photo, which answers a client.
    var announce: (Announcement, Client) -> Void = { _, _ in }
    /// Changes the exposure compensation, in EV.
    var compensate: (Double) -> Void = { _ in }
    /// Moves the held lens beside its position, by a share of its range; nil: back.
    var moveLens: (Double?) -> Void = { _ in }
    /// Asks for `expire` at a time; nil: at none.
    var setTimer: (Instant?) -> Void = { _ in }

    /// - Parameter start: the present time. The ids begin at it, in ms: a holder may still write a photo that an earlier daemon wanted.
    init(at start: Instant = MonotonicClock.now()) {
        number = UInt32(truncatingIfNeeded: start.nanoseconds / 1_000_000)
    }

    /// A client wants a photo.
    func take(_ request: PhotoRequest, for client: Client, at now: Instant = MonotonicClock.now()) {
        guard !machine.isBusy else { return refuse(request, because: .busy, client) }
        let scene = scene()
        guard let holder = scene.holder, holder.wish.takesPhotos, let stream = holder.wish.stream else {
            let sentence = PhotoWords.reason(against: scene.holder)
            return announce(.photoFailed(.noHolder, message: sentence, id: request.id), client)
        }
        if request.isLive, !holder.wish.takesLivePhotos {
            return announce(.photoFailed(.noHolder, message: PhotoWords.noLivePhotos, id: request.id), client)
        }
        if let reason = refusal(of: request, scene) { return refuse(request, because: reason, client) }
        if let ev = request.ev { expose(by: ev, from: scene.compensation) }
        if let wish = request.lens { moveLens(wish.share) }
        begin(request, for: client, holder.client, stream, at: now)
    }

    private func refuse(_ request: PhotoRequest, because reason: PhotoFailure, _ client: Client) {
        let sentence = PhotoWords.sentence(for: reason, path: request.path)
        announce(.photoFailed(reason, message: sentence, id: request.id), client)
    }

    /// The reason why a photo cannot have what it is to have of its own.
    private func refusal(of request: PhotoRequest, _ scene: Scene) -> PhotoFailure? {
        if request.ev != nil, !scene.holdsExposure { return .notHeld }
        return request.lens.flatMap { lens.begin($0, of: scene.heldLens) }
    }

    private func begin(
        _ request: PhotoRequest, for client: Client, _ holder: Client, _ stream: HeldStream, at now: Instant
    ) {
        let scene = scene()
        number &+= 1
        let report = PhotoReport(
            path: request.path, outcomes: PhotoOutcomes(focus: nil, exposure: nil), id: request.id)
        order = Order(client: client, request: request, holder: holder, stream: stream, report: report)
        if scene.isAtRest { order?.rest = (surroundings: surroundings, scene: scene) }
        let press = PhotoMachine.Event.pressed(
            wait: .seconds(request.wait), isNow: request.isNow, interval: stream.exposure, count: request.count,
            calmSince: scene.isAtRest ? scene.rest(in: stream, at: now, travel: lens.travel) : nil)
        handle(press, at: now)
        if !lens.stands(at: scene.lensAside) { loseLens(at: now) }
    }

    /// The lens is not where the photo wants it.
    private func loseLens(at time: Instant) {
        drop()
        handle(.ended(.notMoved), at: time)
    }

    /// A photo with an exposure of its own: the hold is written again, which disturbs the rest until it is done.
    private func expose(by ev: Double, from present: Double) {
        let range = Configuration.compensationRange
        compensate(min(max(present + ev, range.lowerBound), range.upperBound))
        changed = (from: present, to: scene().compensation, isOver: false)
    }

    /// The lens is where it is held, and the exposure is as before the photo.
    func giveBack() {
        if lens.end(), scene().lensAside != nil { moveLens(nil) }
        changed?.isOver = true
        giveBackExposure()
    }

    /// It stays if somebody has changed it since. A tap on its way is awaited: it ends only what is older.
    private func giveBackExposure() {
        guard let change = changed, change.isOver, !scene().isTapAsked else { return }
        changed = nil
        if scene().compensation == change.to { compensate(change.from) }
    }

    /// The engine has made a step.
    func follow(_ effect: Effect) {
        if case .compensationTakenBack = effect { changed = nil }
        surroundings.follow(effect)
    }

    /// All effects of a step were followed.
    func stepped(at time: Instant) {
        giveBackExposure()
        guard machine.isBusy, let order else { return }
        let scene = scene()
        guard lens.stands(at: scene.lensAside) else { return loseLens(at: time) }
        guard scene.isAtRest else { return handle(.stirred, at: time) }
        self.order?.rest = (surroundings: surroundings, scene: scene)
        handle(.rested(since: scene.rest(in: order.stream, at: time, travel: lens.travel)), at: time)
    }

    func cameraLeft(at now: Instant = MonotonicClock.now()) {
        surroundings.cameraLeft()
        // A frame that is being written needs no camera any more.
        if case .writing = machine.state { return }
        drop()
        handle(.ended(.cameraGone), at: now, givesBackLater: true)
    }

    /// Somebody has taken, changed or let go of the frames.
    func holderChanged(at now: Instant = MonotonicClock.now()) {
        guard let order else { return }
        let holder = scene().holder
        if holder?.client != order.holder { return handle(.ended(.holderGone), at: now) }
        // A frame that is being written needs no stream any more.
        if case .writing = machine.state { return }
        guard let wish = holder?.wish, wish.takesPhotos, wish.stream == order.stream else {
            drop()
            return handle(.ended(.holderGone), at: now)
        }
    }

    func expire(at time: Instant) { handle(.elapsed, at: time) }
}

/// Lines of the holder.
extension Photos {
    /// True if a line of a client is about the photo under way, and the client is its holder.
    private func isExpected(_ photo: UInt32, from client: Client) -> Bool {
        photo == number && order?.holder == client
    }

    func taken(_ photo: TakenPhoto, by client: Client, at now: Instant = MonotonicClock.now()) {
        guard isExpected(photo.photo, from: client), let stream = order?.stream else { return }
        // Some drivers tell the end of an exposure that is not over yet.
        let (captured, start) = stream.times(of: min(photo.time, now))
        order?.report.sharpness = photo.sharpness.flatMap { $0.isFinite ? $0 : nil }
        handle(.taken(start: start, end: max(captured, start.advanced(by: stream.exposure))), at: now, frame: start)
    }

    func kept(_ photo: KeptPhoto, by client: Client, at now: Instant = MonotonicClock.now()) {
        guard isExpected(photo.photo, from: client) else { return }
        order?.report.path = photo.path
        order?.report.bytes = photo.bytes
        handle(.kept, at: now)
    }

    func failed(_ photo: FailedPhoto, by client: Client, at now: Instant = MonotonicClock.now()) {
        guard isExpected(photo.photo, from: client) else { return }
        handle(.ended(photo.reason), at: now, sentence: photo.message)
    }
}

/// The actions of the machine.
extension Photos {
    /// - Parameters:
    ///   - frame: the time at which the exposure of a frame began that the holder has taken.
    ///   - sentence: the holder's own, about its failure.
    ///   - givesBackLater: true if lens and exposure are given back later: the engine has to hear first that the camera is gone.
    private func handle(
        _ event: PhotoMachine.Event, at time: Instant, frame: Instant? = nil, sentence: String? = nil,
        givesBackLater: Bool = false
    ) {
        let action = machine.handle(event, at: time)
        setTimer(machine.deadline)
        switch action {
        case .none, .refuse: break
        case .take(let earliest): ask(earliest)
        case .keep(let isCalm, let lag):
            keep(isCalm, lag, frame: frame ?? time)
            giveBack()
        case .done:
            guard let order = takeOrder() else { return }
            announce(.photo(order.report), order.client)
        case .fail(let reason):
            if reason == .noFrame || reason == .noAnswer { drop() }
            guard let order = takeOrder() else { return }
            if !givesBackLater { giveBack() }
            let message = PhotoWords.sentence(for: reason, path: order.request.path, holder: sentence)
            announce(.photoFailed(reason, message: message, id: order.request.id), order.client)
        }
    }

    private func takeOrder() -> Order? {
        defer { order = nil }
        return order
    }

    private func ask(_ earliest: Instant) {
        guard let order else { return }
        let time = order.stream.time(ofExposureFrom: earliest)
        // Where no tap is held, the centre is what the camera is kept sharp about.
        let place = region(at: surroundings.point ?? .centre, scene(), order.stream)
        let line = HolderLines.takePhoto(
            id: number, path: order.request.path, notBefore: time, of: order.request.count, place,
            isLive: order.request.isLive)
        send(line, order.holder)
    }

    private func drop() {
        if let order { send(HolderLines.dropPhoto(id: number), order.holder) }
    }

    private func keep(_ isCalm: Bool, _ lag: TimeSpan, frame: Instant) {
        guard let order else { return }
        let facts = facts(isCalm, of: frame, order)
        self.order?.report.outcomes = facts.outcomes
        if order.request.lens != nil { self.order?.report.lens = facts.lens }
        // The wire has whole microseconds.
        self.order?.report.lag = TimeSpan(nanoseconds: lag.nanoseconds / 1000 * 1000)
        send(facts.line(id: number), order.holder)
    }

    /// In shares of the holder's frames; nil: they do not show it.
    private func region(at point: PointOfInterest, _ scene: Scene, _ stream: HeldStream) -> NormalizedRectangle? {
        stream.region(NormalizedRectangle(around: point, share: scene.regionShare))
    }

    /// The facts about a frame. A value that was written counts only while it is held and was read back: an automatic may have changed it.
    private func facts(_ isCalm: Bool, of frame: Instant, _ order: Order) -> PhotoFacts {
        let present = (surroundings: surroundings, scene: scene())
        // A tap after its exposure has changed what is known, and not the frame.
        let moment = isCalm && !present.scene.isAtRest ? order.rest ?? present : present
        let known = moment.surroundings
        let values = isCalm ? moment.scene.writes?.values(at: frame) : nil
        let exposure = known.knowsExposure ? values : nil
        return PhotoFacts(
            outcomes: known.outcomes(isCalm: isCalm),
            region: known.point.flatMap { region(at: $0, moment.scene, order.stream) },
            // V4L2_CID_EXPOSURE_ABSOLUTE counts in 100 µs.
            exposureTime: exposure?.exposure.flatMap { $0 > 0 && $0 < 1 << 40 ? $0 * 100 : nil },
            gain: exposure?.gain, lens: known.knowsLens && moment.scene.isLensRead ? values?.lens : nil,
            compensation: isCalm ? moment.scene.shownCompensation : nil, camera: moment.scene.camera,
            maker: moment.scene.maker)
    }
}
