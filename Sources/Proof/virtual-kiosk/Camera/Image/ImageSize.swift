/// The size of a streamed image, in pixels.
struct ImageSize: Equatable {
    var width: Int
    var height: Int

    var pixels: Int { width * height }
    var text: String { "\(width)x\(height)" }

    /// The sizes that the camera streams; the first one is the default.
    static let all = [
        ImageSize(width: 160, height: 120), ImageSize(width: 320, height: 240), ImageSize(width: 640, height: 480),
    ]
}
