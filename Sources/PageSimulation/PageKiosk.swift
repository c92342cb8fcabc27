import FocusCore
import KioskLines
import SimulatedDevices
import TraceLines

/// The simulated kiosk of a web page: it gets the page's requests, and says what `tapfocus run` would say.
///
/// It is a value without a clock. The same requests at the same times lead to the same lines, here and in a browser.
public struct PageKiosk {
    public private(set) var kiosk: SimulatedKiosk
    private var taps = ClientTaps()
    private var lastState = StateReport(
        state: .continuousAuto, point: nil, cause: .start, rule: .start, indicator: .largeAtCentre)
    private var levels: LevelReport?
    /// The call that waits for its answer; there is at most one.
    private var call: ControlCall?
    private var isWatched = false
    /// In EV; a change is said.
    private var lastCompensation = 0.0
    /// The last frame that the engine has got.
    public private(set) var measured: FrameStatistics?
    private var said: [UInt8] = []

    /// The longest request, in bytes, as on the control socket.
    public static let longestRequest = ControlRequest.longestLine
    /// The requests that concern a kiosk whose camera measures by itself, and that writes no trace.
    private static let requests: [ControlRequest.Name] = [
        .tap, .showView, .compensate, .view, .sendTaps, .status, .watch,
    ]
    /// The page is the only client.
    private static let page: UInt64 = 1
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
    }

    /// The lines that were said since this was last called, each with its line feed.
    public mutating func takeLines() -> [UInt8] {
        defer { said.removeAll(keepingCapacity: true) }
        return said
    }

    /// Runs up to a time, in nanoseconds since the beginning. An earlier time changes nothing.
    public mutating func advance(to time: Instant) {
        while let occurrence = kiosk.next(until: time) {
            if case .step(let input, let effects) = occurrence { tell(input, effects) }
        }
    }

    /// Something happens to the kiosk, now.
    public mutating func happen(_ action: Happening.Action) {
        kiosk.happen(action)
        advance(to: kiosk.now)
    }

    /// Takes a line of the page, now, and answers it.
    /// - Parameter line: without its line feed; it is read only during the call.
    public mutating func take(_ line: UnsafeRawBufferPointer) {
        guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }) else { return }
        do throws(ControlRequest.Refusal) {
            answer(try ControlRequest(line: line))
        } catch {
            refuse(error.message, answering: error.request, tap: error.tap)
        }
    }

    /// Answers a line that is longer than `longestRequest`.
    public mutating func refuseLongLine() {
        refuse(ControlRequest.tooLong, answering: nil, tap: nil)
    }

    private mutating func answer(_ request: ControlRequest) {
        switch request {
        case .tap(let x, let y, let space, let id):
            let tap = taps.add(ClientTaps.Maker(client: Self.page, id: id))
            feed(space == .picture ? .pictureTapped(x: x, y: y, tap: tap) : .viewTapped(x: x, y: y, tap: tap))
        case .showView:
            feed(.viewShown)
            sayStatus()
        case .compensate(let ev, let untilContinuous):
            feed(untilContinuous ? .temporaryCompensation(ev) : .exposureCompensation(ev))
            sayStatus()
        case .view(let placement):
            feed(.viewPlaced(placement))
            sayStatus()
        case .sendTaps:
            feed(.tapsSent(true))
            sayStatus()
        case .status:
            sayStatus()
        case .watch:
            sayStatus()
            isWatched = true
        case .holdFrames, .frame, .framesEnded, .markTrace, .nextTrace:
            let known = ControlRequest.Name.list(Self.requests)
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
        let status = KioskStatus(
            state: lastState, hasMoved: kiosk.engine.hasMoved, isSettling: kiosk.engine.isSettling,
            compensation: kiosk.engine.compensation,
            missingCompensation: kiosk.engine.missingCompensation, camera: Self.camera, levels: levels,
            frameSource: "camera", touchscreen: Self.touchscreen, accelerometer: Self.accelerometer,
            isSensorAwake: kiosk.isSensorAwake)
        var line = JSONLineBuilder()
        line.status(status, at: kiosk.now)
        said += line.bytes
    }

    private mutating func refuse(_ message: String, answering request: ControlRequest.Name?, tap: TapID?) {
        var line = JSONLineBuilder()
        line.error(message, answering: request?.rawValue, tap: tap, at: kiosk.now)
        said += line.bytes
    }

    /// An event, for a page that watches.
    private mutating func say(_ announcement: Announcement) {
        if isWatched { sayAnyway(announcement) }
    }

    private mutating func sayAnyway(_ announcement: Announcement) {
        var line = JSONLineBuilder()
        line.announcement(announcement, at: kiosk.now)
        said += line.bytes
    }
}

/// Tells the page what a step of the engine means for it.
extension PageKiosk {
    private mutating func tell(_ input: Input, _ effects: EffectList) {
        switch input.event {
        case .cameraAnswered(let result): tellWrites(result)
        case .frame(let frame): measured = frame
        default: break
        }
        for index in 0..<effects.count {
            if let effect = effects[index] { tell(effect) }
        }
        let compensation = kiosk.engine.compensation
        if compensation != lastCompensation {
            lastCompensation = compensation
            say(.compensation(compensation))
        }
    }

    private mutating func tellWrites(_ result: ControlResult) {
        guard let call, call.id == result.call, case .write(let settings) = call.operation else { return }
        for index in 0..<settings.count {
            guard let setting = settings[index] else { continue }
            let value = (result.values[index] ?? nil) ?? setting.value
            say(.write(setting.id, name: setting.id.words, value, errno: result.errno))
        }
    }

    private mutating func tell(_ effect: Effect) {
        switch effect {
        case .state(var report):
            let maker = taps.maker(of: report.tap)
            if report.cause == .tap { taps.accept(report.tap) }
            report.tap = maker?.id
            lastState = report
            say(.state(report))
            // A client that watches reads it twice: as an event, and as the answer.
            if report.cause == .tap, maker != nil { sayAnyway(.state(report)) }
        case .settled(var report):
            report.tap = taps.maker(of: report.tap)?.id
            say(.settled(report))
        case .searched(let report): say(.searched(report))
        case .exposed(let report): say(.exposed(report))
        case .levels(let report):
            levels = report
            say(.levels(report))
        case .tapIgnored(let reason, let tap):
            say(.tapIgnored(reason, tap: taps.maker(of: tap)?.id))
            turnDown(tap, AnnouncementWords.words(for: reason) + ".")
        case .tapRefused(let reason, let tap):
            say(.tapRefused(reason, tap: taps.maker(of: tap)?.id))
            turnDown(tap, AnnouncementWords.words(for: reason))
        case .fault(let fault): say(.fault(fault))
        case .call(let call): self.call = call
        case .arm, .disarm, .compensationTakenBack, .requestFrames, .releaseFrames, .motionSensor, .stopped: break
        }
    }

    private mutating func turnDown(_ tap: TapID?, _ message: String) {
        guard let maker = taps.maker(of: tap) else { return }
        taps.end(tap)
        refuse(message, answering: .tap, tap: maker.id)
    }
}

extension ControlID {
    /// The name that Linux's drivers give it.
    fileprivate var words: String {
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
