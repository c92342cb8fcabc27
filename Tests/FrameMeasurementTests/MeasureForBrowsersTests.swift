import FocusCore
import Foundation
import Testing

/// The measure as browsers compute it: the answers that Scripts/stages/web --write has kept in Tests/Web/measure.json.
struct MeasureForBrowsersTests {
    struct Answer: Decodable {
        var seed: UInt32
        var width: Int
        var height: Int
        var isLimited: Bool
        var focus: [Double]
        var exposure: [Double]
        var grid: Bool
        var numbers: [Double]
        var cells: [UInt8]

        /// The frame: noise on a chequered level, both from the seed.
        var plane: TestPlane {
            var state = (seed &+ 1) &* 2_654_435_761
            let level = Int(seed &* 37 % 256)
            let spread = Int(seed % 4) + 1
            return TestPlane(width: width, height: height, isLimitedRange: isLimited) { column, row in
                state = state &* 1_664_525 &+ 1_013_904_223
                let noise = ((Int(state >> 24) - 128) >> spread) * 2
                return UInt8(min(max(level + noise + ((column >> 2 + row >> 3) & 1) * 40, 0), 255))
            }
        }

        var request: FrameRequest {
            func rectangle(_ numbers: [Double]) -> NormalizedRectangle {
                NormalizedRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            }
            return FrameRequest(focus: rectangle(focus), exposure: rectangle(exposure), includesGrid: grid)
        }
    }

    @Test("A browser measures a cut-out in WebAssembly to the same bits as the native measure the whole frame")
    func sameBits() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Web/measure.json")
        let answers = try JSONDecoder().decode([Answer].self, from: Data(contentsOf: file))
        #expect(answers.count == 120)
        for answer in answers {
            let found = try #require(answer.plane.measure(answer.request), "seed \(answer.seed)")
            let numbers = [found.sharpness, found.mean, found.bright, found.dark]
            #expect(numbers.map(\.bitPattern) == answer.numbers.map(\.bitPattern), "seed \(answer.seed)")
            let cells = found.grid.map { grid in grid.cells.indices.map { grid.cells[$0] } } ?? []
            #expect(cells == answer.cells, "seed \(answer.seed)")
        }
    }
}
