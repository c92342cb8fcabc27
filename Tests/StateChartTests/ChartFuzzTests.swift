import ChartTools
import Foundation
import SimulatedDevices
import Testing

@testable import StateChart

@Suite("Damaged charts")
struct ChartFuzzTests {
    @Test("A damaged file is an error or a chart that can be checked, compared and drawn", arguments: ChartFiles.names)
    func damagedFiles(name: String) throws {
        let original = [UInt8](try ChartFiles.data("\(name).scxml"))
        var random = SplitMix64(seed: 0x9e37_79b9_7f4a_7c15)
        var read = 0
        for _ in 0..<1500 {
            let damaged = damage(original, &random)
            guard let chart = try? ChartReader.read(Data(damaged), file: name) else { continue }
            read += 1
            let drawing = ChartDrawing.svg(of: chart)
            #expect(drawing.hasSuffix("</svg>\n"))
            // The comparison need not find a difference: much of the file is comments and positions.
            _ = ChartFiles.differences(name, chart)
            _ = ChartIdentity(of: chart).description
        }
        #expect(read > 0)
    }

    /// One to three bytes changed, removed or inserted, or a piece repeated or cut out.
    private func damage(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !damaged.isEmpty {
            let place = Int.random(in: 0..<damaged.count, using: &random)
            let end = min(damaged.count, place + Int.random(in: 1...60, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
            case 1: damaged.remove(at: place)
            case 2: damaged.insert(UInt8.random(in: 32...126, using: &random), at: place)
            case 3: damaged.insert(contentsOf: damaged[place..<end], at: place)
            default: damaged.removeSubrange(place..<end)
            }
        }
        return damaged
    }
}
