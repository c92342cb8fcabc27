import CommandLineWords
import FocusCore
import KioskRuntime
import StateTrace

/// Reads a quirks file: a list of entries in JSON5. Documentation/Quirks.md describes it.
enum QuirkFile {
    static var fields: SettingList { SettingList(QuirkFields()) }

    static func read(_ path: String) throws(JSON5File.Fault) -> [QuirkEntry] {
        let file = try JSON5File(path, "the quirks")
        let fields = try file.readList(of: QuirkFields(), listedIn: "Documentation/Quirks.md") {
            (fields) throws(SettingError) in try fields.check()
        }
        return fields.map { fields in
            var entry = fields.entry
            entry.match = fields.match ?? entry.match
            entry.because = fields.because ?? ""
            entry.file = path
            return entry
        }
    }
}

/// The fields of an entry, as they stand in a file.
private struct QuirkFields {
    var usb: String?
    var driver: String?
    var name: String?
    var because: String?
    /// The properties of the camera.
    var entry = QuirkEntry(match: .driver(""), because: "", file: "")

    /// The cameras that are meant; nil: these three do not tell.
    var match: QuirkEntry.Match? {
        switch (usb, driver, name) {
        case (let usb?, nil, nil): .usb(usb.lowercased())
        case (nil, let driver?, nil) where !driver.isEmpty: .driver(driver)
        case (nil, nil, let name?) where !name.isEmpty: .name(name)
        default: nil
        }
    }

    /// True for four hexadecimal digits, a colon, and four more.
    private static func isVendorAndProduct(_ text: String) -> Bool {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false)
        return numbers.count == 2
            && numbers.allSatisfy { $0.count == 4 && $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }
    }

    func check() throws(SettingError) {
        guard match != nil else {
            let key = name != nil ? "name" : driver != nil ? "driver" : "usb"
            throw SettingError(key: key, expected: "exactly one of usb, driver and name, and not empty")
        }
        if let usb, !Self.isVendorAndProduct(usb) {
            throw SettingError(key: "usb", expected: "vendor and product, four hexadecimal digits each: \"046d:082d\"")
        }
        guard let because, !because.isEmpty else {
            throw SettingError(key: "because", expected: "a text with the reason")
        }
        // An empty list of unusable controls is a property: it revokes an earlier one.
        guard entry != QuirkEntry(match: entry.match, because: "", file: "") else {
            let properties = SettingList(self).keys.drop { $0 != "unusable" }
            let all = "\(properties.dropLast().joined(separator: ", ")) and \(properties.last ?? "")"
            throw SettingError(key: "unusable", expected: "at least one of \(all)")
        }
    }
}

extension QuirkFields: SettingGroup {
    mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.text("usb", &usb, "\"VENDOR:PRODUCT\", four hexadecimal digits each", "cameras with this USB id")
        visitor.text("driver", &driver, "a text", "cameras of this driver")
        visitor.text("name", &name, "a text", "cameras with this name; upper and lower case are the same")
        visitor.text("because", &because, "a text", "the reason, which `tapfocus probe` prints")
        describeControls(&visitor)
        visitor.delay(
            "lensDelay", &entry.lensDelay,
            "the lens is at rest this many frames after a write; without it, TapFocus learns that")
        visitor.delay(
            "exposureDelay", &entry.exposureDelay,
            """
            exposure time and gain are in effect this many frames after a write; without it, TapFocus learns \
            that
            """)
        visitor.boolean(
            "cannotBeReadBack", &entry.cannotBeReadBack,
            """
            true: values that are read back do not show what is in effect, so TapFocus reads back neither the \
            steps of a search nor holds
            """)
        visitor.boolean(
            "resetsAtStreamStart", &entry.resetsAtStreamStart,
            """
            true: the camera resets focus, exposure, gain and their automatics when a stream starts, so \
            TapFocus writes them again after it has started one
            """)
        describeTimes(&visitor)
        describeZoom(&visitor)
    }

    private mutating func describeZoom(_ visitor: inout some SettingVisitor) {
        visitor.optional(
            Setting(
                "zoomFactor", .numbers(2), unit: "[first, last], 1…100",
                expected: "two numbers, 1…100, the factors at the smallest and at the largest value of the zoom",
                """
                how many times the zoom enlarges at both ends of its range; without it, only a range from 100 on is \
                known
                """),
            &entry.zoomFactor
        ) { form in
            guard case .numbers(let given) = form, given[0] >= 1, given[1] > given[0], given[1] <= 100 else {
                return nil
            }
            return given[0]...given[1]
        }
    }

    private mutating func describeControls(_ visitor: inout some SettingVisitor) {
        visitor.controls(
            Setting(
                "unusable", .texts, unit: "a list of up to 8 names of controls, see below",
                expected: "at most \(QuirkFields.unusableLimit) controls", "TapFocus does not use these"),
            &entry.unusable)
        visitor.optional(
            Setting(
                "lensRange", .numbers(2), unit: "[smallest, largest], whole numbers",
                expected: "two whole numbers, the smallest and the largest position",
                "the useful lens positions; TapFocus does not use the rest of the driver's range"),
            &entry.lensRange
        ) { form in
            guard case .numbers(let given) = form, let least = Int32(exactly: given[0]),
                let most = Int32(exactly: given[1]), least < most
            else { return nil }
            return Int64(least)...Int64(most)
        }
    }

    private mutating func describeTimes(_ visitor: inout some SettingVisitor) {
        let most = CameraQuirks.mostExposureTimes
        visitor.optional(
            Setting(
                "exposureTimes", .numbers(nil),
                unit: "a list of up to 32 whole numbers, increasing, in units of 100 µs",
                expected: "at most \(most) whole numbers from 1 on, in units of 100 µs, "
                    + "each longer than the one before",
                "the only exposure times that the camera accepts; `[]`: its whole range"),
            &entry.exposureTimes
        ) { form in
            guard case .numbers(let given) = form, given.count <= most else { return nil }
            let times = given.compactMap { Int32(exactly: $0) }.map(Int64.init)
            let isIncreasing = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
            return times.count == given.count && isIncreasing && times.first ?? 1 > 0 ? times : nil
        }
        visitor.span(
            "writePause", &entry.writePause, in: CameraQuirks.writePauseRange,
            "the least time between two control writes")
        visitor.span(
            "firstFrameTime", &entry.firstFrameTime, in: CameraQuirks.firstFrameRange,
            "the longest time until the first frame of a stream; without it, 4 s")
    }

    /// The room for unusable controls in a camera's description.
    static let unusableLimit = 8
}

/// The fields of an entry: each may be missing.
extension SettingVisitor {
    /// - Parameter make: the value for a form; nil: it is not allowed.
    fileprivate mutating func optional<Value>(
        _ setting: Setting, _ value: inout Value?, _ make: (SettingValue) -> Value?
    ) {
        guard let given = visit(setting, .absent) else { return }
        if let made = make(given) { value = made } else { refuse(setting) }
    }

    fileprivate mutating func text(
        _ name: StaticString, _ value: inout String?, _ unit: StaticString, _ help: StaticString
    ) {
        optional(Setting(name, .text, unit: unit, help), &value) { form in
            if case .text(let given) = form { given } else { nil }
        }
    }

    fileprivate mutating func boolean(_ name: StaticString, _ value: inout Bool?, _ help: StaticString) {
        optional(Setting(name, .boolean, help), &value) { if case .boolean(let given) = $0 { given } else { nil } }
    }

    /// Frames. A camera that takes longer is not slow, but broken: no search would finish in time.
    fileprivate mutating func delay(_ name: StaticString, _ value: inout Int32?, _ help: StaticString) {
        let expected = "a whole number of frames, 0…30"
        optional(Setting(name, .count(0...30), unit: "frames", expected: expected, help), &value) { form in
            guard case .number(let given) = form, let whole = Int32(exactly: given), 0...30 ~= whole else { return nil }
            return whole
        }
    }

    fileprivate mutating func span(
        _ name: StaticString, _ value: inout TimeSpan?, in range: ClosedRange<TimeSpan>, _ help: StaticString
    ) {
        let limits = range.lowerBound.nanoseconds / 1_000_000...range.upperBound.nanoseconds / 1_000_000
        let setting = Setting(
            name, .count(Int(limits.lowerBound)...Int(limits.upperBound)), unit: "milliseconds",
            expected: "a whole number of milliseconds, \(limits.lowerBound)…\(limits.upperBound)", help)
        optional(setting, &value) { form in
            guard case .number(let given) = form, let whole = Int64(exactly: given), limits.contains(whole) else {
                return nil
            }
            return .milliseconds(whole)
        }
    }

    fileprivate mutating func controls(_ setting: Setting, _ value: inout [ControlID]?) {
        guard case .texts(let names)? = visit(setting, .absent) else { return }
        let known = ControlID.known.elements
        var controls: [ControlID] = []
        for name in names {
            guard let id = known.first(where: { $0.name?.description == name }) else {
                let near = Nearest.name(to: name, among: known.compactMap { $0.name?.description })
                var refused = setting
                refused.expected =
                    "names of controls; \"\(name)\" is not one"
                    + (near.isEmpty ? "; Documentation/Quirks.md lists them" : ".\(near)")
                return refuse(refused)
            }
            if !controls.contains(id) { controls.append(id) }
        }
        if controls.count <= QuirkFields.unusableLimit { value = controls } else { refuse(setting) }
    }
}
