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
    public private(set) var measured: FrameStatistics?
    private var said: [UInt8] = []

    /// The longest request, in bytes, as on the control socket.
    public static let longestRequest = RequestName.longestLine
    /// The requests that concern a kiosk whose camera measures by itself, and that writes no trace.
    private static let requests: [RequestName] = [
        .tap, .showView, .compensate, .view, .sendTaps, .status, .watch,
    ]
    /// The page is the only client.
    private static let page: Conversation.Client = 1
    private static let camera = DeviceNews(
        kind: .camera, change: .arrived, name: "Simulated Camera", path: "/dev/video-simulated")
    private static let touchscreen = DeviceNews(
        kind: .touchscreen, change: .arrived, name: "Simulated Touchscreen", path: "/dev/input/event-simulated")
    private static let accelerometer = DeviceNews(
        kind: .accelerometer, change: .arrived, name: "Simulated Accelerometer", path: "iio:device-simulated")

    /// - Parameter seed: of the noise of the camera and of the accelerometer.
    public init(seed: UInt64) {
        var model = CameraModel.software
        model.seed = seed
        let camera = SimulatedCamera(model: model, optics: Optics(scene: Scene(place: .lookout)))
        kiosk = SimulatedKiosk(configuration: Configuration(), camera: camera, hand: SimulatedHand(seed: seed))
        conversation = Conversation(compensation: kiosk.engine.compensation)
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
        switch conversation.receive(request, from: Self.page) {
        case .tap(let input):
            feed(input)
        case .status(let input):
            if let input { feed(input) }
            sayStatus()
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
            of: kiosk.engine, camera: Self.camera, touchscreen: Self.touchscreen, accelerometer: Self.accelerometer,
            isSensorAwake: kiosk.isSensorAwake)
        said += status.line(at: kiosk.now)
    }

    private mutating func refuse(_ message: String, answering request: RequestName?, tap: TapID?) {
        said += Announcement.error(message, tap: tap).line(at: kiosk.now, answering: request)
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
        }
        if let notice = conversation.compensationNotice(kiosk.engine.compensation) { say(notice) }
    }

    private mutating func sayWrites(_ result: ControlResult) {
        guard let call, call.id == result.call else { return }
        for write in Announcement.writes(of: call, result, name: { $0.driverName }) { say(write) }
    }

    private mutating func say(_ notice: Conversation.Notice) {
        say(notice.announcement, answering: notice.asker == nil ? nil : .tap)
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
