import SimulatedDevices
import Testing

@testable import PhotoFile

/// A camera's MJPEG frame as a photo.
@Suite struct JPEGPhotoTests {
    private func photo(_ bytes: [UInt8]) -> JPEGPhoto.Verdict { bytes.withUnsafeBytes { JPEGPhoto.photo(of: $0) } }

    private func file(_ bytes: [UInt8]) -> [UInt8]? {
        guard case .whole(let file, _, _) = photo(bytes) else { return nil }
        return file
    }

    @Test("The standard tables are a whole segment of 420 bytes")
    func tables() {
        #expect(StandardTables.segment.count == 420)
        var frame = SampleFrame()
        frame.hasTables = true
        #expect(frame.bytes.withUnsafeBytes { JPEGLayout($0) }?.hasTables == true)
    }

    @Test("The tables that a frame lacks are known, and their place: in front of its scan")
    func missingTables() throws {
        var frame = SampleFrame()
        let missing = try #require(frame.bytes.withUnsafeBytes { JPEGPhoto.missingTables(in: $0) })
        var bytes = frame.bytes
        bytes.insert(contentsOf: missing.segment, at: missing.offset)
        #expect(bytes.withUnsafeBytes { JPEGLayout($0) }?.hasTables == true)
        frame.hasTables = true
        for bytes in [frame.bytes, [0xff, 0xd8, 1], []] {
            let isComplete = bytes.withUnsafeBytes { JPEGPhoto.missingTables(in: $0)?.offset == nil }
            #expect(isComplete)
        }
    }

    @Test("A frame with its tables is kept byte by byte", arguments: [false, true], [0, 5])
    func kept(isGrey: Bool, restart: Int) {
        for seed in UInt64(0)..<20 {
            let frame = SampleFrame(isGrey: isGrey, hasTables: true, restart: restart, seed: seed)
            #expect(photo(frame.bytes) == .whole(frame.bytes, width: 64, height: 48))
        }
    }

    @Test("A frame without tables gets them, in front of its scan, and nothing else changes")
    func completed() {
        let frame = SampleFrame(seed: 3)
        var wanted = frame
        wanted.hasTables = true
        #expect(file(frame.bytes) == wanted.bytes)
    }

    @Test("Padding behind the end is cut off, and an end that is missing is put there")
    func ends() {
        let whole = SampleFrame(hasTables: true).bytes
        #expect(file(SampleFrame(hasTables: true, padding: [UInt8](repeating: 0, count: 1000)).bytes) == whole)
        #expect(file(SampleFrame(hasTables: true, padding: [0xff, 0xd8, 0xff]).bytes) == whole)
        #expect(file(SampleFrame(hasTables: true, hasEnd: false).bytes) == whole)
        #expect(
            file(SampleFrame(hasTables: true, padding: [0, 0, 0, 0], hasEnd: false).bytes) == whole)
    }

    @Test("A frame that is cut off anywhere before its last block is damaged")
    func cutOff() {
        let bytes = SampleFrame(hasTables: true).bytes
        for length in 0..<bytes.count - 3 { #expect(photo(Array(bytes[..<length])) == .damaged, "\(length)") }
    }

    @Test("Of frames that have lost a packet in the middle, nearly all are seen as damaged")
    func damaged() {
        var random = SplitMix64(seed: 7)
        var seen = 0
        for seed in UInt64(0)..<200 {
            var bytes = SampleFrame(width: 320, height: 240, hasTables: true, seed: seed).bytes
            let place = Int.random(in: bytes.count / 4..<bytes.count / 2, using: &random)
            bytes.removeSubrange(place..<place + 512)
            if photo(bytes) == .damaged { seen += 1 }
        }
        #expect(seen >= 198, "\(seen) of 200")
    }

    @Test("A restart marker that is missing, or comes out of turn, is damage")
    func restarts() {
        let bytes = SampleFrame(hasTables: true, restart: 4).bytes
        let places = bytes.indices.dropLast().filter { bytes[$0] == 0xff && 0xd0...0xd7 ~= bytes[$0 + 1] }
        #expect(places.count == 5)
        for place in places {
            var other = bytes
            other[place + 1] ^= 1
            #expect(photo(other) == .damaged)
            var missing = bytes
            missing.removeSubrange(place...place + 1)
            #expect(photo(missing) == .damaged)
        }
    }

    @Test(
        "Whatever bytes come in, nothing traps, and what comes out is taken again as it is",
        arguments: [UInt64](0..<40))
    func anyBytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for round in 0..<250 {
            var bytes = SampleFrame(
                width: .random(in: 1...80, using: &random), height: .random(in: 1...60, using: &random),
                isGrey: round % 3 == 0, hasTables: round % 2 == 0, restart: round % 5, seed: seed
            ).bytes
            // Most changes are in the headers, where most of the decisions are.
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let end = Bool.random(using: &random) ? min(bytes.count, 160) : bytes.count
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: .random(in: 0..<end, using: &random))
                case 2: bytes.insert(0xff, at: .random(in: 0..<end, using: &random))
                default: bytes.removeLast(.random(in: 0...bytes.count / 4, using: &random))
                }
                guard bytes.count > 8 else { break }
            }
            guard let file = file(bytes) else { continue }
            #expect(self.file(file) == file)
        }
        let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(photo(noise) == .damaged)
        #expect(photo([0xff, 0xd8] + noise) == .damaged)
    }
}
