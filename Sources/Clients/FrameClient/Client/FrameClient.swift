import CSockets
import CTapFocus
import FocusCore
import JSONLines

/// A program's client of `tapfocus run`: one connection, one hold, one wish at a time.
struct FrameClient: ~Copyable {
    /// Nil: no camera is held.
    private let camera: String?
    private var connection: Connection
    private var hold = FrameHold()
    /// The measurement that `tapfocus run` wants of each frame; nil: none.
    private var wish: FrameWish?
    private var pace = FramePace(interval: 0, streamInterval: 0)
    private var events: WaitingEvents
    /// The field `measures` of the last event `held`; nil: there was no such event, or the hold has ended since.
    private var lastMeasures: Bool?
    /// The mark of the sentence in the last event `refused`; nil: there was no such event since the camera was held.
    private var lastRefusal: UInt64?
    /// The other user to whom the socket belongs, as the last event about it says; nil: it belongs to no other user.
    private var lastStranger: UInt32?
    private var line = JSONLine(reservingCapacity: 1024)

    /// The number of times that one `dispatch` reads, at most: a flood must not keep the program from its work.
    private static let readLimit = 4

    /// Nil when there are no descriptors or no memory.
    init?(_ address: SocketAddress, camera: String?) {
        guard let connection = Connection(address), let events = WaitingEvents() else { return nil }
        self.camera = camera
        self.connection = connection
        self.events = events
    }

    var descriptor: Int32 { connection.descriptor }
    var isConnected: Bool { connection.isConnected }

    /// Connects, reads and sends as far as that is due. Returns true when events wait.
    mutating func dispatch() -> Bool {
        let reasons = connection.look()
        guard !reasons.isNone else { return !events.isEmpty }
        let now = tapfocus_clock()
        if reasons.reading, isConnected { receive(at: now) }
        if reasons.writing, isConnected, !connection.flush() { lose(at: now) }
        if connection.connect(at: now) { greet(at: now) }
        tellOfStranger(at: now)
        askWhatIsDue(at: now)
        return !events.isEmpty
    }

    mutating func nextEvent() -> (kind: EventKind, line: UnsafeRawBufferPointer)? { events.next() }

    private mutating func receive(at now: Int64) {
        for _ in 0..<Self.readLimit {
            guard let isSome = connection.receive() else { return lose(at: now) }
            guard isSome else { return }
            while let line = connection.nextLine() { heed(line, at: now) }
        }
    }

    private mutating func greet(at now: Int64) {
        events.add(.connected)
        line.bare("watch")
        // A new connection has room.
        if sendLine() == .lost { return lose(at: now) }
        if camera != nil { hold.connected(at: now) }
    }

    /// A connection to another user's socket is tried again and again; one event reports it.
    private mutating func tellOfStranger(at now: Int64) {
        let stranger = connection.stranger
        guard stranger != lastStranger else { return }
        lastStranger = stranger
        guard let stranger else { return }
        line.stranger(stranger, at: connection.address.text, now)
        line.bytes.withUnsafeBytes { events.add(.error, $0) }
    }

    private mutating func lose(at now: Int64) {
        guard isConnected else { return }
        connection.disconnect(at: now)
        hold.disconnected()
        wish = nil
        lastMeasures = nil
        lastRefusal = nil
        events.add(.disconnected)
    }

    private mutating func heed(_ line: UnsafeRawBufferPointer, at now: Int64) {
        switch Message(line) {
        case nil: break
        case .measure(let wish): want(wish)
        case .rest: wish = nil
        case .held(let measures):
            if !measures { wish = nil }
            hold.held(measures: measures)
            lastRefusal = nil
            if measures != lastMeasures { events.add(.held, line) }
            lastMeasures = measures
        case .refused: refuse(line, at: now)
        case .event(let kind): events.add(kind, line)
        }
    }

    /// The hold is asked for again and again, and may be refused again and again for one reason: one event reports that.
    private mutating func refuse(_ line: UnsafeRawBufferPointer, at now: Int64) {
        hold.failed(at: now)
        lastMeasures = nil
        let message = try? Message.field("message", of: line) { scanner throws(JSONFault) in try scanner.string() }
        let mark = Self.mark((message ?? "").utf8)
        guard mark != lastRefusal else { return }
        lastRefusal = mark
        events.add(.refused, line)
    }

    /// FNV-1a, of 64 bits. Strings cannot be compared in Embedded Swift without tables of Unicode.
    private static func mark(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    private mutating func want(_ wish: FrameWish) {
        guard let stream = hold.stream else { return }
        self.wish = wish
        pace = FramePace(interval: wish.interval, streamInterval: stream.interval)
    }

    /// Sends the requests of the hold that are due, and sets the timer for the next one.
    private mutating func askWhatIsDue(at now: Int64) {
        while let camera, let request = hold.request(at: now) {
            switch request {
            case .hold:
                line.holdFrames(
                    camera, hold.stream, takesPhotos: hold.takesPhotos, live: hold.takesLivePhotos,
                    recordsMovies: hold.recordsMovies)
            case .framesEnded: line.bare("frames-ended")
            }
            let sending = sendLine()
            if sending == .lost { lose(at: now) }
            guard sending == .sent else { break }
            hold.sent(request, at: now)
        }
        connection.wake(at: hold.deadline)
    }

    private mutating func sendLine() -> Connection.Sending {
        line.bytes.withUnsafeBytes { connection.send($0) }
    }
}

extension FrameClient {
    mutating func beginFrames(_ stream: StreamDeclaration) throws(Failure) {
        guard camera != nil else { throw Failure(TAPFOCUS_NO_CAMERA) }
        let now = tapfocus_clock()
        guard hold.begin(stream, at: now) else { return }
        // The regions were shares of other frames.
        wish = nil
        askWhatIsDue(at: now)
    }

    mutating func endFrames() {
        hold.end()
        wish = nil
        askWhatIsDue(at: tapfocus_clock())
    }

    /// True when a frame is wanted. Programs that draw call it for every frame, so it is cheap.
    func wantsFrame(_ captured: Int64) -> Bool { wish != nil && !hold.isRefused && pace.isDue(captured) }

    /// Measures a frame and sends the result.
    /// - Parameter captured: µs of CLOCK_MONOTONIC.
    mutating func give(_ image: tapfocus_image, sequence: UInt32, captured: Int64) throws(Failure) {
        guard captured >= 0 else { throw Failure(TAPFOCUS_BAD_VALUE) }
        let plane = try LumaPlane(image)
        guard isConnected else { throw Failure(TAPFOCUS_NOT_CONNECTED) }
        guard let wish, let stream = hold.stream, wantsFrame(captured) else { throw Failure(TAPFOCUS_NOT_WANTED) }
        guard image.width == stream.width, image.height == stream.height else { throw Failure(TAPFOCUS_BAD_IMAGE) }
        // The frame counts even if it cannot be sent: a daemon that does not read gets nothing from more measurements.
        pace.measured(captured)
        guard connection.hasRoom(for: Self.longestFrameLine, leaving: Connection.roomForTaps) else {
            throw Failure(TAPFOCUS_QUEUE_FULL)
        }
        let measured = LumaMeasurement(of: plane, for: wish.request)
        line.frame(wish, measured, sequence: sequence, captured: captured)
        try send()
    }

    /// More than a frame's line needs, with 48 cells and numbers of 24 digits.
    private static var longestFrameLine: Int { 1024 }

    mutating func tap(x: Double, y: Double, isInPicture: Bool, id: UInt64) throws(Failure) {
        guard 0...1 ~= x, 0...1 ~= y, id < 1 << 53 else { throw Failure(TAPFOCUS_BAD_VALUE) }
        line.tap(x: x, y: y, isInPicture: isInPicture, id: id)
        try send()
    }

    mutating func showView() throws(Failure) {
        line.bare("show-view")
        try send()
    }

    mutating func compensate(_ ev: Double) throws(Failure) {
        guard -4...4 ~= ev else { throw Failure(TAPFOCUS_BAD_VALUE) }
        line.compensation(ev)
        try send()
    }

    /// - Parameters:
    ///   - wait: in seconds; nil: the frame of this moment.
    ///   - count: of so many frames the sharpest.
    ///   - live: with the seconds before and after it.
    mutating func takePhoto(
        _ path: String, wait: Double?, of count: Int32, live: Bool = false, id: UInt64
    ) throws(Failure) {
        guard 1...1000 ~= path.utf8.count, 0...60 ~= wait ?? 0, 1...9 ~= count, id < 1 << 53 else {
            throw Failure(TAPFOCUS_BAD_VALUE)
        }
        line.takePhoto(path, wait: wait, of: count, live: live, id: id)
        try send()
    }

    mutating func offerPhotos(_ offered: Bool, live: Bool) throws(Failure) {
        guard camera != nil else { throw Failure(TAPFOCUS_NO_CAMERA) }
        let now = tapfocus_clock()
        hold.offerPhotos(offered, live: live, at: now)
        askWhatIsDue(at: now)
    }

    /// - Parameter captured: µs of CLOCK_MONOTONIC.
    mutating func photoTaken(
        _ photo: UInt32, sequence: UInt32, captured: Int64, sharpness: Double?
    ) throws(Failure) {
        guard captured >= 0 else { throw Failure(TAPFOCUS_BAD_VALUE) }
        line.photoTaken(photo, sequence: sequence, captured: captured, sharpness: sharpness)
        try send()
    }

    mutating func photoKept(_ photo: UInt32, path: String, bytes: Int64) throws(Failure) {
        guard bytes >= 0 else { throw Failure(TAPFOCUS_BAD_VALUE) }
        line.photoKept(photo, path: path, bytes: bytes)
        try send()
    }

    mutating func photoFailed(_ photo: UInt32, reason: String, message: String) throws(Failure) {
        line.photoFailed(photo, reason: reason, message: message)
        try send()
    }

    /// - Parameters:
    ///   - seconds: the longest duration; 0: no limit.
    ///   - keepFree: the movie ends when less is free, in bytes.
    mutating func recordMovie(_ path: String, seconds: Double, keepFree: Int64, id: UInt64) throws(Failure) {
        guard 1...1000 ~= path.utf8.count, 0...864_000 ~= seconds, 0..<(1 << 53) ~= keepFree, id < 1 << 53 else {
            throw Failure(TAPFOCUS_BAD_VALUE)
        }
        MovieLine.record(path, seconds: seconds, keepFree: keepFree, id: id).write(to: &line)
        try send()
    }

    mutating func endMovie(id: UInt64) throws(Failure) {
        guard id < 1 << 53 else { throw Failure(TAPFOCUS_BAD_VALUE) }
        MovieLine.end(id: id).write(to: &line)
        try send()
    }

    mutating func offerMovies(_ offered: Bool) throws(Failure) {
        guard camera != nil else { throw Failure(TAPFOCUS_NO_CAMERA) }
        let now = tapfocus_clock()
        hold.offerMovies(offered, at: now)
        askWhatIsDue(at: now)
    }

    mutating func movieBegun(_ movie: UInt32, path: String) throws(Failure) {
        MovieLine.begun(movie, path: path).write(to: &line)
        try send()
    }

    mutating func movieEnded(
        _ movie: UInt32, reason: String, message: String, seconds: Double, dropped: Int64
    ) throws(Failure) {
        guard seconds >= 0, seconds.isFinite, dropped >= 0 else { throw Failure(TAPFOCUS_BAD_VALUE) }
        MovieLine.ended(movie, reason: reason, message: message, seconds: seconds, dropped: dropped).write(to: &line)
        try send()
    }

    private mutating func send() throws(Failure) {
        guard isConnected else { throw Failure(TAPFOCUS_NOT_CONNECTED) }
        switch sendLine() {
        case .sent: break
        case .full: throw Failure(TAPFOCUS_QUEUE_FULL)
        case .lost:
            lose(at: tapfocus_clock())
            throw Failure(TAPFOCUS_NOT_CONNECTED)
        }
    }
}
