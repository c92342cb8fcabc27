import Foundation
import SimulatedDevices
import Testing

@testable import PageSimulation

import FocusCore

/// The kiosk of the simulated page, native: the same story as in WebAssembly, whose lines Tests/Web/simulation.mjs --write has kept.
struct StoryForBrowsersTests {
    private struct Story {
        var seed: UInt64
        var end: Int64
        var happenings: [(at: Int64, request: Data?, happening: String?)]
        var lines: [String]

        init() throws {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../Web/simulation.json")
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
            let read = try #require(object)
            seed = try #require(read["seed"] as? UInt64)
            end = try #require(read["end"] as? Int64)
            lines = try #require(read["lines"] as? [String])
            happenings = try #require(read["story"] as? [[String: Any]]).map { happening in
                let request = try happening["request"].map { request in
                    try (request as? String).map { Data($0.utf8) } ?? JSONSerialization.data(withJSONObject: request)
                }
                return (try #require(happening["at"] as? Int64), request, happening["happening"] as? String)
            }
        }
    }

    private static let actions: [String: Happening.Action] = [
        "push": .hand(.push), "lift": .hand(.lift), "visit": .visitorComes(0.60), "leave": .visitorLeaves,
    ]

    @Test("The native kiosk says every line that the kiosk in WebAssembly says, byte by byte")
    func sameLines() throws {
        let story = try Story()
        var page = PageKiosk(seed: story.seed)
        for (at, request, happening) in story.happenings {
            page.advance(to: Instant(nanoseconds: at * 1_000_000))
            if let happening { page.happen(try #require(Self.actions[happening])) }
            request?.withUnsafeBytes { page.receive($0) }
        }
        page.advance(to: Instant(nanoseconds: story.end * 1_000_000))
        let said = String(decoding: page.takeLines(), as: UTF8.self).split(separator: "\n").map(String.init)
        for (index, (line, wanted)) in zip(said, story.lines).enumerated() where line != wanted {
            Issue.record("line \(index + 1) is \(line), not \(wanted)")
            break
        }
        #expect(said.count == story.lines.count)
    }
}
