import FocusCore
import Foundation
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
    ) throws -> String {
        let kind = file == nil ? "total" : "file"
        let troubles = statistics.troubles
        var fields: [String: Any] = [
            "kind": kind,
            "file": orNull(file),
            "files": files,
            "damage": orNull(damage),
            "torn": torn,
            "sessions": statistics.sessions,
            "inputs": statistics.inputs,
            "seconds": statistics.time.seconds,
            "taps": statistics.acceptedTaps,
            "settled": statistics.allSettleTimes.count,
            "refused": statistics.refusedTaps.total,
            "refusedBy": names(statistics.refusedTaps),
            "ignored": statistics.ignoredTaps.total,
            "ignoredBy": names(statistics.ignoredTaps),
            "settle": statistics.orderedSettleTimes.map { settle($0.group, $0.times) },
            "focusSearches": searches(statistics.focusSearches),
            "exposureSearches": searches(statistics.exposureSearches),
            "controlErrors": errors(troubles.controlErrors),
            "frameErrors": errors(troubles.frameErrors),
            "interventions": names(troubles.interventions),
            "faults": names(troubles.faults),
            "besides": names(troubles.circumstances),
        ]
        fields["unlocks"] = statistics.unlocks.ordered { "\($0.rule) \($0.moved ?? "")" }.map {
            ["rule": $0.key.rule, "moved": orNull($0.key.moved), "count": $0.count] as [String: Any]
        }
        for state in TraceStatistics.states {
            let time = statistics.stateTimes[state] ?? .zero
            fields[state] = time.seconds
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: fields, options: options), as: UTF8.self)
    }

    private static func orNull(_ text: String?) -> Any { text.map { $0 as Any } ?? NSNull() }

    private static func names(_ tally: Tally<String>) -> [[String: Any]] { counts(tally) { $0 } }

    private static func errors(_ tally: Tally<Int32>) -> [[String: Any]] { counts(tally) { SystemError($0).name } }

    private static func counts<Key>(_ tally: Tally<Key>, _ name: (Key) -> String) -> [[String: Any]] {
        let named = tally.ordered(name).map { (name: $0.name, count: $0.count) }
        let others = tally.others > 0 ? [(name: "(others)", count: tally.others)] : []
        return (named + others).map { ["name": $0.name, "count": $0.count] }
    }

    private static func settle(_ group: TraceStatistics.SettleGroup, _ times: DurationHistogram) -> [String: Any] {
        [
            "camera": orNull(group.camera), "usb": orNull(group.usb), "focusLevel": group.focusLevel,
            "exposureLevel": group.exposureLevel, "count": times.count, "median": times.percentile(0.5).seconds,
            "p95": times.percentile(0.95).seconds, "worst": times.worst.seconds,
        ]
    }

    private static func searches(_ searches: TraceStatistics.SearchCounts) -> [String: Any] {
        ["count": searches.outcomes.total, "outcomes": names(searches.outcomes), "frames": searches.frames]
    }
}
