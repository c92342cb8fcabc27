import FocusCore
import SimulatedDevices
import StateTrace
import Testing
import TraceLines

@testable import tapfocus_soak

/// Snapshots of random worlds with a number that somebody has changed: the files of a trace ring begin with a snapshot, and a person may
/// replay a file from anybody.
struct ForgedSnapshotTests {
    @Test("A snapshot with one extreme number is refused, or its engine goes on: nothing traps")
    func numbers() async {
        // A trap ends the process, so another one tries.
        await #expect(processExitsWith: .success) { try SnapshotForger.tryNumbers() }
    }

    /// The ends of paths, and numbers that no engine has there.
    private static let rules: [(path: String, number: String)] = [
        (".exposureTimes.step", "0"), (".exposureTimes.least", "-9223372036854775808"), (".range.times.step", "0"),
        (".range.halfPeriod", "0"), (".region.bounds.width", "0"), (".region.bounds.left", "2147483647"),
        (".range.stride", "0"), (".range.last", "0"), (".search.side", "0"), (".samples.count", "49"),
        (".samples.count", "-1"), (".noise.count", "13"), (".settling.bound", "-1"), (".watch.searchCount", "-1"),
        (".focus.givenUp", "9223372036854775807"), (".attempts.patience", "-9223372036854775808"),
    ]

    @Test("A snapshot with a number that no engine has at its place is refused")
    func rules() {
        var open = Self.rules
        for number in 0..<80 as Range<UInt64> where !open.isEmpty {
            let snapshots = WorldSnapshots(interval: 7 + Int(number) % 40) { snapshot in
                guard !open.isEmpty else { return }
                let numbers = SnapshotForger.numbers(in: snapshot)
                open.removeAll { rule in
                    guard let found = numbers.first(where: { $0.path.hasSuffix(rule.path) }) else { return false }
                    let forged = SnapshotForger.replace(found.place, of: snapshot, with: rule.number)
                    #expect(EngineSnapshot.engine(from: forged) == nil, "\(found.path) is \(rule.number)")
                    return true
                }
            }
            var world = World(WorldPlan(number: number), snapshots: snapshots)
            world.live()
        }
        #expect(open.isEmpty, "no world has \(open)")
    }
}

/// Changes one number of a snapshot, and lets the engine live on that is read of it.
enum SnapshotForger {
    /// The ends of the types of numbers, and of what a count of an engine may be.
    private static let values = [
        "-1", "0", "255", "65535", "2147483648", "-2147483648", "4294967295", "\(Int.min)", "\(Int.max)",
        "\(UInt64.max)", "1e+308", "\"inf\"", "\"nan\"",
    ]
    /// Ends the other process.
    private struct TooFew: Error {}

    /// Tries each of the values at each path once, in a random order, as long as the moments of some worlds suffice.
    static func tryNumbers() throws {
        var chance = SplitMix64(seed: 27)
        var tried: Set<String> = []
        var lived = 0
        for number in 0..<15 as Range<UInt64> {
            let world = try LivedWorld(number)
            for moment in world.moments {
                var forgeries = numbers(in: moment.snapshot).flatMap { found in
                    values.map { (key: "\(found.path) \($0)", place: found.place, number: $0) }
                }
                forgeries.removeAll { tried.contains($0.key) }
                forgeries.shuffle(using: &chance)
                for forgery in forgeries.prefix(40) {
                    tried.insert(forgery.key)
                    let forged = replace(forgery.place, of: moment.snapshot, with: forgery.number)
                    guard let engine = EngineSnapshot.engine(from: forged) else { continue }
                    lived += 1
                    goOn(engine, world.inputs[moment.passed...].prefix(150), isDisturbed: lived % 2 == 0)
                }
            }
        }
        guard tried.count > 500, lived > 100 else { throw TooFew() }
    }

    /// - Parameter isDisturbed: true if a person changes the compensation first.
    private static func goOn(_ start: Engine, _ inputs: ArraySlice<Input>, isDisturbed: Bool) {
        var engine = start
        var lines = SessionLines(session: nil)
        func step(_ input: Input) {
            lines.record(input, engine.step(input))
            lines.removeAll()
        }
        let compensation = Input.Event.exposureCompensation(1)
        if isDisturbed, let first = inputs.first { step(Input(compensation, at: first.time)) }
        for input in inputs { step(input) }
        let last = inputs.last?.time ?? Instant(nanoseconds: 0)
        for event in [compensation, .viewTapped(x: 0.5, y: 0.5), .stop] { step(Input(event, at: last)) }
        _ = (engine.outlook, engine.readChangedOriginals(), EngineSnapshot.bytes(of: engine))
    }

    /// The numbers of JSON that has neither spaces nor escapes, one for each path: the elements of an array share theirs.
    static func numbers(in json: [UInt8]) -> [(path: String, place: Range<Int>)] {
        var found: [(path: String, place: Range<Int>)] = []
        var seen: Set<String> = []
        var keys = [""]
        var index = 0
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "\""):
                let end = json[(index + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? json.count - 1
                if end + 1 < json.count, json[end + 1] == UInt8(ascii: ":") {
                    keys[keys.count - 1] = String(decoding: json[(index + 1)..<end], as: UTF8.self)
                }
                index = end + 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                keys.append("")
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                keys.removeLast()
                index += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let end = json[index...].firstIndex { ",]}".utf8.contains($0) } ?? json.count
                let path = keys.joined(separator: ".")
                if seen.insert(path).inserted { found.append((path, index..<end)) }
                index = end
            default:
                index += 1
            }
        }
        return found
    }

    static func replace(_ place: Range<Int>, of json: [UInt8], with number: String) -> [UInt8] {
        Array(json[..<place.lowerBound]) + Array(number.utf8) + Array(json[place.upperBound...])
    }
}

/// The inputs of a random world.
private struct LivedWorld {
    private let configuration: Configuration
    let inputs: [Input]

    init(_ number: UInt64) throws {
        let plan = WorldPlan(number: number)
        configuration = plan.configuration
        let recorder = try WorldRecorder(plan)
        var world = World(plan, recorder: recorder)
        world.live()
        final class Found { var inputs: [Input] = [] }
        let found = Found()
        var replay = LineReplay { step in
            if case .step(let input, _, _) = step { found.inputs.append(input) }
        }
        var lines = 0
        for line in try recorder.finish().split(separator: UInt8(ascii: "\n")) {
            lines += 1
            line.withUnsafeBytes { _ = replay.take(TraceLine(number: lines, bytes: $0, isComplete: true)) }
        }
        inputs = found.inputs
    }

    /// Some moments of the world, above all those in which it searches: the number of inputs so far, and the state after them.
    var moments: [(passed: Int, snapshot: [UInt8])] {
        var all: [(passed: Int, snapshot: [UInt8])] = []
        var engine = Engine(configuration: configuration)
        let interval = max(inputs.count / 30, 1)
        for (index, input) in inputs.enumerated() {
            _ = engine.step(input)
            if index % interval == interval - 1 { all.append((index + 1, EngineSnapshot.bytes(of: engine))) }
        }
        let searching = all.filter { String(decoding: $0.snapshot, as: UTF8.self).contains(#""search":{"#) }
        return spaced(searching, 3) + spaced(all, 2)
    }

    private func spaced<Element>(_ elements: [Element], _ count: Int) -> [Element] {
        elements.count <= count ? elements : (0..<count).map { elements[(2 * $0 + 1) * elements.count / (2 * count)] }
    }
}
