import FocusCore
import KioskRuntime
import LinuxDevices
import StateTrace

/// All settings of `run`, from options or a file: both use the same names and values.
struct RunSettings: Equatable {
    var camera = "auto"
    var touch = "auto"
    var motion = "auto"
    var lens = "auto"
    var lamp = "auto"
    var quirks: String?
    var waitForCamera = false
    var trace: String?
    var traceRing: String?
    var traceOn: String?
    var socket: String?
    var metrics: String?
    var json = false
    var log = "writes"
    /// The engine's settings are on the same level as the others, not in an object of their own.
    var engine = Configuration()

    /// The trace that these settings ask for; nil: none.
    func traceOptions() throws(SettingError) -> TraceOptions? {
        var troubles: Troubles?
        if let traceOn { troubles = try Self.troubles(traceOn) }
        switch (trace, traceRing) {
        case (_?, _?): throw Self.twoTraces
        case (let trace?, nil): return TraceOptions(.file(trace), on: troubles)
        case (nil, let ring?): return TraceOptions(.ring(try TraceRing(argument: ring, key: "traceRing")), on: troubles)
        case (nil, nil):
            if troubles != nil {
                throw SettingError(key: "traceOn", expected: "also trace or traceRing: a place for it")
            }
            return nil
        }
    }

    static let twoTraces = SettingError(key: "traceRing", expected: "no trace besides it: there is one trace")

    /// Accepts no name: a lens has none that a person would know.
    static func lensSelection(_ argument: String) throws(SettingError) -> DeviceSelection {
        let selection = DeviceSelection(argument: argument)
        if case .name = selection {
            throw SettingError(key: "lens", expected: "auto, none, or a path: /dev/v4l-subdevN")
        }
        return selection
    }

    static func announcementLog(_ name: String) throws(SettingError) -> AnnouncementLog {
        guard let log = AnnouncementLog(name: name) else {
            let names = AnnouncementLog.allCases.map(\.name).joined(separator: ", ")
            throw SettingError(key: "log", expected: "one of \(names)")
        }
        return log
    }

    private static func troubles(_ text: String) throws(SettingError) -> Troubles {
        var troubles: Troubles = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let known = Troubles.names.first(where: { $0.name == word }) else {
                throw SettingError(key: "traceOn", expected: expectedTroubles)
            }
            troubles.formUnion(known.troubles)
        }
        return troubles
    }

    /// For example "error,refused".
    private static var expectedTroubles: String {
        let names = Troubles.names.map(\.name)
        let two = names.prefix(2).joined(separator: ",")
        return "one or more of \(names.joined(separator: ", ")) in one text, with commas and no spaces: \"\(two)\""
    }
}

extension RunSettings: SettingGroup {
    mutating func describe(_ visitor: inout some SettingVisitor) {
        describeDevices(&visitor)
        engine.describe(&visitor)
        describeTrace(&visitor)
        visitor.text(
            "socket", &socket, "a path of 1 to 107 bytes", default: "the runtime directory",
            ("PATH", "the control socket's path"), "the [control socket](ControlSocket.md)")
        visitor.text(
            "metrics", &metrics, "a path", default: "none",
            ("FILE", "write numbers for Prometheus (textfile collector)"),
            "a file of numbers for [Prometheus](Kiosk.md#numbers-for-prometheus), replaced at most every ten seconds")
        visitor.field(
            "json", &json, option: Setting.Option(nil, "print all messages as JSON lines"),
            "write all output as JSON lines")
        visitor.text(
            "log", &log, "errors, taps or writes",
            ("errors|taps|writes", "print only errors, also each tap's fate, or also each write (writes)"),
            "how much is printed, see [what is printed](Kiosk.md#what-is-printed)"
        ) { (name) throws(SettingError) in _ = try Self.announcementLog(name) }
    }

    private mutating func describeDevices(_ visitor: inout some SettingVisitor) {
        visitor.text(
            "camera", &camera, "auto, /dev/videoN, or a name", ("auto|PATH", "the camera: /dev/videoN, or its name"),
            "the camera; auto: the best one that is connected"
        ) { (argument) throws(SettingError) in
            guard argument == "none" else { return }
            throw SettingError(key: "camera", expected: "auto, a path or a name, but not none")
        }
        visitor.text(
            "touch", &touch, "auto, /dev/input/eventN, a name, or none",
            ("auto|PATH|none", "the touchscreen: /dev/input/eventN, or its name"),
            "the touchscreen; auto: a direct-input device")
        visitor.text(
            "motion", &motion, "auto, a name, a label, iio:deviceN, or none",
            ("auto|NAME|none", "the accelerometer, by name, label or iio:deviceN"), "the accelerometer")
        visitor.text(
            "lamp", &lamp, "auto, a name in /sys/class/leds, or none",
            ("auto|NAME|none", "the lamp that \"tapfocus lamp\" switches, by its name in /sys/class/leds"),
            "the [lamp](ControlSocket.md#a-light) that clients switch; auto: the only LED called torch, or else flash")
        visitor.text(
            "lens", &lens, "auto, a path, or none", ("auto|PATH|none", "a lens of its own: /dev/v4l-subdevN"),
            "the lens, if it is a device of its own: see [lenses](Kiosk.md#a-lens-of-its-own)"
        ) { (argument) throws(SettingError) in _ = try Self.lensSelection(argument) }
        visitor.text(
            "quirks", &quirks, "a path", default: "only the standard files",
            ("FILE", "more quirks of cameras (Documentation/Quirks.md)"),
            "an additional [quirks file](Quirks.md), which must exist")
        visitor.field(
            "waitForCamera", &waitForCamera,
            option: Setting.Option(nil, "wait for a camera and for named devices that are not there at the start"),
            "a camera, or a device that you name, is waited for if it is not there at the start, as a service should")
    }

    private mutating func describeTrace(_ visitor: inout some SettingVisitor) {
        visitor.text(
            "trace", &trace, "a path", default: "no trace",
            ("FILE", "append every input and output, for tapfocus replay"),
            "the trace to append to: see [the format](TraceFormat.md)")
        visitor.text(
            "traceRing", &traceRing, "\"DIR,SIZE,AGE\": SIZE from 1M with K, M or G, AGE from 1m with s, m, h or d",
            default: "none",
            ("DIR,SIZE,AGE", "always record, into a folder of files that stays below SIZE (200M) and AGE (7d)"),
            """
            instead of `trace`: a folder of files that stays below SIZE and AGE, see [always \
            recording](Kiosk.md#always-recording)
            """
        ) { (text) throws(SettingError) in _ = try TraceRing(argument: text, key: "traceRing") }
        visitor.text(
            "traceOn", &traceOn, "one text with commas, such as `\"error,refused\"`: error, refused, flat",
            default: "everything is recorded",
            ("error,refused,flat", "record only the minutes before and after such troubles"),
            "record only the minute before and after these troubles", expected: Self.expectedTroubles
        ) { (text) throws(SettingError) in _ = try Self.troubles(text) }
    }
}

/// Texts that are options of `run`, too.
extension SettingVisitor {
    /// - Parameters:
    ///   - option: the placeholder of its value, and its help.
    ///   - expected: the values that are allowed, if "a text" says too little.
    ///   - check: throws if the text is not allowed.
    fileprivate mutating func text(
        _ name: StaticString, _ value: inout String?, _ unit: StaticString, default defaultWords: StaticString? = nil,
        _ option: (StaticString, StaticString), _ help: StaticString, expected: String? = nil,
        check: (String) throws(SettingError) -> Void = { _ in }
    ) {
        var setting = Setting(
            name, .text, unit: unit, default: defaultWords, option: Setting.Option(option.0, option.1),
            expected: expected, help)
        switch visit(setting, value.map { .text($0) } ?? .absent) {
        case .absent?: value = nil
        case .text(let text)?:
            do throws(SettingError) {
                try check(text)
                value = text
            } catch {
                setting.expected = error.expected
                refuse(setting)
            }
        default: break
        }
    }

    fileprivate mutating func text(
        _ name: StaticString, _ value: inout String, _ unit: StaticString, _ option: (StaticString, StaticString),
        _ help: StaticString, check: (String) throws(SettingError) -> Void = { _ in }
    ) {
        var text: String? = value
        self.text(name, &text, unit, option, help, check: check)
        value = text ?? value
    }
}
