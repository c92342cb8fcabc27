import FocusCore
import LinuxDevices
import StateTrace

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
        var fields: [String: JSONValue] = [
            "kind": file == nil ? "total" : "file",
            "file": .text(orNull: file),
            "files": .whole(files),
            "damage": .text(orNull: damage),
            "torn": .whole(torn),
            "sessions": .whole(statistics.sessions),
            "inputs": .whole(statistics.inputs),
            "seconds": .decimal(statistics.time.seconds),
            "taps": .whole(statistics.acceptedTaps),
            "settled": .whole(statistics.allSettleTimes.count),
        ]
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
        let unlocks = statistics.unlocks.ordered { "\($0.rule) \($0.moved ?? "")" }
        fields["unlocks"] = .list(
            unlocks.map {
                ["rule": .text($0.key.rule), "moved": .text(orNull: $0.key.moved), "count": .whole($0.count)]
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
        return .list((named + others).map { ["name": .text($0.name), "count": .whole($0.count)] })
    }

    private static func settle(_ group: TraceStatistics.SettleGroup, _ times: DurationHistogram) -> JSONValue {
        [
            "camera": .text(orNull: group.camera), "usb": .text(orNull: group.usb),
            "focusLevel": .text(group.focusLevel), "exposureLevel": .text(group.exposureLevel),
            "count": .whole(times.count), "median": .decimal(times.percentile(0.5).seconds),
            "p95": .decimal(times.percentile(0.95).seconds), "worst": .decimal(times.worst.seconds),
        ]
    }

    private static func searches(_ searches: TraceStatistics.SearchCounts) -> JSONValue {
        [
            "count": .whole(searches.outcomes.total), "outcomes": names(searches.outcomes),
            "frames": .whole(searches.frames),
        ]
    }
}
