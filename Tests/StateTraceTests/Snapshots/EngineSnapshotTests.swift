import FocusCore
import Foundation
import SimulatedDevices
import StateChart
import Testing

@testable import StateTrace
@testable import TraceLines

@Suite struct EngineSnapshotTests {
    private func text(_ engine: Engine) -> String { String(decoding: EngineSnapshot.bytes(of: engine), as: UTF8.self) }

    @Test("After random and absurd inputs, an engine that was written down and read back goes on the same")
    func absurdInputs() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = RandomInputs(seed: seed)
            var engine = Engine()
            var twin = engine
            let interval = 1 + random.below(30)
            for index in 1...300 {
                let input = Input(random.event(), at: Instant(nanoseconds: random.int64()))
                #expect(engine.step(input) == twin.step(input), "seed \(seed), input \(index)")
                guard index % interval == 0 else { continue }
                // Bytes are compared, because NaN is not equal to itself.
                let bytes = EngineSnapshot.bytes(of: engine)
                twin = try #require(EngineSnapshot.engine(from: bytes), "seed \(seed), input \(index)")
                #expect(EngineSnapshot.bytes(of: twin) == bytes, "seed \(seed), input \(index)")
            }
            #expect(EngineSnapshot.bytes(of: engine) == EngineSnapshot.bytes(of: twin), "seed \(seed)")
        }
    }

    @Test("NaN, the infinities, negative zero and the smallest and largest numbers survive")
    func numbers() throws {
        for value in [
            Double.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .ulpOfOne, 0.1,
        ] {
            var configuration = Configuration()
            configuration.motion.deviation = value
            configuration.exposureCompensation = value
            let engine = Engine(configuration: configuration)
            let read = try #require(EngineSnapshot.engine(from: EngineSnapshot.bytes(of: engine)), "\(value)")
            #expect(text(read) == text(engine))
            #expect(value.isNaN || read == engine)
        }
        let zero = text(Engine(configuration: Configuration().with { $0.exposureCompensation = -0.0 }))
        #expect(zero != text(Engine(configuration: Configuration().with { $0.exposureCompensation = 0 })))
    }

    @Test("Every word that a snapshot loses or gains makes it one of another version")
    func otherVersions() throws {
        let snapshot = text(Engine())
        #expect(EngineSnapshot.engine(from: snapshot.utf8) == Engine())
        let keys = snapshot.matches(of: /"([A-Za-z]+)":/).map { String($0.output.1) }
        #expect(keys.count > 50)
        for key in Set(keys) {
            let renamed = snapshot.replacing("\"\(key)\":", with: "\"\(key)Once\":", maxReplacements: 1)
            #expect(EngineSnapshot.engine(from: renamed.utf8) == nil, "\(key)")
        }
        let more = "{\"aNewProperty\":1," + snapshot.dropFirst()
        #expect(EngineSnapshot.engine(from: more.utf8) == nil)
        for text in ["", "{}", "null", "[1]", String(snapshot.dropLast()), snapshot + snapshot] {
            #expect(EngineSnapshot.engine(from: text.utf8) == nil)
        }
    }

    @Test("Another name of a case, and a place more in a list, are those of another version; another number is not")
    func otherTypes() {
        let snapshot = text(Engine())
        func reading(_ old: String, _ new: String) -> SnapshotReading {
            let changed = snapshot.replacing(old, with: new, maxReplacements: 1)
            #expect(changed != snapshot)
            return EngineSnapshot.coding.read(Array(changed.utf8))
        }
        for (old, new) in [
            (#""videoGravity":"fill""#, #""videoGravity":"cover""#), (#""generations":["#, #""generations":[0,"#),
        ] {
            if case .otherProperties = reading(old, new) { continue }
            Issue.record("\(new) is of another version")
        }
        if case .impossibleValues = reading(#""armed":0"#, #""armed":65536"#) { return }
        Issue.record("a number that does not fit its property")
    }

    @Test("An object has the same keys in every snapshot: a property without a value is a null")
    func keys() throws {
        var keys: [String: Set<[String]>] = [:]
        func collect(_ tree: JSONTree, _ path: String) {
            switch tree {
            case .leaf: break
            case .array(let elements): for element in elements { collect(element, path + "[]") }
            case .object(let object):
                keys[path, default: []].insert(object.fields.map(\.key))
                for field in object.fields { collect(field.value, "\(path).\(field.key)") }
            }
        }
        var kiosk = SimulatedKiosk(configuration: Configuration().with { $0.view = .simulatedKiosk }, story: .demo)
        var engine = Engine(configuration: Configuration().with { $0.view = .simulatedKiosk })
        var steps = 0
        kiosk.run { input, _ in
            _ = engine.step(input)
            steps += 1
            guard steps % 5 == 0 || steps < 30, let tree = JSONTree(EngineSnapshot.bytes(of: engine)) else { return }
            collect(tree, "")
        }
        #expect(keys.count > 50)
        for (path, sets) in keys where sets.count > 1 {
            // An enumeration is an object with one key: the case.
            #expect(sets.allSatisfy { $0.count == 1 }, "\(path): \(sets)")
        }
    }

    @Test("Equal engines have equal bytes, whatever way they came to be")
    func equalBytes() {
        var engines: [Engine] = []
        for _ in 0..<2 {
            var kiosk = SimulatedKiosk(configuration: Configuration().with { $0.view = .simulatedKiosk }, story: .demo)
            var engine = Engine(configuration: Configuration().with { $0.view = .simulatedKiosk })
            kiosk.run { input, _ in _ = engine.step(input) }
            engines.append(engine)
        }
        #expect(text(engines[0]) == text(engines[1]))
    }

    @Test("A person can read the cases of an enumeration in a snapshot")
    func names() {
        #expect(text(Engine()).contains(#""videoGravity":"fill""#))
    }
}
