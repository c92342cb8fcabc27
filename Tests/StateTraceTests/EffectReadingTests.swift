import FocusCore
import JSONLines
import Testing

@testable import StateTrace
@testable import TraceLines

struct EffectReadingTests {
    private static let control = ControlID.gain

    private static let faults: [Fault] = [
        .accelerationNotFinite, .touchOutOfRange, .touchRangeUnusable, .calibrationUnusable,
        .controlStepUnusable(control), .controlRangeUnusable(control), .controlIgnored(control),
        .controlChanged(control), .originalUnusable(control), .automaticReturns(control), .holdBroken(control),
        .holdLost(control), .framesRefused(errno: 16), .framesEnded(errno: 5), .framesWithdrawn,
        .zoomUnknown, .zoomUnusable, .zoomRefused(errno: 5), .frameUnusable,
        .compensationUnusable, .compensationLimited(missing: -1.5),
    ]

    private static let point = PointOfInterest(x: 0.25, y: 0.75)

    private static let states: [StateReport] = [
        StateReport(state: .continuousAuto, point: nil, cause: .start, rule: .start, indicator: .largeAtCentre),
        StateReport(
            state: .autoAndForceLocked(point), point: point, cause: .tap, rule: .tapped,
            indicator: .smallAtPoint(point), tap: TapID(.max)),
        StateReport(
            state: .unlockableLocked, point: point, cause: .timer, rule: .lockElapsedStill, indicator: .weakened,
            unlockers: [MovedReasons(.accelerometer), MovedReasons(.idle)]),
        StateReport(
            state: .continuousAuto, point: nil, cause: .motion, rule: .movedUnlocks, indicator: .unchanged,
            moved: .scene),
    ]

    private static var calls: [Effect] {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.gain, .integer(.min)))
        let rectangle = PixelRectangle(left: -1, top: 2, width: 3, height: .max)
        settings.append(ControlSetting(.regionRectangle, .rectangle(rectangle)))
        var controls = InlineList<4, ControlID>()
        controls.append(.focusAbsolute)
        let region = NormalizedRectangle(x: 0, y: 0.1, width: 0.2, height: 0.3)
        return [
            .call(ControlCall(id: 7, operation: .write(settings))),
            .call(ControlCall(id: 8, operation: .read(controls))),
            .requestFrames(id: 1, FrameRequest(focus: region, exposure: region)),
            .requestFrames(
                id: 2,
                FrameRequest(
                    focus: region, exposure: region, includesGrid: true, interval: .milliseconds(200),
                    firstFrameTime: .milliseconds(900))),
            .releaseFrames(id: 2),
        ]
    }

    private static var all: [Effect] {
        let levels = LevelReport(
            focus: LevelFinding(level: .wholeFrame, reason: .noRegion),
            exposure: LevelFinding(level: .none, reason: .noHold))
        let settled = SettledReport(
            focus: .converged, focusLevel: .oneShot, exposure: nil, exposureLevel: .none, verified: .focus,
            tap: TapID(3))
        let dark = SettledReport(
            focus: .failed, focusLevel: .software, exposure: .failed, exposureLevel: .software, focusReason: .tooDark,
            exposureReason: .notFollowed)
        return states.map { .state($0) } + calls + faults.map { .fault($0) } + [
            .arm(.idle, deadline: Instant(nanoseconds: .max), generation: .max), .disarm(.writePause),
            .settled(settled), .settled(dark), .levels(levels), .tapIgnored(.dragged),
            .tapIgnored(.overtaken, tap: TapID(4)),
            .tapRefused(.nothingToSet, tap: TapID(5)), .motionSensor(awake: true), .motionSensor(awake: false),
            .zoomed(ZoomReport(linear: 0.5, factor: 2.5, largest: 4, point: PointOfInterest(x: 0.25, y: 1))),
            .cameraReleased(isComplete: true), .cameraReleased(isComplete: false), .tapRefused(.switching),
            .relit(LightReport(isOn: true, exposure: .searching)), .relit(LightReport(isOn: false, exposure: nil)),
            .shutter(isClosed: true), .shutter(isClosed: false), .tapRefused(.shutterClosed),
            .kept(.person, tap: TapID(6)), .kept(.application), .kept(nil),
            .zoomed(ZoomReport(linear: 1, factor: nil, largest: nil, isRamping: true, point: nil)),
            .zoomed(ZoomReport(linear: 0, factor: nil, largest: nil, point: nil)),
            .compensationTakenBack(to: -0.7), .stopped(isComplete: true), .stopped(isComplete: false),
            .searched(
                FocusSearchReport(
                    outcome: .flat, position: -1, start: 2, evaluations: 3, frames: 4, sharpness: 0.5, lowest: 1e-9)),
            .exposed(ExposureReport(outcome: .limited, time: 1, gain: nil, mean: 0.25, target: 0.45, frames: 9)),
            .exposed(ExposureReport(outcome: .gaveUp, time: 1, gain: 2, mean: 0.25, target: 0.45, frames: 9)),
        ]
    }

    private func read(_ text: String) throws -> EffectList {
        try Array(text.utf8).withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            return try scanner.effects()
        }
    }

    @Test("Each effect is read as it was written")
    func roundTrip() throws {
        for effect in Self.all {
            var list = EffectList()
            list.append(effect)
            var line = JSONLine()
            line.effects(list)
            #expect(try read(String(decoding: line.bytes, as: UTF8.self)) == list)
        }
    }

    @Test("The reader tells the same inputs and effects as the replay of a trace")
    func sameAsReplay() throws {
        for bytes in [try Traces.demo(), try Traces.short()] {
            var told: [String] = []
            var replayed: [String] = []
            try Traces.events(bytes) { event in
                switch event {
                case .input(let input, _, let line): told.append("\(line) \(input) []")
                case .effects(let effects, let line):
                    let input = told.removeLast().dropLast(2)
                    told.append("\(input)\(effects)")
                    #expect(line > 1)
                case .session, .snapshot, .remark, .mark, .end: break
                }
            }
            let none = "\(EffectList())"
            _ = try Traces.follow(bytes) { step in
                guard case .step(let input, let effects, let line) = step else { return }
                let text = "\(effects)"
                replayed.append("\(line) \(input) \(text == none ? "[]" : text)")
            }
            #expect(told == replayed && !told.isEmpty)
        }
    }

    @Test(
        "An effect that this version does not know is a fault at its place",
        arguments: [
            (#"[{"state":{"state":"asleep"}}]"#, "a state that this version knows"),
            (#"[{"state":{"state":"autoAndForceLocked","cause":"tap","rule":"tapped"}}]"#, "with its point"),
            (#"[{"dance":1}]"#, "an effect that this version knows"), (#"[{}]"#, "an effect"),
            (#"[{"fault":"rain"}]"#, "a fault that this version knows"), (#"[{"call":{"id":1}}]"#, "a call"),
            (#"[{"disarm":"lunch"}]"#, "a timer"), (#"[{"searched":{}}]"#, "a search with its outcome"),
            (#"[1]"#, "an object"),
        ])
    func unknown(text: String, expected: String) {
        let fault = #expect(throws: JSONFault.self) { try read(text) }
        #expect(fault?.expected.contains(expected) == true, "\(fault?.expected ?? "")")
    }

    @Test("More effects than a step can have are a fault")
    func tooMany() {
        let text = "[" + Array(repeating: #"{"motionSensor":"awake"}"#, count: 25).joined(separator: ",") + "]"
        let fault = #expect(throws: JSONFault.self) { try read(text) }
        #expect(fault?.expected == "at most 24 effects")
    }
}
