import FocusCore
import Foundation
import LinuxDevices
import StateTrace

/// The statistics of a trace as one line of JSON. Each line has the same fields with the same types, so
/// that a table can be made of many. Times are in seconds.
struct StatisticsJSON: Encodable {
    /// file, or total for the sum of all files.
    var kind: String
    /// The path as it was given; null in the total.
    @OrNull var file: String?
    /// The number of files.
    var files: Int
    /// The reason why a file could not be read to its end; null if it could.
    @OrNull var damage: String?
    /// The number of lines that a power cut or a crash has torn.
    var torn: Int
    var sessions: Int
    var inputs: Int
    var seconds: Double
    var continuousAuto: Double
    var autoAndForceLocked: Double
    var unlockableLocked: Double
    var taps: Int
    var settled: Int
    var refused: Int
    var refusedBy: [Count]
    var ignored: Int
    var ignoredBy: [Count]
    var unlocks: [Unlock]
    var settle: [Settle]
    var focusSearches: Searches
    var exposureSearches: Searches
    var controlErrors: [Count]
    var frameErrors: [Count]
    var interventions: [Count]
    var faults: [Count]

    struct Count: Encodable {
        var name: String
        var count: Int
    }

    struct Unlock: Encodable {
        var rule: String
        @OrNull var moved: String?
        var count: Int
    }

    struct Settle: Encodable {
        @OrNull var camera: String?
        @OrNull var usb: String?
        var focusLevel: String
        var exposureLevel: String
        var count: Int
        var median: Double
        var p95: Double
        var worst: Double
    }

    struct Searches: Encodable {
        var count: Int
        var outcomes: [Count]
        var frames: Int
    }

    init(file: String, _ statistics: TraceStatistics, damage: String?, torn: Int) {
        self.init(kind: "file", file: file, files: 1, statistics, damage: damage, torn: torn)
    }

    init(totalOf files: Int, _ statistics: TraceStatistics, torn: Int) {
        self.init(kind: "total", file: nil, files: files, statistics, damage: nil, torn: torn)
    }

    private init(
        kind: String, file: String?, files: Int, _ statistics: TraceStatistics, damage: String?, torn: Int
    ) {
        func time(in state: FocusState) -> Double { statistics.stateTimes[state.name.description]?.seconds ?? 0 }
        self.kind = kind
        self.file = file
        self.files = files
        self.damage = damage
        self.torn = torn
        sessions = statistics.sessions
        inputs = statistics.inputs
        seconds = statistics.time.seconds
        continuousAuto = time(in: .continuousAuto)
        autoAndForceLocked = time(in: .autoAndForceLocked(PointOfInterest(x: 0, y: 0)))
        unlockableLocked = time(in: .unlockableLocked)
        taps = statistics.acceptedTaps
        settled = statistics.allSettleTimes.count
        refused = statistics.refusedTaps.total
        refusedBy = Self.counts(statistics.refusedTaps) { $0 }
        ignored = statistics.ignoredTaps.total
        ignoredBy = Self.counts(statistics.ignoredTaps) { $0 }
        unlocks = statistics.unlocks.ordered { "\($0.rule) \($0.moved ?? "")" }.map {
            Unlock(rule: $0.key.rule, moved: $0.key.moved, count: $0.count)
        }
        settle = statistics.orderedSettleTimes.map { Settle($0.group, $0.times) }
        focusSearches = Searches(statistics.focusSearches)
        exposureSearches = Searches(statistics.exposureSearches)
        controlErrors = Self.counts(statistics.troubles.controlErrors) { SystemError($0).name }
        frameErrors = Self.counts(statistics.troubles.frameErrors) { SystemError($0).name }
        interventions = Self.counts(statistics.troubles.interventions) { $0 }
        faults = Self.counts(statistics.troubles.faults) { $0 }
    }

    fileprivate static func counts<Key>(_ tally: Tally<Key>, _ name: (Key) -> String) -> [Count] {
        tally.ordered(name).map { Count(name: $0.name, count: $0.count) }
            + (tally.others > 0 ? [Count(name: "(others)", count: tally.others)] : [])
    }

    /// One line, without its line feed.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// A value that is written as null if it is nil. The encoder would leave the field out.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension StatisticsJSON.Settle {
    fileprivate init(_ group: TraceStatistics.SettleGroup, _ times: DurationHistogram) {
        self.init(
            camera: group.camera, usb: group.usb, focusLevel: group.focusLevel, exposureLevel: group.exposureLevel,
            count: times.count, median: times.percentile(0.5).seconds, p95: times.percentile(0.95).seconds,
            worst: times.worst.seconds)
    }
}

extension StatisticsJSON.Searches {
    fileprivate init(_ searches: TraceStatistics.SearchCounts) {
        self.init(
            count: searches.outcomes.total, outcomes: StatisticsJSON.counts(searches.outcomes) { $0 },
            frames: searches.frames)
    }
}
