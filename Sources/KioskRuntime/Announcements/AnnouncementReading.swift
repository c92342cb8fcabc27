import FocusCore
import Foundation

/// A line of the socket, as a client reads it.
public enum KioskLine: Equatable, Sendable {
    /// An event.
    case announcement(Announcement)
    /// The present status, in answer to a request.
    case status(StatusLine)

    /// - Parameter line: with or without its line feed. Nil if this version does not know the line.
    public init?(_ line: some Collection<UInt8>) {
        let line = Data(line)
        guard let kind = try? JSONDecoder().decode(EventKind.self, from: line) else { return nil }
        if kind.event == "status" {
            guard let status = try? JSONDecoder().decode(StatusLine.self, from: line) else { return nil }
            self = .status(status)
        } else {
            guard let event = try? JSONDecoder().decode(EventLine.self, from: line),
                let announcement = event.announcement
            else { return nil }
            self = .announcement(announcement)
        }
    }
}

/// The answer to a status request.
public struct StatusLine: Codable, Equatable, Sendable {
    public var state: String
    public var point: Point?
    public var cause: String
    public var moved: Bool
    public var until: [String]?
    /// Exposure compensation in EV; positive is brighter.
    public var compensation: Double?
    /// The part of the compensation that the held exposure could not follow, in EV; nil from an older kiosk, which does
    /// not report it.
    public var missingCompensation: Double?
    public var camera: Device?
    public var touchscreen: Device?
    public var accelerometer: Device?
    /// The file or the folder of the trace that is being written; nil: none is.
    public var trace: String?

    /// The reasons that can unlock what is held; nil if nothing is, or for a reason that this version does not know.
    public var unlockers: MovedReasons? { until.flatMap { MovedReasons($0) } }

    public struct Point: Codable, Equatable, Sendable {
        public var x: Double
        public var y: Double
    }

    public struct Device: Codable, Equatable, Sendable {
        public var name: String
        public var path: String
        public var focusLevel: String?
        public var exposureLevel: String?
        public var awake: Bool?
    }
}

extension MovedReasons {
    /// Nil if this version does not know one of the names.
    fileprivate init?(_ names: [String]) {
        self.init()
        for name in names {
            guard let reason = MovedReason.allCases.first(where: { $0.name.description == name }) else { return nil }
            insert(MovedReasons(reason))
        }
    }
}

/// The field that every line has. The other fields of a status share names with those of events, but not types.
private struct EventKind: Decodable {
    var event: String
}

/// All fields that an announcement may have.
private struct EventLine: Decodable {
    var event: String
    var state: String?
    var point: StatusLine.Point?
    var cause: String?
    var rule: String?
    var moved: String?
    var until: [String]?
    var id: UInt64?
    var control: UInt32?
    var name: String?
    var value: Value?
    var result: String?
    var focus: String?
    var focusLevel: String?
    var focusReason: String?
    var exposure: String?
    var exposureLevel: String?
    var exposureReason: String?
    var verified: [String]?
    var device: String?
    var change: String?
    var path: String?
    var reason: String?
    var message: String?
    var outcome: String?
    var start: Int64?
    var position: Int64?
    var evaluations: Int?
    var frames: Int?
    var sharpness: Double?
    var lowest: Double?
    /// A search's exposure time; the field `time` is the event's own.
    var exposureTime: Int64?
    var gain: Int64?
    var mean: Double?
    var target: Double?
    var ev: Double?

    enum Value: Decodable {
        case integer(Int64)
        case rectangle(Rectangle)

        struct Rectangle: Decodable {
            var left, top, width, height: Int32
        }

        init(from decoder: any Decoder) throws {
            if let rectangle = try? Rectangle(from: decoder) {
                self = .rectangle(rectangle)
            } else {
                self = .integer(try decoder.singleValueContainer().decode(Int64.self))
            }
        }

        var controlValue: ControlValue {
            switch self {
            case .integer(let value): .integer(value)
            case .rectangle(let value):
                .rectangle(
                    PixelRectangle(left: value.left, top: value.top, width: value.width, height: value.height))
            }
        }
    }

    var announcement: Announcement? {
        switch event {
        case "state": stateReport.map { .state($0) }
        case "write": write
        case "settled": settled
        case "levels": levels
        case "searched": searched
        case "exposed": exposed
        case "compensation": ev.map { .compensation($0) }
        case "device":
            DeviceNews.Kind(rawValue: device ?? "").flatMap { kind in
                DeviceNews.Change(rawValue: change ?? "").map { change in
                    .device(DeviceNews(kind: kind, change: change, name: name ?? "", path: path ?? ""))
                }
            }
        case "tap-ignored": find(TapIgnored.allCases, reason) { $0.name }.map { .tapIgnored($0, tap: tap) }
        case "trace-resumed": path.map { .traceResumed(path: $0) }
        case "error": message.map { .error($0, tap: tap) }
        default: nil
        }
    }

    private var searched: Announcement? {
        guard let outcome = find(FocusSearchReport.Outcome.allCases, outcome, { $0.name }), let position else {
            return nil
        }
        return .searched(
            FocusSearchReport(
                outcome: outcome, position: position, start: start ?? position, evaluations: evaluations ?? 0,
                frames: frames ?? 0, sharpness: sharpness ?? 0, lowest: lowest ?? 0))
    }

    private var exposed: Announcement? {
        guard let outcome = find(ExposureOutcome.allCases, outcome, { $0.name }), let exposureTime else { return nil }
        return .exposed(
            ExposureReport(
                outcome: outcome, time: exposureTime, gain: gain, mean: mean ?? 0, target: target ?? 0,
                frames: frames ?? 0))
    }

    private var stateReport: StateReport? {
        guard let cause = find(StateReport.Cause.allCases, cause, { $0.name }),
            let rule = find(FocusRule.allCases, rule, { $0.name })
        else { return nil }
        let point = point.map { PointOfInterest(x: $0.x, y: $0.y) }
        let state: FocusState? =
            switch state {
            case "continuousAuto": .continuousAuto
            case "autoAndForceLocked": point.map(FocusState.autoAndForceLocked)
            case "unlockableLocked": .unlockableLocked
            default: nil
            }
        // JSON has no indicator: it follows from the state.
        let moved = find(MovedReason.allCases, moved) { $0.name }
        return state.map {
            StateReport(
                state: $0, point: point, cause: cause, rule: rule, indicator: .unchanged, moved: moved, tap: tap,
                unlockers: until.flatMap { MovedReasons($0) })
        }
    }

    private var tap: TapID? { id.map(TapID.init) }

    private var write: Announcement? {
        guard let control, let value, let result else { return nil }
        let errno = result == "ok" ? 0 : (1...200).first { LinuxErrno.name($0) == result } ?? EIO
        return .write(ControlID(rawValue: control), name: name ?? "", value.controlValue, errno: errno)
    }

    private var settled: Announcement? {
        guard let focusLevel = level(focusLevel), let exposureLevel = level(exposureLevel) else { return nil }
        let outcomes = SettledReport.Outcome.allCases
        var verified: ComponentSet = []
        if self.verified?.contains("focus") == true { verified.insert(.focus) }
        if self.verified?.contains("exposure") == true { verified.insert(.exposure) }
        return .settled(
            SettledReport(
                focus: find(outcomes, focus) { $0.name }, focusLevel: focusLevel,
                exposure: find(outcomes, exposure) { $0.name }, exposureLevel: exposureLevel, verified: verified,
                focusReason: find(FailureReason.allCases, focusReason) { $0.name },
                exposureReason: find(FailureReason.allCases, exposureReason) { $0.name }, tap: tap))
    }

    private var levels: Announcement? {
        let reasons = LevelReason.allCases
        guard let focusLevel = level(focusLevel), let exposureLevel = level(exposureLevel),
            let focusReason = find(reasons, focusReason, { $0.explanation }),
            let exposureReason = find(reasons, exposureReason, { $0.explanation })
        else { return nil }
        return .levels(
            LevelReport(
                focus: LevelFinding(level: focusLevel, reason: focusReason),
                exposure: LevelFinding(level: exposureLevel, reason: exposureReason)))
    }

    private func level(_ name: String?) -> CameraLevel? { find(CameraLevel.allCases, name) { $0.name } }

    private func find<Value>(_ all: [Value], _ name: String?, _ text: (Value) -> StaticString) -> Value? {
        all.first { text($0).description == name }
    }
}
