import FocusCore
import SimulatedDevices

/// A camera that answers calls like a UVC camera. It records the writes, and the violations of its rules.
struct FakeCamera {
    static let accessDenied: Int32 = 13
    static let inputOutputError: Int32 = 5

    let description: CameraDescription
    private(set) var values: [ControlID: ControlValue] = [:]
    /// Every write, as words.
    private(set) var writes: [String] = []
    /// Violations of the rules for calls.
    private(set) var violations: [String] = []
    /// Writes without a change; the search button never counts.
    private(set) var redundantWrites: [String] = []
    /// Controls whose writes fail, with the errno.
    var refusals: [ControlID: Int32] = [:]
    /// Settings whose writes fail with an input/output error.
    var refusedSettings: [ControlSetting] = []
    /// The number of the next calls that fail with an input/output error.
    var failuresAhead = 0
    /// Controls whose reads fail with an input/output error.
    var unreadable: Set<ControlID> = []
    /// True when all reads fail.
    var isUnreadable = false
    /// True when focus and exposure never settle.
    var isRestless = false
    /// The number of reads until focus and exposure have settled.
    var readsToRest = 3
    /// The values of AUTO_FOCUS_STATUS, read by read; the last one stays.
    var statuses: [Int64] = [1, 1, 2]
    /// Rectangles are rounded down to multiples of this.
    var rectangleGrid: Int32 = 1
    /// The integers of a control are rounded down to multiples of this, whatever its step says.
    var integerGrids: [ControlID: Int64] = [:]
    /// Controls that cannot be written until their automatic is written, even if that is off already.
    var inactive: Set<ControlID> = []
    /// Controls that can be written while their automatic is on, as with drivers of sensors, which keep the value until
    /// the automatic is off. All others are refused then, as with a UVC camera.
    var takesRuledWrites: Set<ControlID> = []
    /// The writes that were accepted while an automatic was on.
    private(set) var ruledWrites: [String] = []
    /// The errno of requests for frames.
    var framesErrno: Int32 = 0
    /// The requests for frames, as words.
    private(set) var streams: [String] = []
    /// The image of the camera.
    var image = FakeImage()
    /// The number of writes of each control that are accepted and ignored.
    var ignored: [ControlID: Int] = [:]
    /// The places in `writes` of the writes that were ignored.
    private(set) var ignoredWrites: [Int] = []
    /// The settings that another program makes after each write.
    var rivals: [ControlID: Int64] = [:]
    /// The values that reads return, whatever the controls hold.
    var alwaysReads: [ControlID: Int64] = [:]
    /// The answer to the last write of each control, even of an ignored one. Frames are marked with it.
    private(set) var answered: [ControlID: Int64] = [:]
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
    private var searches = 0

    init(_ description: CameraDescription) {
        self.description = description
        for control in description.controls { values[control.id] = control.value }
        // A control that cannot be read has a value all the same.
        for control in description.controls where control.value == nil && control.id != .autoFocusStart {
            values[control.id] = .integer(control.minimum)
        }
    }

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
        values[id] = .integer(value)
        if id == .focusAuto, value == 1 { move(.focusAbsolute, by: 35) }
    }

    mutating func forgetWrites() {
        writes = []
        redundantWrites = []
        ignoredWrites = []
    }

    private mutating func start(_ request: FrameRequest, _ id: UInt32) -> Input.Event {
        streams.append(framesErrno == 0 ? "start" : "start!")
        guard framesErrno == 0 else { return .framesUnavailable(request: id, errno: framesErrno) }
        if image.request == nil { streamsStarted += 1 }
        if image.request == nil || frameWidth != startedWidth {
            resetAtStart?.forEach { id, value in self.values[id] = .integer(value) }
        }
        startedWidth = frameWidth
        image.request = request
        image.id = id
        return .framesBegan(
            FramesBegan(
                request: id, width: frameWidth, height: 360, interval: FakeImage.interval, measure: image.measure))
    }

    private mutating func stop(_ id: UInt32) -> Input.Event {
        streams.append("stop")
        image.request = nil
        return .framesEnded(request: id)
    }

    /// The stream ends by itself.
    mutating func streamLost() { image.request = nil }

    func integer(_ id: ControlID) -> Int64? { values[id]?.integer }

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
        let errno = error(for: settings)
        writes.append(errno == 0 ? words : "\(words)!")
        guard errno == 0 else { return ControlResult(call: call, errno: errno) }
        if settings.allSatisfy({ values[$0.id] == $0.value && $0.id != .autoFocusStart }) {
            redundantWrites.append(words)
        }
        var list = InlineList<4, ControlValue?>()
        for setting in settings {
            let value = set(setting)
            updateFlags(after: setting.id)
            answered[setting.id] = value.integer
            list.append(value)
        }
        for (id, value) in rivals { values[id] = .integer(value) }
        return ControlResult(call: call, errno: 0, values: list)
    }

    /// Applies a setting and returns the answer, which claims success even for an ignored write.
    private mutating func set(_ setting: ControlSetting) -> ControlValue {
        if let left = ignored[setting.id], left > 0 {
            ignored[setting.id] = left - 1
            ignoredWrites.append(writes.count - 1)
            return setting.value
        }
        let value = rounded(setting)
        let startsSearch = setting.id == .regionRectangle || values[setting.id] != value
        if startsSearch || setting.id == .autoFocusStart { search() }
        values[setting.id] = value
        return value
    }

    private mutating func search() {
        readsLeft = readsToRest
        searches += 1
    }

    private func rounded(_ setting: ControlSetting) -> ControlValue {
        switch setting.value {
        case .integer(let value):
            return .integer(value - value % (integerGrids[setting.id] ?? 1))
        case .rectangle(var rectangle):
            rectangle.left -= rectangle.left % rectangleGrid
            rectangle.top -= rectangle.top % rectangleGrid
            return .rectangle(rectangle)
        }
    }

    private mutating func read(_ ids: InlineList<4, ControlID>, _ call: UInt32) -> ControlResult {
        var answered = InlineList<4, ControlValue?>()
        if readsLeft > 0 || isRestless {
            readsLeft -= 1
            move(.focusAbsolute, by: integer(.focusAuto) == 1 ? 5 : 0)
            move(.exposureAbsolute, by: (integer(.exposureAuto) ?? 1) == 1 ? 0 : 7)
        }
        ids.forEach { id in
            if id == .autoFocusStatus, !isUnreadable {
                answered.append(.integer(statuses.first ?? 0))
                if statuses.count > 1 { statuses.removeFirst() }
            } else {
                let told = alwaysReads[id].map(ControlValue.integer) ?? values[id]
                let value: ControlValue? = isUnreadable || unreadable.contains(id) ? nil : told
                answered.append(value)
            }
        }
        let isAnyRead = (0..<answered.count).contains { answered[$0] != .some(nil) }
        return ControlResult(call: call, errno: isAnyRead || ids.isEmpty ? 0 : Self.inputOutputError, values: answered)
    }

    private mutating func move(_ id: ControlID, by step: Int64) {
        guard step != 0, let value = integer(id), let control = description.control(id) else { return }
        values[id] = .integer(value + step > control.maximum ? control.minimum : value + step)
    }

    private mutating func error(for settings: [ControlSetting]) -> Int32 {
        if failuresAhead > 0 {
            failuresAhead -= 1
            return Self.inputOutputError
        }
        for setting in settings {
            if let errno = refusals[setting.id] { return errno }
            if refusedSettings.contains(setting) { return Self.inputOutputError }
            guard isRuled(setting.id, in: settings) else { continue }
            guard takesRuledWrites.contains(setting.id) else { return Self.accessDenied }
            ruledWrites.append(Self.words(setting))
        }
        return 0
    }

    /// True when an automatic rules the control, given these settings of the same call.
    private func isRuled(_ id: ControlID, in settings: [ControlSetting]) -> Bool {
        switch id {
        case .focusAbsolute: return integer(.focusAuto) == 1 || inactive.contains(id)
        case .exposureAbsolute:
            guard description.control(.exposureAuto) != nil else { return false }
            let mode = settings.first { $0.id == .exposureAuto }
            return (mode?.value ?? values[.exposureAuto]) != .integer(1) || mode == nil && inactive.contains(id)
        case .gain: return integer(.autogain) == 1 || inactive.contains(id)
        default: return false
        }
    }

    /// After a write of an automatic, the controls that it rules are inactive only while it is on.
    private mutating func updateFlags(after id: ControlID) {
        switch id {
        case .focusAuto: inactive.remove(.focusAbsolute)
        case .exposureAuto: inactive.remove(.exposureAbsolute)
        case .autogain: inactive.remove(.gain)
        default: break
        }
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
