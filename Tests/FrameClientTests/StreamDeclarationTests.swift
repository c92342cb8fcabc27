import CTapFocus
import Testing

@testable import FrameClient

struct StreamDeclarationTests {
    static func stream(_ change: (inout tapfocus_stream) -> Void = { _ in }) -> tapfocus_stream {
        var stream = tapfocus_stream()
        (stream.width, stream.height, stream.interval) = (640, 480, 33_333)
        change(&stream)
        return stream
    }

    static let wrong: [@Sendable (inout tapfocus_stream) -> Void] = [
        { $0.width = 0 }, { $0.height = 0 }, { $0.width = -5 }, { $0.height = 65_537 }, { $0.width = .max },
        { $0.interval = -1 }, { $0.interval = .max }, { $0.stamp = -1 }, { $0.stamp = 3 }, { $0.delay = 1 },
        { ($0.stamp, $0.delay) = (2, -1) }, { ($0.stamp, $0.delay) = (2, .max) }, { $0.crop.x = .nan },
        { $0.crop.width = .infinity }, { $0.crop = tapfocus_rectangle(x: 0.5, y: 0, width: 0.6, height: 1) },
        { $0.crop = tapfocus_rectangle(x: 0, y: 0, width: 1, height: 0) },
        { $0.crop = tapfocus_rectangle(x: -0.1, y: 0, width: 1, height: 1) },
    ]

    @Test("A stream with a number out of its range is an error", arguments: wrong.indices)
    func badValues(index: Int) {
        #expect(throws: Failure(TAPFOCUS_BAD_VALUE)) { try StreamDeclaration(Self.stream(Self.wrong[index])) }
    }

    @Test("A crop of four zeros is the whole picture")
    func wholePicture() throws {
        let crop = try StreamDeclaration(Self.stream()).crop
        #expect([crop.x, crop.y, crop.width, crop.height] == [0, 0, 1, 1])
    }

    @Test("Shares of thirds that add up to a bit more than 1 are a crop")
    func thirds() throws {
        let third = 1.0 / 3
        let stream = Self.stream { $0.crop = tapfocus_rectangle(x: 2 * third, y: 0, width: third + 1e-12, height: 1) }
        #expect(try StreamDeclaration(stream).crop.x == 2 * third)
    }
}
