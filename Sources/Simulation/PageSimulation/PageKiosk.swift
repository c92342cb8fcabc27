import FocusCore
import KioskLines
import RequestNames
import SimulatedDevices
import TraceLines

/// The simulated kiosk of a web page: it gets the page's requests, and says what `tapfocus run` would say.
///
/// It is a value without a clock. The same requests at the same times lead to the same lines, here and in a browser.
public struct PageKiosk {
    public private(set) var kiosk: SimulatedKiosk
    private var conversation: Conversation
    /// The call that waits for its answer; there is at most one.
    private var call: ControlCall?
    private var isWatched = false
    private let seed: UInt64
    /// The place in `cameras` of the one in use.
    private var used = 0
    /// The place of the one that is about to take its place; nil: none is.
    private var wanted: Int?
    public private(set) var measured: FrameStatistics?
    private var said: [UInt8] = []

    /// The longest request, in bytes, as on the control socket.
    public static let longestRequest = RequestName.longestLine
    /// The requests that concern a kiosk whose camera measures by itself, and that writes no trace.
    private static let requests: [RequestName] = [
        .tap, .lock, .unlock, .zoom, .light, .lamp, .camera, .cameras, .showView, .compensate, .view, .sendTaps,
        .status, .watch,
    ]
    /// The light of the lamp that the page switches, as a multiple of the scene's own.
    private static let lamp = 2.0
    /// The page is the only client.
    private static let page: Conversation.Client = 1
    private static let cameras = [
        DeviceNews(kind: .camera, change: .arrived, name: "Simulated Camera", path: "/dev/video-simulated"),
        DeviceNews(
            kind: .camera, change: .arrived, name: "Simulated Front Camera", path: "/dev/video-simulated-front"),
    ]
    private static let touchscreen = DeviceNews(
        kind: .touchscreen, change: .arrived, name: "Simulated Touchscreen", path: "/dev/input/event-simulated")
    private static let accelerometer = DeviceNews(
        kind: .accelerometer, change: .arrived, name: "Simulated Accelerometer", path: "iio:device-simulated")

    /// - Parameter seed: of the noise of the camera and of the accelerometer.
    public init(seed: UInt64) {
        self.seed = seed
        kiosk = SimulatedKiosk(
            configuration: Configuration(), camera: Self.camera(0, seed: seed), hand: SimulatedHand(seed: seed))
        conversation = Conversation(compensation: kiosk.engine.compensation)
    }

    /// - Parameter place: in `cameras`. The second one shows the scene as in a mirror.
    private static func camera(_ place: Int, seed: UInt64) -> SimulatedCamera {
        var model = CameraModel.software
        model.seed = seed &+ UInt64(place)
        model.hasZoom = true
        var optics = Optics(scene: Scene(place: .lookout))
        optics.isMirrored = place > 0
        return SimulatedCamera(model: model, optics: optics)
    }

    /// The lines that were said since this was last called, each with its line feed.
    public mutating func takeLines() -> [UInt8] {
        defer { said.removeAll(keepingCapacity: true) }
        return said
    }

    /// Runs up to a time, in nanoseconds since the beginning. An earlier time changes nothing.
    public mutating func advance(to time: Instant) {
        while let occurrence = kiosk.next(until: time) {
            if case .step(let input, let effects) = occurrence { follow(input, effects) }
        }
    }

    public mutating func happen(_ action: Happening.Action) {
        kiosk.happen(action)
        advance(to: kiosk.now)
    }

    /// Receives a line of the page, now, and answers it.
    /// - Parameter line: without its line feed; it is read only during the call.
    public mutating func receive(_ line: UnsafeRawBufferPointer) {
        guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }) else { return }
        do throws(ControlRequest.Refusal) {
            answer(try ControlRequest(line: line))
        } catch {
            refuse(error.message, answering: error.request, tap: error.tap)
        }
    }

    /// Answers a line that is longer than `longestRequest`.
    public mutating func refuseLongLine() {
        refuse(RequestName.tooLong, answering: nil, tap: nil)
    }

    private mutating func answer(_ request: ControlRequest) {
        switch request {
        case .lamp(let level, _):
            happen(.light(1 + level * Self.lamp))
            let input = conversation.lamp(isLit: level > 0)
            feed(input)
            return sayStatus()
        case .camera(let name): return use(name)
        case .cameras: return sayCameras()
        default: break
        }
        let reason = request.reason(against: kiosk.engine)
        switch conversation.receive(request, from: Self.page, against: reason) {
        case .tap(let input):
            feed(input)
        case .status(let input):
            if let input { feed(input) }
            sayStatus()
        case .refused(let reason):
            refuse(reason, answering: request.name, tap: request.tap)
        case .watch:
            sayStatus()
            isWatched = true
        case nil:
            let known = RequestName.list(Self.requests)
            refuse(
                "the request \"\(request.name.rawValue)\" is not known here; known are \(known).",
                answering: request.name, tap: nil)
        }
    }

    private mutating func feed(_ event: Input.Event) {
        kiosk.feed(event)
        advance(to: kiosk.now)
    }

    private mutating func sayStatus() {
        let status = conversation.status(
            of: kiosk.engine, camera: Self.cameras[used], touchscreen: Self.touchscreen,
            accelerometer: Self.accelerometer, isSensorAwake: kiosk.isSensorAwake)
        said += status.line(at: kiosk.now)
    }

    private mutating func refuse(_ message: String, answering request: RequestName?, tap: TapID?) {
        said += Announcement.error(message, tap: tap).line(at: kiosk.now, answering: request)
    }
}

/// The other camera, which takes the place of the present one when that has its originals back.
extension PageKiosk {
    private mutating func use(_ name: String) {
        guard let place = Self.cameras.firstIndex(where: { $0.path == name || $0.name == name }) else {
            return refuse(name, because: "there are only \(Self.cameras[0].name) and \(Self.cameras[1].name).")
        }
        guard place != used else { return sayStatus() }
        guard wanted == nil else { return refuse(name, because: "another switch is under way.") }
        wanted = place
        feed(.releaseCamera)
    }

    private mutating func refuse(_ name: String, because reason: String) {
        refuse("cannot switch to \"\(name)\": \(reason)", answering: .camera, tap: nil)
    }

    private mutating func exchange() {
        guard let wanted else { return }
        var earlier = Self.cameras[used]
        earlier.change = .left
        say(Announcement.device(earlier))
        used = wanted
        say(Announcement.device(Self.cameras[used]))
        kiosk.exchange(for: Self.camera(used, seed: seed))
    }

    /// The one in use comes first.
    private mutating func sayCameras() {
        var line = CamerasLine()
        for place in [used] + Self.cameras.indices.filter({ $0 != used }) {
            let camera = Self.cameras[place]
            line.cameras.append(CamerasLine.Camera(name: camera.name, path: camera.path, isUsed: place == used))
        }
        said += line.line(at: kiosk.now)
    }
}

/// Says what a step of the engine means for the page.
extension PageKiosk {
    private mutating func follow(_ input: Input, _ effects: EffectList) {
        conversation.begin(input.event)
        switch input.event {
        case .cameraAnswered(let result): sayWrites(result)
        case .frames(.measured(let frame)): measured = frame
        default: break
        }
        for index in 0..<effects.count {
            guard let effect = effects[index] else { continue }
            if case .call(let call) = effect { self.call = call }
            if let notice = conversation.notice(of: effect) { say(notice) }
            if case .cameraReleased = effect { exchange() }
        }
        if let notice = conversation.compensationNotice(kiosk.engine.compensation) { say(notice) }
        guard case .cameraArrived = input.event, wanted != nil else { return }
        wanted = nil
        sayStatus()
    }

    private mutating func sayWrites(_ result: ControlResult) {
        guard let call, call.id == result.call else { return }
        for write in Announcement.writes(of: call, result, name: { $0.driverName }) { say(write) }
    }

    private mutating func say(_ notice: Conversation.Notice) {
        say(notice.announcement, answering: notice.asker == nil ? nil : notice.request)
    }

    /// An answer is always said; an event only to a page that watches.
    private mutating func say(_ announcement: Announcement, answering request: RequestName? = nil) {
        guard isWatched || request != nil else { return }
        said += announcement.line(at: kiosk.now, answering: request)
    }
}

extension ControlID {
    fileprivate var driverName: String {
        switch self {
        case .gain: "Gain"
        case .powerLineFrequency: "Power Line Frequency"
        case .exposureAuto: "Auto Exposure"
        case .exposureAbsolute: "Exposure Time, Absolute"
        case .focusAbsolute: "Focus, Absolute"
        case .focusAuto: "Focus, Automatic Continuous"
        default: name.map { "\($0)" } ?? "0x" + String(rawValue, radix: 16)
        }
    }
}
