import FocusCore
import Foundation
import LinuxDevices
import SimulatedDevices
import StateTrace
import Testing

@testable import KioskRuntime

@Suite struct AnnouncementTests {
    private static let time = Instant(nanoseconds: 1_234_567_890_123)

    private func line(_ announcement: Announcement) -> Data { Data(announcement.line(at: Self.time)) }

    private func object(_ announcement: Announcement) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: line(announcement)) as? [String: Any])
    }

    /// The announcement that a client reads: JSON has no indicator, because it follows from the state, and faults
    /// become sentences.
    private func heard(_ announcement: Announcement) -> Announcement {
        switch announcement {
        case .state(var report):
            report.indicator = .unchanged
            return .state(report)
        case .tapRefused(let reason, let tap): return .error(AnnouncementWords.words(for: reason), tap: tap)
        case .fault(let fault): return .error(AnnouncementWords.words(for: fault))
        case .photoFailed(_, let message, let id), .movieFailed(_, let message, let id):
            return .error(message, tap: id)
        default: return announcement
        }
    }

    private static let points: [PointOfInterest?] = [
        nil, .centre, PointOfInterest(x: 0, y: 1), PointOfInterest(x: 1.0 / 3, y: .leastNonzeroMagnitude),
    ]

    private static let unlockers: [MovedReasons?] = [
        nil, [], MovedReasons(.scene), MovedReasons(MovedReason.allCases.map { MovedReasons($0) }),
    ]

    private static let all: [Announcement] = {
        var all: [Announcement] = []
        for cause in StateReport.Cause.allCases {
            for rule in FocusRule.allCases {
                for point in points {
                    var states: [FocusState] = [.continuousAuto, .unlockableLocked]
                    if let point { states.append(.autoAndForceLocked(point)) }
                    for (index, state) in states.enumerated() {
                        // Not every combination: each reason appears often enough.
                        let reasons: [MovedReason?] = [nil] + MovedReason.allCases
                        let moved = reasons[(all.count + index) % reasons.count]
                        all.append(
                            .state(
                                StateReport(
                                    state: state, point: point, cause: cause, rule: rule, indicator: .largeAtCentre,
                                    moved: moved, tap: (all.count + index) % 3 == 0 ? TapID(UInt64(all.count)) : nil,
                                    unlockers: unlockers[(all.count + index) % unlockers.count])))
                    }
                }
            }
        }
        let texts = ["", "Integrated Camera: Intég", "\"quoted\" \\ back\nline\u{2028}\u{0}\u{7f}", "😀", "a/b"]
        let values: [ControlValue] = [
            .integer(.min), .integer(.max), .integer(0),
            .rectangle(PixelRectangle(left: .min, top: .max, width: 0, height: -1)),
        ]
        for value in values {
            for text in texts { all.append(.write(ControlID(rawValue: .max), name: text, value, errno: 0)) }
            for errno: Int32 in [EACCES, EBUSY, EINVAL, EIO, ENODEV, ENOSPC, EPIPE, ERANGE, EHWPOISON, 4711] {
                all.append(.write(ControlID(rawValue: 0x9a090a), name: "Focus", value, errno: errno))
            }
        }
        let outcomes: [SettledReport.Outcome?] = [nil] + SettledReport.Outcome.allCases
        for focus in outcomes {
            for exposure in outcomes {
                for level in CameraLevel.allCases {
                    all.append(
                        .settled(
                            SettledReport(
                                focus: focus, focusLevel: level, exposure: exposure, exposureLevel: .region,
                                verified: ComponentSet(rawValue: UInt8(all.count % 4)))))
                }
            }
        }
        for reason in FailureReason.allCases {
            for (focus, exposure) in [(reason, nil), (nil, reason), (reason, FailureReason.tooDark)]
                as [(FailureReason?, FailureReason?)]
            {
                all.append(
                    .settled(
                        SettledReport(
                            focus: focus.map { _ in .failed }, focusLevel: .software,
                            exposure: exposure.map { _ in .failed },
                            exposureLevel: .software, focusReason: focus, exposureReason: exposure)))
            }
        }
        for reason in LevelReason.allCases {
            for level in CameraLevel.allCases {
                all.append(
                    .levels(
                        LevelReport(
                            focus: LevelFinding(level: level, reason: reason),
                            exposure: LevelFinding(level: .none, reason: reason))))
            }
        }
        for kind in DeviceNews.Kind.allCases {
            for change in DeviceNews.Change.allCases {
                for text in texts {
                    all.append(.device(DeviceNews(kind: kind, change: change, name: text, path: text)))
                }
            }
        }
        all += [0, -0.7, 4, 1.0 / 3].map { Announcement.compensation($0) }
        all += ([nil, .searching, .found, .failed, .restored] as [LightReport.Outcome?]).map {
            Announcement.relit(LightReport(isOn: true, exposure: $0))
        }
        all += [true, false].map { Announcement.shutter(isClosed: $0) }
        all += ([nil, .person, .application] as [Keeper?]).map { Announcement.lock($0) }
        all += ([nil, 2.5] as [Double?]).flatMap { factor in
            ([nil, .centre] as [PointOfInterest?]).map { point in
                Announcement.zoom(ZoomReport(linear: 0.5, factor: factor, largest: factor, point: point))
            }
        }
        all += TapIgnored.allCases.map { Announcement.tapIgnored($0) }
        all += TapRefused.allCases.map { Announcement.tapRefused($0) }
        all += FocusSearchReport.Outcome.allCases.map { outcome in
            Announcement.searched(
                FocusSearchReport(
                    outcome: outcome, position: -3, start: 812, evaluations: 7, frames: 40, sharpness: 0.5,
                    lowest: 1.0 / 3))
        }
        all += ExposureOutcome.allCases.flatMap { outcome in
            ([nil, 64] as [Int64?]).map { gain in
                Announcement.exposed(
                    ExposureReport(outcome: outcome, time: 157, gain: gain, mean: 0.25, target: 0.5, frames: 12))
            }
        }
        all += texts.map { Announcement.traceResumed(path: $0) }
        for outcome in ([nil] + PhotoOutcome.allCases) as [PhotoOutcome?] {
            let outcomes = PhotoOutcomes(focus: outcome, exposure: .held)
            let lag = TimeSpan(nanoseconds: -41_000_000)
            let report = PhotoReport(path: "/srv/é.jpg", outcomes: outcomes, lag: lag, bytes: 7, id: TapID(3))
            all.append(.photo(report))
            all.append(.photo(PhotoReport(path: "/srv/é.jpg", outcomes: outcomes, lens: -3)))
        }
        all += PhotoFailure.allCases.map { Announcement.photoFailed($0, message: "no photo: é", id: TapID(4)) }
        all.append(.movie(MovieReport(.recording, path: "/srv/é.mkv", id: TapID(5))))
        all += MovieReason.allCases.map { reason in
            Announcement.movie(
                MovieReport(.ended, path: "/srv/é.mkv", seconds: 31.25, dropped: 3, reason: reason, id: TapID(5)))
        }
        all += MovieReason.allCases.map { Announcement.movieFailed($0, message: "no movie: é", id: TapID(6)) }
        let corners = [0, 0, 1, 0, 1, 1, 0, 1.0]
        all += texts.map { Announcement.code(SeenCode(text: $0, kind: "QRCode", corners: corners)) }
        all += [nil, NormalizedRectangle(x: 0.25, y: 0, width: 0.5, height: 1)].map { Announcement.face($0) }
        all += texts.map { Announcement.error($0) }
        let control = ControlID(rawValue: 7)
        let faults: [Fault] = [
            .accelerationNotFinite, .touchOutOfRange, .touchRangeUnusable, .calibrationUnusable,
            .controlStepUnusable(control), .controlRangeUnusable(control),
            .controlIgnored(control), .controlChanged(control), .originalUnusable(control),
            .framesRefused(errno: EBUSY), .framesEnded(errno: EIO),
            .frameUnusable, .zoomUnknown, .zoomUnusable, .zoomRefused(errno: EIO),
            .compensationUnusable, .compensationLimited(missing: 0.5),
            .compensationLimited(missing: -1), .automaticReturns(control), .holdBroken(control), .holdLost(control),
        ]
        return all + faults.map(Announcement.fault)
    }()

    @Test("Every announcement is one line of JSON that a client reads as the same announcement")
    func roundTrip() throws {
        for announcement in Self.all {
            let line = line(announcement)
            #expect(line.last == UInt8(ascii: "\n") && line.dropLast().allSatisfy { $0 >= 0x20 })
            let wanted = heard(announcement)
            // An errno without a name has a number in its text, which is read as an unknown error.
            if case .write(_, _, _, 4711) = announcement { continue }
            #expect(KioskLine(line) == .announcement(wanted))
            #expect(KioskLine(line.dropLast()) == .announcement(wanted))
            #expect(try object(announcement)["time"] as? Int == 1_234_567_890_123)
        }
    }

    @Test("The words about a movie say how long it is, what it lacks, and why it has ended")
    func movieWords() {
        func words(_ report: MovieReport) -> String { AnnouncementWords.words(for: .movie(report)) }
        #expect(words(MovieReport(.recording, path: "/srv/a.mkv")) == "movie: /srv/a.mkv is being recorded")
        #expect(
            words(MovieReport(.ended, path: "/srv/a.mkv", seconds: 31.25, dropped: 3, reason: .streamEnded))
                == "movie: /srv/a.mkv has ended after 31.2 s, 3 frames dropped: the frames have ended, or changed "
                + "their size.")
        #expect(
            words(MovieReport(.ended, path: "/srv/a.mkv", reason: .holderGone)).hasPrefix(
                "movie: /srv/a.mkv has ended: the program that recorded it has ended"))
    }

    @Test("Every announcement has words, in one line that does not start with a capital or end with spaces")
    func words() {
        for announcement in Self.all {
            let words = AnnouncementWords.words(for: announcement)
            if case .error(let text, _) = announcement, text.isEmpty { continue }
            #expect(!words.isEmpty)
            #expect(words == PlainText.line(words), "the names of devices command no terminal")
        }
    }

    @Test("Levels that are the same for focus and exposure are told together, and otherwise one after the other")
    func levelWords() {
        func words(_ focus: LevelReason, _ exposure: LevelReason) -> String {
            AnnouncementWords.words(
                for: .levels(
                    LevelReport(
                        focus: LevelFinding(level: .wholeFrame, reason: focus),
                        exposure: LevelFinding(level: .wholeFrame, reason: exposure))))
        }
        #expect(
            words(.noRegion, .noRegion)
                == "camera follows taps: focus and exposure \"whole frame\": no region of interest is offered "
                + "(kernels before 6.15 cannot ask)")
        #expect(
            words(.noAutomatic, .noHold)
                == "camera follows taps: focus \"whole frame\": it has no automatic to start. "
                + "Exposure \"whole frame\": its automatic cannot be held")
    }

    @Test("The words tell the source of the motion, and the read-back")
    func reasons() {
        func words(_ cause: StateReport.Cause, _ moved: MovedReason?) -> String {
            let report = StateReport(
                state: .continuousAuto, point: nil, cause: cause, rule: .movedUnlocks, indicator: .unchanged,
                moved: moved)
            return AnnouncementWords.words(for: report)
        }
        #expect(words(.motion, nil).hasSuffix("  (moved; rule moved-unlocks)"))
        #expect(words(.motion, .accelerometer).hasSuffix("  (moved; rule moved-unlocks)"))
        #expect(words(.motion, .scene).hasSuffix("  (moved: the scene changed; rule moved-unlocks)"))
        #expect(words(.motion, .idle).hasSuffix("  (nobody has touched the screen for long; rule moved-unlocks)"))
        #expect(words(.timer, .accelerometer).hasSuffix("  (the time is up, moved; rule moved-unlocks)"))
        #expect(words(.timer, .scene).hasSuffix("  (the time is up, moved: the scene changed; rule moved-unlocks)"))
        let settled = SettledReport(
            focus: .converged, focusLevel: .software, exposure: .held, exposureLevel: .wholeFrame, verified: .focus)
        #expect(
            AnnouncementWords.words(for: .settled(settled))
                == "settled: focus converged and held, read back (software), exposure held (whole frame)")
    }

    @Test("A hold is announced with the reasons that unlock it, or that only a tap or the view does")
    func unlockers() {
        func words(_ unlockers: [MovedReason]?) -> String {
            var report = StateReport(
                state: .unlockableLocked, point: .centre, cause: .timer, rule: .lockElapsedStill, indicator: .unchanged)
            report.unlockers = unlockers.map { MovedReasons($0.map { MovedReasons($0) }) }
            return AnnouncementWords.words(for: .state(report))
        }
        let end = "  (the time is up; rule lock-elapsed-still)"
        #expect(words([.accelerometer]) == "unlockableLocked: still held, until the device is moved" + end)
        #expect(
            words([.accelerometer, .scene, .idle])
                == "unlockableLocked: still held, until the device is moved or the scene changes or nobody has touched the "
                + "screen for long" + end)
        #expect(words([.scene]) == "unlockableLocked: still held, until the scene changes" + end)
        #expect(
            words([])
                == "unlockableLocked: still held, until the next tap or \"tapfocus show-view\": nothing else unlocks it"
                + end)
        #expect(words(nil) == "unlockableLocked: still held" + end)
    }

    @Test("A component that failed is announced as held only if that was read back")
    func failed() {
        func words(_ verified: ComponentSet) -> String {
            let report = SettledReport(
                focus: .failed, focusLevel: .wholeFrame, exposure: .failed, exposureLevel: .software, verified: verified
            )
            return AnnouncementWords.words(for: .settled(report))
        }
        #expect(
            words(.exposure)
                == "settled: focus failed, not confirmed as held (whole frame), exposure failed, held as it is, read back "
                + "(software)")
        #expect(!words([]).contains("held as it is"))
    }

    @Test("Each reason of a failure is told as a code, and in a sentence of its own for each component")
    func failureReasons() throws {
        var sentences: Set<String> = []
        for reason in FailureReason.allCases {
            var report = SettledReport(
                focus: .failed, focusLevel: .software, exposure: .converged, exposureLevel: .software,
                focusReason: reason)
            let focus = try object(.settled(report))
            #expect(focus["focusReason"] as? String == "\(reason.name)" && focus["exposureReason"] == nil)
            let sentence = try #require(focus["reason"] as? String)
            #expect(sentence.hasPrefix("Focus failed: ") && sentence.hasSuffix("."))
            #expect(AnnouncementWords.words(for: .settled(report)).hasSuffix(". " + sentence))
            sentences.insert(sentence)
            report = SettledReport(
                focus: .failed, focusLevel: .software, exposure: .failed, exposureLevel: .software,
                focusReason: .nothingToFocusOn, exposureReason: reason)
            let both = try #require(try object(.settled(report))["reason"] as? String)
            #expect(
                both.hasPrefix("Focus failed: there is nothing to focus on") && both.contains(". Exposure failed: "))
        }
        #expect(sentences.count == FailureReason.allCases.count)
        let fine = SettledReport(focus: .converged, focusLevel: .software, exposure: nil, exposureLevel: .none)
        #expect(try object(.settled(fine))["reason"] == nil)
    }

    @Test("Where it is dark, and where nothing has an edge, the lens cover is named: a camera has another shutter, too")
    func lensCover() throws {
        for reason in [FailureReason.tooDark, .nothingToFocusOn] {
            let report = SettledReport(
                focus: .failed, focusLevel: .software, exposure: .failed, exposureLevel: .software, focusReason: reason,
                exposureReason: .tooDark)
            let sentences = try #require(try object(.settled(report))["reason"] as? String)
            #expect(sentences.components(separatedBy: "lens cover").count == 3 && !sentences.contains("shutter"))
        }
    }

    @Test("Of a component whose time was over, frames are said only where the engine has searched in them")
    func timeOver() throws {
        for level in [CameraLevel.region, .software, .oneShot, .wholeFrame] {
            let report = SettledReport(
                focus: .failed, focusLevel: level, exposure: .failed, exposureLevel: level, focusReason: .timeOver,
                exposureReason: .timeOver)
            let sentences = try #require(try object(.settled(report))["reason"] as? String)
                .components(separatedBy: " Exposure failed: ")
            try #require(sentences.count == 2)
            for (sentence, automatic) in zip(sentences, ["own autofocus", "own automatic exposure"]) {
                #expect(sentence.contains("frames") == (level == .software), "\(sentence)")
                #expect(sentence.contains(automatic) == (level != .software), "\(sentence)")
            }
        }
    }

    @Test(
        "The message about missing frames names the effects on a tap, a lock and automatics", arguments: [EBUSY, EIO])
    func noFrames(errno: Int32) {
        let words = AnnouncementWords.words(for: Fault.framesRefused(errno: errno))
        #expect(words.contains(errno == EBUSY ? "another program streams (EBUSY)" : "(EIO)"))
        for use in ["A tap uses the next level, if there is one; the next tap asks again", "scene", "not adjusted"] {
            #expect(words.contains(use))
        }
    }

    @Test("The fields are those that the documentation names")
    func fields() throws {
        let report = StateReport(
            state: .autoAndForceLocked(.centre), point: .centre, cause: .tap, rule: .tapped, indicator: .unchanged)
        let state = try object(.state(report))
        #expect(Set(state.keys) == ["event", "time", "state", "point", "cause", "rule"])
        #expect(state["state"] as? String == "autoAndForceLocked" && state["cause"] as? String == "tap")
        #expect((state["point"] as? [String: Double]) == ["x": 0.5, "y": 0.5])
        let write = try object(.write(.focusAuto, name: "Focus", .integer(1), errno: EBUSY))
        #expect(Set(write.keys) == ["event", "time", "control", "name", "value", "result"])
        #expect(write["result"] as? String == "EBUSY")
        let device = try object(.device(DeviceNews(kind: .camera, change: .left, name: "C", path: "/dev/video0")))
        #expect(device["change"] as? String == "left" && device["path"] as? String == "/dev/video0")
        let settled = try object(
            .settled(SettledReport(focus: nil, focusLevel: .none, exposure: .held, exposureLevel: .oneShot)))
        #expect(settled["focus"] is NSNull && settled["exposure"] as? String == "held")
        #expect(settled["verified"] as? [String] == [])
        let verified = try object(
            .settled(
                SettledReport(
                    focus: .converged, focusLevel: .region, exposure: .held, exposureLevel: .oneShot,
                    verified: [.focus, .exposure])))
        #expect(verified["verified"] as? [String] == ["focus", "exposure"])
        var unlocked = report
        unlocked.moved = .scene
        #expect(try object(.state(unlocked))["moved"] as? String == "scene")
        var waiting = report
        waiting.unlockers = []
        #expect(try object(.state(waiting))["until"] as? [String] == [])
        waiting.unlockers = [MovedReasons(.idle), MovedReasons(.accelerometer)]
        #expect(try object(.state(waiting))["until"] as? [String] == ["accelerometer", "idle"])
        waiting.tap = TapID(ControlRequest.largestID)
        for announcement: Announcement in [
            .state(waiting), .tapIgnored(.dragged, tap: waiting.tap), .tapRefused(.noCamera, tap: waiting.tap),
            .error("", tap: waiting.tap),
        ] {
            #expect(try object(announcement)["id"] as? UInt64 == ControlRequest.largestID)
        }
        #expect(try object(.tapIgnored(.dragged))["id"] == nil)
    }

    @Test(
        "A line that this version does not know is ignored",
        arguments: [
            "", "{}", "[]", "hello", "{\"event\":5}", "{\"event\":\"news\"}", "{\"event\":\"state\"}",
            "{\"event\":\"state\",\"state\":\"asleep\",\"cause\":\"tap\",\"rule\":\"tapped\"}",
            "{\"event\":\"write\",\"control\":-1,\"value\":1,\"result\":\"ok\"}",
            "{\"event\":\"device\",\"device\":\"tv\"}",
            "{\"event\":\"status\"}", "{\"event\":\"error\"}", "{\"event\":\"tap-ignored\",\"reason\":\"bored\"}",
            "{\"event\":\"settled\"}", "{\"event\":\"settled\",\"focus\":\"held\",\"focusLevel\":\"region\"}",
            "{\"event\":\"searched\",\"outcome\":\"found\"}", "{\"event\":\"searched\",\"position\":5}",
            "{\"event\":\"searched\",\"outcome\":\"found\",\"position\":null}",
            "{\"event\":\"exposed\",\"outcome\":\"converged\"}", "{\"event\":\"exposed\",\"exposureTime\":5}",
        ])
    func unknown(text: String) {
        #expect(KioskLine(Data(text.utf8)) == nil)
    }

    private static let status = #"{"event":"status","state":"continuousAuto","cause":"start","moved":false"#

    @Test(
        "A device, a trace or a point of a wrong form is not read as if there were none",
        arguments: [
            #""camera":5"#, #""camera":"A""#, #""camera":{}"#, #""camera":{"name":"A"}"#, #""touchscreen":[]"#,
            #""touchscreen":{"name":"A","path":7}"#, #""accelerometer":true"#, #""trace":{}"#, #""trace":0"#,
            #""point":[0.5,0.5]"#, #""point":{"x":0.5}"#,
        ])
    func wrongForm(field: String) {
        #expect(KioskLine(Data("\(Self.status),\(field)}".utf8)) == nil)
    }

    @Test("A device, a trace or a point that is null or left out is none")
    func noneThere() {
        let nulls = ["point", "camera", "touchscreen", "accelerometer", "trace"].map { ",\"\($0)\":null" }
        let status = KioskLine(Data("\(Self.status)}".utf8))
        #expect(status != nil && status == KioskLine(Data("\(Self.status)\(nulls.joined())}".utf8)))
    }

    @Test("How a tap ended is read without a component's outcome that has a newer name")
    func unknownOutcome() {
        let settled = SettledReport(focus: .converged, focusLevel: .region, exposure: .held, exposureLevel: .none)
        let line = String(decoding: line(.settled(settled)), as: UTF8.self)
        let other = line.replacingOccurrences(of: #""exposure":"held""#, with: #""exposure":"metered""#)
        var known = settled
        known.exposure = nil
        #expect(other != line && KioskLine(Data(other.utf8)) == .announcement(.settled(known)))
    }

    @Test("A line with an unknown reason to unlock is read without any reasons, and with its state")
    func unknownUnlocker() throws {
        let report = StateReport(
            state: .unlockableLocked, point: nil, cause: .timer, rule: .lockElapsedStill, indicator: .unchanged)
        var watched = report
        watched.unlockers = [MovedReasons(.scene)]
        let line = String(decoding: line(.state(watched)), as: UTF8.self)
        let other = line.replacingOccurrences(of: "[\"scene\"]", with: "[\"scene\",\"noise\"]")
        #expect(other != line && KioskLine(Data(other.utf8)) == .announcement(.state(report)))
    }

    @Test(
        "A line that is cut or changed anywhere is read as a known announcement or as none, and never crashes",
        arguments: [UInt64(31), 32])
    func fuzz(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for announcement in Self.all.enumerated().filter({ $0.offset % 40 == 0 }).map(\.element) {
            let whole = line(announcement)
            for length in 0..<whole.count { _ = KioskLine(whole.prefix(length)) }
            for _ in 0..<30 {
                var mutant = whole
                mutant[Int.random(in: 0..<whole.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
                _ = KioskLine(mutant)
            }
        }
    }
}
