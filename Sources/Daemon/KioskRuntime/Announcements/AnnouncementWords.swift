import FocusCore
import Glibc
import LinuxDevices

/// Announcements in words for people. What the socket says in words, too, is in KioskLines.
extension AnnouncementWords {
    /// One line, without its line feed, and without control characters, which names of devices may contain.
    public static func words(for announcement: Announcement) -> String { PlainText.line(text(for: announcement)) }

    private static func text(for announcement: Announcement) -> String {
        switch announcement {
        case .state(let report): words(for: report)
        case .write(_, let name, let value, let errno):
            "    \(name) = \(words(for: value))\(errno == 0 ? "" : "  refused: \(LinuxErrno.name(errno))")"
        case .settled(let report): words(for: report)
        case .searched(let report): words(for: report)
        case .exposed(let report): words(for: report)
        case .compensation(let ev): "exposure compensation: \(stops(ev))"
        case .device(let news): words(for: news)
        case .levels(let report): words(for: report)
        case .lock(let keeper, _): words(for: keeper)
        case .relit(let report): words(for: report)
        case .shutter(true): "the camera's shutter is closed: it shows no picture until somebody opens it"
        case .shutter(false): "the camera's shutter is open again"
        case .zoom(let report): words(for: report)
        case .tapIgnored(let reason, _): words(for: reason)
        case .tapRefused(let reason, _): words(for: reason)
        case .photo(let report): words(for: report)
        case .photoFailed(_, let message, _): message
        case .movie(let report): words(for: report)
        case .movieFailed(_, let message, _): message
        // A log is no place for what stands in a person's code.
        case .code(let code): "a code was read: \(code.kind), \(code.text.count) characters"
        case .face(nil): "there is no face any more"
        case .face: "there is a face"
        case .traceResumed(let path):
            "the trace \(path) is written again, in a new file. What came in between is not in it."
        case .fault(let fault): words(for: fault)
        case .error(let message, _): message
        }
    }

    /// A compensation, with its sign: "+0.7 EV".
    public static func stops(_ ev: Double) -> String { String(printf: "%+.4g EV", ev) }

    /// The number of taps that have no line of their own in the log.
    static func words(forOvertakenTaps count: Int) -> String {
        "no tap: overtaken: \(count) more \(count == 1 ? "tap was" : "taps were") overtaken by the next one"
    }

    static func words(for report: StateReport) -> String {
        let what =
            switch report.state {
            case .continuousAuto: "continuousAuto: focus and exposure follow the scene"
            case .autoAndForceLocked: "autoAndForceLocked: focus and expose at \(words(for: report.point)), then hold"
            case .unlockableLocked:
                "unlockableLocked: still held\(report.unlockers.map { ", \(words(forUnlockers: $0))" } ?? "")"
            }
        return "\(what)  (\(reason(of: report)); rule \(report.rule.name))"
    }

    /// The first of these reasons unlocks.
    public static func words(forUnlockers unlockers: MovedReasons) -> String {
        guard !unlockers.isEmpty else {
            return "until the next tap or \"tapfocus show-view\": nothing else unlocks it"
        }
        let words = MovedReason.allCases.filter { unlockers.contains($0) }.map { reason in
            switch reason {
            case .accelerometer: "the device is moved"
            case .scene: "the scene changes"
            case .idle: "nobody has touched the screen for long"
            }
        }
        return "until " + words.joined(separator: " or ")
    }

    private static func words(for report: FocusSearchReport) -> String {
        let way = "\(report.evaluations) positions in \(report.frames) frames"
        return switch report.outcome {
        case .found: "focus search: found at \(report.position), after \(way)"
        case .flat: "focus search: nothing to focus on there; the lens is back at \(report.position), after \(way)"
        case .noisy:
            "focus search: too noisy to tell sharp from unsharp; the lens is back at \(report.position), after \(way)"
        case .unfinished: "focus search: not finished; the lens goes back to \(report.position), after \(way)"
        }
    }

    private static func words(for report: ExposureReport) -> String {
        let setting = "time \(report.time)" + (report.gain.map { ", gain \($0)" } ?? "")
        let mean = String(printf: "mean %.2f of %.2f wanted", report.mean, report.target)
        let end =
            switch report.outcome {
            case .converged: "exposed"
            case .limited: "exposed as well as this camera can"
            case .gaveUp: "exposure: the frames did not follow, or the time was over"
            }
        return "\(end): \(setting), \(mean), after \(report.frames) frames"
    }

    private static func words(for report: SettledReport) -> String {
        var parts: [String] = []
        if let focus = report.focus {
            let end = words(for: focus, isVerified: report.verified.contains(.focus))
            parts.append("focus \(end) (\(report.focusLevel.name))")
        }
        if let exposure = report.exposure {
            let end = words(for: exposure, isVerified: report.verified.contains(.exposure))
            parts.append("exposure \(end) (\(report.exposureLevel.name))")
        }
        return "settled: " + parts.joined(separator: ", ") + (reason(of: report).map { ". \($0)" } ?? "")
    }

    private static func words(for report: PhotoReport) -> String {
        func words(_ name: String, _ outcome: PhotoOutcome?) -> String? {
            switch outcome {
            case nil: nil
            case .converged: "\(name) converged"
            case .failed: "\(name) had failed"
            case .held: "\(name) held"
            case .following: "\(name) followed the scene"
            case .unsettled: "\(name) had not settled"
            }
        }
        let lens = report.lens.map { "the lens at \($0)" }
        let parts = [words("focus", report.outcomes.focus), words("exposure", report.outcomes.exposure), lens]
        return (["photo: \(report.path)"] + parts.compactMap { $0 }).joined(separator: ", ")
    }

    private static func words(for report: MovieReport) -> String {
        guard let reason = report.reason else {
            return "movie: \(report.path)" + (report.state == .recording ? " is being recorded" : " has ended")
        }
        let length = report.seconds.map { String(printf: " after %.1f s", $0) } ?? ""
        let dropped = report.dropped.flatMap { $0 > 0 ? ", \($0) frames dropped" : nil } ?? ""
        return "movie: \(report.path) has ended\(length)\(dropped): \(MovieWords.words(for: reason))"
    }

    /// A component that failed may still be held; only a read-back confirms it.
    private static func words(for outcome: SettledReport.Outcome, isVerified: Bool) -> String {
        switch outcome {
        case .converged: isVerified ? "converged and held, read back" : "converged and held"
        case .failed: isVerified ? "failed, held as it is, read back" : "failed, not confirmed as held"
        case .held: isVerified ? "held, read back" : "held"
        }
    }

    private static func words(for news: DeviceNews) -> String {
        let place = news.path.isEmpty || news.path == news.name ? news.name : "\(news.name) (\(news.path))"
        return switch news.change {
        case .arrived: "\(news.kind.rawValue): \(place)"
        case .left: "\(news.kind.rawValue) gone: \(place). It is used again when it returns."
        case .waiting: "\(news.kind.rawValue): none is connected; it is used as soon as one is."
        }
    }

    private static func words(for report: LevelReport) -> String {
        let (focus, exposure) = (words(for: report.focus), words(for: report.exposure))
        let way = focus == exposure ? "focus and exposure \(focus)" : "focus \(focus). Exposure \(exposure)"
        return "camera follows taps: \(way)"
    }

    private static func words(for report: LightReport) -> String {
        let light = "a light is \(report.isOn ? "on" : "off")"
        return switch report.exposure {
        case nil: light
        case .searching: "\(light): the held exposure is found again"
        case .found: "\(light): the exposure is found, and held"
        case .failed: "\(light): no exposure was found; the best one is held"
        case .restored: "\(light): the exposure from before it is held again"
        }
    }

    private static func words(for keeper: Keeper?) -> String {
        switch keeper {
        case .person: "locked by a person: no motion and no change of the scene unlocks it, only the next tap does"
        case .application: "locked by an application: no motion, no change of the scene and no tap of others unlocks it"
        case nil: "the lock is over"
        }
    }

    private static func words(for report: ZoomReport) -> String {
        let place = String(printf: "zoom: %.0f %% of its range", report.linear * 100)
        guard let factor = report.factor else { return "\(place), by an unknown factor" }
        return place + String(printf: ", %.3gx", factor)
    }

    private static func words(for finding: LevelFinding) -> String {
        "\"\(finding.level.name)\": \(finding.reason.explanation)"
    }

    /// The cause of a state; for motion, the source of the motion.
    private static func reason(of report: StateReport) -> String {
        let cause = words(for: report.cause)
        return switch report.moved {
        case nil: cause
        case .accelerometer: report.cause == .motion ? cause : "\(cause), moved"
        case .scene: report.cause == .motion ? "\(cause): the scene changed" : "\(cause), moved: the scene changed"
        case .idle: report.cause == .motion ? "nobody has touched the screen for long" : "\(cause), no touch for long"
        }
    }

    private static func words(for cause: StateReport.Cause) -> String {
        switch cause {
        case .start: "start"
        case .tap: "tap"
        case .timer: "the time is up"
        case .motion: "moved"
        case .view: "the view was shown"
        }
    }

    private static func words(for point: PointOfInterest?) -> String {
        guard let point else { return "the centre" }
        return String(printf: "%.3f, %.3f", point.x, point.y)
    }

    package static func words(for value: ControlValue) -> String {
        switch value {
        case .integer(let integer): "\(integer)"
        case .rectangle(let rectangle): "\(rectangle.width)x\(rectangle.height) at \(rectangle.left),\(rectangle.top)"
        }
    }

    /// Nil if the finding is nothing that a person should know or act on.
    static func words(for finding: LensFinding) -> String? {
        switch finding {
        case .none, .paired: nil
        case .undecided(let paths):
            "the camera's lens could be \(paths.joined(separator: " or ")), or it has none of its own: none is used. "
                + "Choose one with --lens PATH, or use --lens none."
        case .unusable(_, let error): "\(error) The camera is used without it."
        case .unanswered(_, let error):
            "\(error) If the camera's lens is a device of its own, it is not found: name it with --lens PATH, or use "
                + "--lens none."
        }
    }

    /// The error of a lens that was named and cannot be used, while its camera is connected.
    static func words(forNamedLens error: DeviceError) -> String {
        "\(error) The camera is not used without the lens that --lens names: both are tried again later. --lens auto "
            + "uses the lens that belongs to the camera, --lens none uses no lens."
    }
}
