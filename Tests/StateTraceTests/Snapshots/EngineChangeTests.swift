import FocusCore
import SimulatedDevices
import Testing

@testable import StateTrace

/// Other settings in the middle of a session.
@Suite struct EngineChangeTests {
    private var steps: [Input] {
        var steps: [Input] = []
        var kiosk = SimulatedKiosk(configuration: Configuration().with { $0.view = .simulatedKiosk }, story: .demo)
        kiosk.run { input, _ in steps.append(input) }
        return steps
    }

    private static var other: Configuration {
        var other = Configuration().with { $0.view = .simulatedKiosk }
        other.forceLockTime = .milliseconds(1234)
        other.unlockAfter = .milliseconds(77_000)
        other.sceneWatch = .always
        other.tap.longestTime = .milliseconds(321)
        other.motion.deviation = 2.5
        other.motion.rule = .article
        other.view.isMirrored.toggle()
        other.regions.focus = 0.11
        other.settle.pollInterval = .milliseconds(33)
        other.autofocus.changeRatio = 0.123
        other.autoexposure.target = 0.321
        other.scene.change = 17.5
        return other
    }

    @Test("The settings that are in force change nothing, at any moment")
    func same() {
        var engine = Engine(configuration: Configuration().with { $0.view = .simulatedKiosk })
        for input in steps {
            _ = engine.step(input)
            var changed = engine
            changed.change(to: Configuration().with { $0.view = .simulatedKiosk })
            #expect(changed == engine)
        }
    }

    @Test("Before its first input, an engine with other settings is one that was made with them")
    func fresh() {
        var engine = Engine()
        engine.change(to: Self.other)
        #expect(engine == Engine(configuration: Self.other))
    }

    /// The values of all properties that hold settings.
    private func settings(_ engine: Engine) -> Set<String> {
        var found: Set<String> = []
        func collect(_ tree: JSONTree, _ key: String) {
            if ["settings", "limits", "configuration"].contains(key) { found.insert("\(key) \(tree.text)") }
            switch tree {
            case .leaf: break
            case .array(let elements): for element in elements { collect(element, "") }
            case .object(let object): for field in object.fields { collect(field.value, field.key) }
            }
        }
        if let tree = JSONTree(EngineSnapshot.bytes(of: engine)) { collect(tree, "") }
        return found
    }

    @Test("No part of an engine keeps a former setting, but for a search that is under way")
    func everywhere() {
        let steps = steps
        var engine = Engine(configuration: Configuration().with { $0.view = .simulatedKiosk })
        var wanted = Engine(configuration: Self.other)
        for input in steps[..<10] { _ = wanted.step(input) }
        let expected = settings(wanted)
        #expect(expected.count >= 6)
        var compared = 0
        for (number, input) in steps.enumerated() {
            _ = engine.step(input)
            guard number % 20 == 0 else { continue }
            var changed = engine
            changed.change(to: Self.other)
            let text = String(decoding: EngineSnapshot.bytes(of: changed), as: UTF8.self)
            guard !text.contains(#""search":{"#) else { continue }
            #expect(settings(changed).isSubset(of: expected), "\(settings(changed).subtracting(expected))")
            compared += 1
        }
        #expect(compared > 20)
    }
}
