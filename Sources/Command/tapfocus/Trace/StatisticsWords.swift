import FocusCore
import LinuxDevices
import StateTrace

enum StatisticsWords {
    /// All numbers: some lines, without the last line feed.
    static func text(_ statistics: TraceStatistics) -> String {
        rows(statistics).flatMap { row in
            row.values.enumerated().map { "  \(($0 == 0 ? row.name : "").padded(to: 19))\($1)" }
        }.joined(separator: "\n")
    }

    /// All numbers, always in the same order.
    static func rows(_ statistics: TraceStatistics) -> [(name: String, values: [String])] {
        var rows: [(name: String, values: [String])] = [
            ("recorded", [recorded(statistics)]), ("states", [states(statistics)]), ("taps", [taps(statistics)]),
            (
                "unlocks",
                [list(statistics.unlocks) { [$0.rule, $0.moved].compactMap(\.self).joined(separator: " by ") }]
            ),
            ("settled", [settled(statistics)] + settleTimes(statistics)),
            ("focus searches", [searches(statistics.focusSearches)]),
            ("exposure searches", [searches(statistics.exposureSearches)]),
            ("control errors", [list(statistics.troubles.controlErrors) { SystemError($0).name }]),
            ("frame errors", [list(statistics.troubles.frameErrors) { SystemError($0).name }]),
            ("other programs", [list(statistics.troubles.interventions) { $0 }]),
            ("faults", [list(statistics.troubles.faults) { $0 }]),
        ]
        let circumstances = statistics.troubles.circumstances
        if circumstances.total > 0 { rows.append(("besides", [list(circumstances) { $0 }])) }
        return rows
    }

    private static func recorded(_ statistics: TraceStatistics) -> String {
        "\(counted(statistics.inputs, "input")) in \(counted(statistics.sessions, "session")) over "
            + duration(statistics.time)
    }

    private static func states(_ statistics: TraceStatistics) -> String {
        TraceStatistics.states.map { "\($0) \(duration(statistics.stateTimes[$0] ?? .zero))" }.joined(separator: ", ")
    }

    private static func taps(_ statistics: TraceStatistics) -> String {
        let refused = statistics.refusedTaps
        let ignored = statistics.ignoredTaps
        return "\(statistics.acceptedTaps) accepted, \(refused.total) refused\(inBrackets(refused)), "
            + "\(ignored.total) ignored\(inBrackets(ignored))"
    }

    private static func inBrackets(_ tally: Tally<String>) -> String {
        tally.total == 0 ? "" : " (\(entries(tally) { $0 }.joined(separator: ", ")))"
    }

    private static func settled(_ statistics: TraceStatistics) -> String {
        let settled = statistics.allSettleTimes.count
        let rest = statistics.acceptedTaps - settled
        let end = rest == 0 ? "" : "; before the others, another tap or the end came"
        return "\(settled) of \(statistics.acceptedTaps)\(end)"
    }

    private static func settleTimes(_ statistics: TraceStatistics) -> [String] {
        let groups = statistics.orderedSettleTimes
        guard !groups.isEmpty else { return [] }
        let names = groups.map { InputWords.plain($0.group.cameraName) }
        let width = max(6, names.map(\.count).max() ?? 0) + 2
        func line(_ name: String, _ focus: String, _ exposure: String, _ numbers: [String]) -> String {
            name.padded(to: width) + focus.padded(to: 13) + exposure.padded(to: 13) + row(numbers)
        }
        return [line("camera", "focus", "exposure", ["taps", "median", "95 %", "worst"])]
            + zip(groups, names).map { item, name in
                let times = item.times
                let numbers = [times.percentile(0.5), times.percentile(0.95), times.worst].map(seconds)
                return line(name, item.group.focusLevel, item.group.exposureLevel, [String(times.count)] + numbers)
            }
    }

    private static func searches(_ searches: TraceStatistics.SearchCounts) -> String {
        let total = searches.outcomes.total
        guard total > 0 else { return "none" }
        return "\(list(searches.outcomes) { $0 }) in \(counted(searches.frames, "frame"))"
    }

    /// "3: 2 EACCES, 1 EBUSY"
    private static func list<Key>(_ tally: Tally<Key>, _ name: (Key) -> String) -> String {
        tally.total == 0 ? "none" : "\(tally.total): " + entries(tally, name).joined(separator: ", ")
    }

    private static func entries<Key>(_ tally: Tally<Key>, _ name: (Key) -> String) -> [String] {
        tally.ordered(name).map { "\($0.count) \($0.name)" } + (tally.others > 0 ? ["\(tally.others) others"] : [])
    }

    /// The title of the rows of several files.
    static var rowTitle: String {
        row(["sessions", "time", "taps", "refused", "ignored", "unlocks", "median", "worst", "errors"]) + "  file"
    }

    static func row(_ statistics: TraceStatistics, name: String, remark: String?) -> String {
        let times = statistics.allSettleTimes
        let errors = statistics.troubles.controlErrors.total + statistics.troubles.frameErrors.total
        return row([
            String(statistics.sessions), duration(statistics.time), String(statistics.acceptedTaps),
            String(statistics.refusedTaps.total), String(statistics.ignoredTaps.total),
            String(statistics.unlocks.total), times.count == 0 ? "-" : seconds(times.percentile(0.5)),
            times.count == 0 ? "-" : seconds(times.worst), String(errors),
        ]) + "  \(InputWords.plain(name))" + (remark.map { "  (\($0))" } ?? "")
    }

    private static func row(_ cells: [String]) -> String { cells.map { " \($0.padded(before: 9))" }.joined() }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    private static func seconds(_ span: TimeSpan) -> String { String(printf: "%.3f s", span.seconds) }

    /// In the unit that a person would choose.
    private static func duration(_ span: TimeSpan) -> String {
        switch span.seconds {
        case ..<600: String(printf: "%.1f s", span.seconds)
        case ..<36_000: String(printf: "%.1f min", span.seconds / 60)
        default: String(printf: "%.1f h", span.seconds / 3600)
        }
    }
}

extension Tally {
    /// The most frequent first; equal counts by name, so that the same trace always gives the same text.
    func ordered(_ name: (Key) -> String) -> [(name: String, key: Key, count: Int)] {
        counts.map { (name: name($0.key), key: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}

extension TraceStatistics {
    /// The most frequent first.
    var orderedSettleTimes: [(group: SettleGroup, times: DurationHistogram)] {
        settleTimes.map { (group: $0.key, times: $0.value) }.sorted {
            ($1.times.count, $0.group.sortKey) < ($0.times.count, $1.group.sortKey)
        }
    }
}

extension TraceStatistics.SettleGroup {
    var cameraName: String { (camera ?? "(not named)") + (usb.map { " (\($0))" } ?? "") }

    fileprivate var sortKey: String { "\(cameraName) \(focusLevel) \(exposureLevel)" }
}

/// The statistics of a trace as one line of JSON. Each line has the same fields with the same types, so
/// that a table can be made of many. Times are in seconds.
enum StatisticsJSON {
    /// The line, without its line feed.
    /// - Parameters:
    ///   - file: the path as it was given; nil for the sum of all files.
    ///   - damage: the reason why the file could not be read to its end; nil if it could.
    ///   - torn: the number of lines that a power cut or a crash has torn.
    static func line(
        _ statistics: TraceStatistics, file: String?, files: Int = 1, damage: String? = nil, torn: Int
    ) -> String {
        let troubles = statistics.troubles
        // One by one: the compiler would take long over one literal.
        var fields: [String: JSONValue] = [:]
        fields["kind"] = .text(file == nil ? "total" : "file")
        fields["file"] = .textOrNull(file)
        fields["files"] = .whole(files)
        fields["damage"] = .textOrNull(damage)
        fields["torn"] = .whole(torn)
        fields["sessions"] = .whole(statistics.sessions)
        fields["inputs"] = .whole(statistics.inputs)
        fields["seconds"] = .decimal(statistics.time.seconds)
        fields["taps"] = .whole(statistics.acceptedTaps)
        fields["settled"] = .whole(statistics.allSettleTimes.count)
        fields["refused"] = .whole(statistics.refusedTaps.total)
        fields["refusedBy"] = names(statistics.refusedTaps)
        fields["ignored"] = .whole(statistics.ignoredTaps.total)
        fields["ignoredBy"] = names(statistics.ignoredTaps)
        fields["settle"] = .list(statistics.orderedSettleTimes.map { settle($0.group, $0.times) })
        fields["focusSearches"] = searches(statistics.focusSearches)
        fields["exposureSearches"] = searches(statistics.exposureSearches)
        fields["controlErrors"] = errors(troubles.controlErrors)
        fields["frameErrors"] = errors(troubles.frameErrors)
        fields["interventions"] = names(troubles.interventions)
        fields["faults"] = names(troubles.faults)
        fields["besides"] = names(troubles.circumstances)
        let unlocks = statistics.unlocks.ordered { "\($0.rule) \($0.moved ?? "")" }
        fields["unlocks"] = .list(
            unlocks.map { unlock -> JSONValue in
                let (rule, moved) = (unlock.key.rule, unlock.key.moved)
                return ["rule": .text(rule), "moved": .textOrNull(moved), "count": .whole(unlock.count)]
            })
        for state in TraceStatistics.states {
            fields[state] = .decimal((statistics.stateTimes[state] ?? .zero).seconds)
        }
        return String(decoding: JSONValue.object(fields).bytes, as: UTF8.self)
    }

    private static func names(_ tally: Tally<String>) -> JSONValue { counts(tally) { $0 } }

    private static func errors(_ tally: Tally<Int32>) -> JSONValue { counts(tally) { SystemError($0).name } }

    private static func counts<Key>(_ tally: Tally<Key>, _ name: (Key) -> String) -> JSONValue {
        let named = tally.ordered(name).map { (name: $0.name, count: $0.count) }
        let others = tally.others > 0 ? [(name: "(others)", count: tally.others)] : []
        return .list(
            (named + others).map { entry -> JSONValue in ["name": .text(entry.name), "count": .whole(entry.count)] })
    }

    private static func settle(_ group: TraceStatistics.SettleGroup, _ times: DurationHistogram) -> JSONValue {
        var fields: [String: JSONValue] = [:]
        fields["camera"] = .textOrNull(group.camera)
        fields["usb"] = .textOrNull(group.usb)
        fields["focusLevel"] = .text(group.focusLevel)
        fields["exposureLevel"] = .text(group.exposureLevel)
        fields["count"] = .whole(times.count)
        fields["median"] = .decimal(times.percentile(0.5).seconds)
        fields["p95"] = .decimal(times.percentile(0.95).seconds)
        fields["worst"] = .decimal(times.worst.seconds)
        return .object(fields)
    }

    private static func searches(_ searches: TraceStatistics.SearchCounts) -> JSONValue {
        [
            "count": .whole(searches.outcomes.total), "outcomes": names(searches.outcomes),
            "frames": .whole(searches.frames),
        ]
    }
}
