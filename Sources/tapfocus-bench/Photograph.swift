import Foundation

/// A photograph's luma, 0…255, as Scripts/lab/peers/photographs writes it.
struct Photograph {
    let name: String
    let width: Int
    let height: Int
    private let levels: [Float]

    /// Kept apart while version 2 was chosen: the third set, because two candidates had failed on those before it.
    static let heldOut: Set = ["cell", "hubble_deep_field", "retina"]
    var isHeldOut: Bool { Self.heldOut.contains(name) }

    enum Failure: Error { case isNoPicture(String) }

    /// The pictures (.pgm) of a folder, by name.
    static func all(in folder: URL) throws -> [Photograph] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "pgm" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { try Photograph(file: $0) }
    }

    /// A PGM of 8 bits a pixel: "P5", width, height and 255 as words, a blank, the pixels.
    private init(file: URL) throws {
        let data = try Data(contentsOf: file)
        var words: [Substring] = []
        var place = data.startIndex
        while words.count < 4, let end = data[place...].firstIndex(where: { $0 <= 32 }) {
            words.append(Substring(decoding: data[place..<end], as: UTF8.self))
            place = end + 1
        }
        guard words.count == 4, words[0] == "P5", let width = Int(words[1]), let height = Int(words[2]),
            words[3] == "255", width > 0, height > 0, width <= 65_536, height <= 65_536,
            data.count - place >= width * height
        else { throw Failure.isNoPicture(file.path) }
        name = file.deletingPathExtension().lastPathComponent
        (self.width, self.height) = (width, height)
        levels = data[place..<(place + width * height)].map { Float($0) }
    }

    /// The photograph behind a lens out of focus, which makes a disc of each point. Beyond its edges it is mirrored.
    /// - Parameter radius: of the disc, in pixels; 0: in focus.
    func defocused(radius: Double) -> [Float] {
        guard radius > 0 else { return levels }
        let disc = Disc(radius: radius)
        let stride = width + 2 * disc.most
        let framed = (-disc.most..<(height + disc.most)).flatMap { row in
            (-disc.most..<(width + disc.most)).map { column in
                levels[Self.mirrored(row, height) * width + Self.mirrored(column, width)]
            }
        }
        var seen = [Float](repeating: 0, count: width * height)
        framed.withUnsafeBufferPointer { framed in
            seen.withUnsafeMutableBufferPointer { seen in
                for tap in disc.taps {
                    for row in 0..<height {
                        let from = (row + tap.down + disc.most) * stride + tap.right + disc.most
                        for column in 0..<width { seen[row &* width &+ column] += tap.weight * framed[from &+ column] }
                    }
                }
            }
        }
        return seen
    }

    private static func mirrored(_ place: Int, _ length: Int) -> Int {
        let folded = place < 0 ? -place : place
        return folded < length ? folded : max(2 * (length - 1) - folded, 0)
    }
}

/// A disc of equal light. A pixel at its edge weighs as much as lies inside.
private struct Disc {
    private(set) var taps: [(right: Int, down: Int, weight: Float)] = []
    /// The farthest pixel that it reaches, to all sides.
    let most: Int

    init(radius: Double) {
        most = Int(radius.rounded(.up)) + 1
        // Each pixel is looked at in 17 × 17 places.
        let places = (-8...8).map { Double($0) / 17 }
        for down in -most...most {
            for right in -most...most {
                let inside = places.reduce(0) { count, y in
                    count
                        + places.count { x in
                            let (across, along) = (Double(right) + x, Double(down) + y)
                            return across * across + along * along <= radius * radius
                        }
                }
                if inside > 0 { taps.append((right, down, Float(inside))) }
            }
        }
        let total = taps.reduce(0) { $0 + $1.weight }
        for index in taps.indices { taps[index].weight /= total }
    }
}
