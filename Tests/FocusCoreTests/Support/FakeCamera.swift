import CameraLaws
import FocusCore
import SimulatedDevices

/// A camera that answers calls like a UVC camera. It records the writes, and the violations of its rules. Its members are those of
/// its driver's misbehaviour, too.
@dynamicMemberLookup
struct FakeCamera {
    static let accessDenied = CameraErrno.accessDenied
    static let inputOutputError = CameraErrno.inputOutput

    let description: CameraDescription
    private var driver: SimulatedDriver
    /// Every write, as words.
    private(set) var writes: [String] = []
    /// Violations of the rules for calls.
    private(set) var violations: [String] = []
    /// Writes without a change; the search button never counts.
    private(set) var redundantWrites: [String] = []
    /// Settings whose writes fail with an input/output error.
    var refusedSettings: [ControlSetting] = []
    /// The number of the next calls that fail with an input/output error.
    var failuresAhead = 0
    /// True when all reads fail.
    var isUnreadable = false
    /// True when focus and exposure never settle.
    var isRestless = false
    /// The number of reads until focus and exposure have settled.
    var readsToRest = 3
    /// The values of AUTO_FOCUS_STATUS, read by read; the last one stays.
    var statuses: [Int64] = [1, 1, 2]
    /// The writes that were accepted while an automatic was on.
    private(set) var ruledWrites: [String] = []
    /// The errno of requests for frames.
    var framesErrno: Int32 = 0
    /// The requests for frames, as words.
    private(set) var streams: [String] = []
    /// The image of the camera.
    var image = FakeImage()
    /// The places in `writes` of the writes that were ignored.
    private(set) var ignoredWrites: [Int] = []
    /// The settings that another program makes after each write.
    var rivals: [ControlID: Int64] = [:]
    /// The values that are restored when a stream starts; nil: none.
    var resetAtStart: [ControlID: Int64]?
    /// The number of streams that were started.
    private(set) var streamsStarted = 0
    /// The width of the frames; another width means another stream.
    var frameWidth: Int64 = 640
    private var startedWidth: Int64 = 640
    /// The only exposure times that the camera takes, the longest last. For any other time it exposes with the longest,
    /// and reads back what was written. Empty: all times.
    var takenTimes: [Int64] = []
    private var readsLeft = 0

    init(_ description: CameraDescription) {
        self.description = description
        driver = SimulatedDriver(description)
        // Stricter than V4L2: a time that somebody has set under shutter priority is written in manual only.
        driver.misbehaviour.rules[.exposureAbsolute] = Misbehaviour.Rule(.exposureAuto, values: 0b1101)
        driver.misbehaviour.rules[.gain] = Misbehaviour.Rule(.autogain, values: 0b10)
        // A control that cannot be read has a value all the same.
        for control in description.controls where control.value == nil && control.id != .autoFocusStart {
            driver.values[control.id] = .integer(control.minimum)
        }
    }

    subscript<Value>(dynamicMember path: WritableKeyPath<Misbehaviour, Value>) -> Value {
        get { driver.misbehaviour[keyPath: path] }
        set { driver.misbehaviour[keyPath: path] = newValue }
    }

    var values: [ControlID: ControlValue] { driver.values }

    /// The answer to the last write of each control, even of an ignored one. Frames are marked with it.
    var answered: [ControlID: Int64] { driver.marks }

    /// Answers what an effect asks; nil where it asks nothing of the camera.
    mutating func answer(_ effect: Effect) -> Input.Event? {
        switch effect {
        case .call(let call): .cameraAnswered(answer(call))
        case .requestFrames(let id, let request): start(request, id)
        case .releaseFrames(let id): stop(id)
        default: nil
        }
    }

    mutating func answer(_ call: ControlCall) -> ControlResult {
        switch call.operation {
        case .write(let settings): write(settings, call.id)
        case .read(let ids): read(ids, call.id)
        }
    }

    /// Another program sets a control, and the camera's automatics follow.
    mutating func setByOthers(_ id: ControlID, _ value: Int64) {
        driver.values[id] = .integer(value)
        if id == .focusAuto, value == 1 { move(.focusAbsolute, by: 35) }
    }

    mutating func forgetWrites() {
        writes = []
        redundantWrites = []
        ignoredWrites = []
    }

    private mutating func start(_ request: FrameRequest, _ id: UInt32) -> Input.Event {
        streams.append(framesErrno == 0 ? "start" : "start!")
        guard framesErrno == 0 else { return .frames(.unavailable(request: id, errno: framesErrno)) }
        if image.request == nil { streamsStarted += 1 }
        if image.request == nil || frameWidth != startedWidth {
            resetAtStart?.forEach { id, value in driver.values[id] = .integer(value) }
        }
        startedWidth = frameWidth
        image.request = request
        image.id = id
        return .frames(
            .began(
                FramesBegan(
                    request: id, width: frameWidth, height: 360, interval: FakeImage.interval, measure: image.measure)))
    }

    private mutating func stop(_ id: UInt32) -> Input.Event {
        streams.append("stop")
        image.request = nil
        return .frames(.ended(request: id))
    }

    /// The stream ends by itself.
    mutating func streamLost() { image.request = nil }

    func integer(_ id: ControlID) -> Int64? { driver.integer(id) }

    /// The exposure in effect.
    var exposure: Int64? {
        guard let time = integer(.exposureAbsolute), let longest = takenTimes.last else {
            return integer(.exposureAbsolute)
        }
        return takenTimes.contains(time) ? time : longest
    }

    func rectangle(_ id: ControlID) -> PixelRectangle? { values[id]?.rectangle }

    private mutating func write(_ list: InlineList<4, ControlSetting>, _ call: UInt32) -> ControlResult {
        var settings: [ControlSetting] = []
        list.forEach { settings.append($0) }
        inspect(settings)
        let words = settings.map(Self.words).joined(separator: ",")
        let (before, fails) = (values, failuresAhead > 0 || settings.contains(where: refusedSettings.contains))
        failuresAhead = max(failuresAhead - 1, 0)
        let ruled = settings.filter { driver.isRuled($0.id, in: list) }
        let result = driver.write(list, call: call, errno: fails ? Self.inputOutputError : 0)
        writes.append(result.errno == 0 ? words : "\(words)!")
        guard result.errno == 0 else { return result }
        ruledWrites += ruled.map(Self.words)
        if settings.allSatisfy({ before[$0.id] == $0.value && $0.id != .autoFocusStart }) {
            redundantWrites.append(words)
        }
        let ignored = driver.lastIgnored
        for _ in ignored { ignoredWrites.append(writes.count - 1) }
        let startsSearch = settings.contains { setting in
            let isNew = before[setting.id] != values[setting.id]
            return !ignored.contains(setting.id) && (isNew || [.regionRectangle, .autoFocusStart].contains(setting.id))
        }
        if startsSearch { readsLeft = readsToRest }
        for (id, value) in rivals { driver.values[id] = .integer(value) }
        return result
    }

    private mutating func read(_ ids: InlineList<4, ControlID>, _ call: UInt32) -> ControlResult {
        if readsLeft > 0 || isRestless {
            readsLeft -= 1
            move(.focusAbsolute, by: integer(.focusAuto) == 1 ? 5 : 0)
            move(.exposureAbsolute, by: (integer(.exposureAuto) ?? 1) == 1 ? 0 : 7)
        }
        let errno = isUnreadable ? Self.inputOutputError : 0
        let result = driver.read(ids, call: call, errno: errno, status: statuses.first)
        let readsStatus = (0..<ids.count).contains { ids[$0] == .autoFocusStatus }
        if readsStatus, !isUnreadable, statuses.count > 1 { statuses.removeFirst() }
        return result
    }

    private mutating func move(_ id: ControlID, by step: Int64) {
        guard step != 0, let value = integer(id), let control = description.control(id) else { return }
        driver.values[id] = .integer(value + step > control.maximum ? control.minimum : value + step)
    }
}

extension FakeCamera {
    /// Checks the rules that hold for every call.
    private mutating func inspect(_ settings: [ControlSetting]) {
        let ids = settings.map(\.id)
        let words = settings.map(Self.words).joined(separator: ",")
        if settings.isEmpty { violations.append("an empty call") }
        if ids.contains(.focusAuto), ids.contains(.focusAbsolute) { violations.append("focus together: \(words)") }
        if description.control(.regionAuto) != nil, description.control(.regionRectangle) != nil,
            ids.contains(.regionRectangle) != ids.contains(.regionAuto)
        {
            violations.append("region apart: \(words)")
        }
        for setting in settings {
            let violation = ControlRules.violation(of: setting, description.control(setting.id))
            if let violation { violations.append("\(violation): \(words)") }
        }
    }

    private static func words(_ setting: ControlSetting) -> String {
        switch setting.value {
        case .integer(let value): "\(name(setting.id))=\(value)"
        case .rectangle(let box): "rect=\(box.left),\(box.top),\(box.width)x\(box.height)"
        }
    }

    static func name(_ id: ControlID) -> String {
        switch id {
        case .focusAuto: "focusAuto"
        case .focusAbsolute: "focus"
        case .exposureAuto: "exposureAuto"
        case .exposureAbsolute: "exposure"
        case .exposureMetering: "metering"
        case .lock3A: "lock"
        case .autoFocusStart: "start"
        case .autoFocusStatus: "status"
        case .regionAuto: "auto"
        case .gain: "gain"
        case .autogain: "autogain"
        default: "control \(id.rawValue)"
        }
    }
}
