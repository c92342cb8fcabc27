import FocusCore
import Foundation

/// The cost of measuring a frame, compared with OpenCV.
enum SharpnessBenchmark {
    private static let width = 1920
    private static let height = 1080
    /// 640 × 360 in the middle.
    private static let middle = NormalizedRectangle(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)

    /// - Parameter peer: the output of Scripts/lab/peers/sharpness_opencv.py; nil if OpenCV is not available.
    static func run(peer: String?) {
        let peer = OpenCVResult(peer)
        Table.headline("Sharpness of 640 × 360 inside 1920 × 1080 (fastest of many short runs, one thread)")
        compare("GREY, NV12, YUV420: luma alone", step: 1, peer: peer?.planar)
        compare("YUYV: luma and colour in turn", step: 2, peer: peer?.yuyv)
        if let peer {
            print("  OpenCV \(peer.version), its fastest of several ways")
        } else {
            print("  Nothing was measured with OpenCV (Scripts/lab/peers/opencv says why): nothing to compare with.")
        }
    }

    private static func compare(_ name: String, step: Int, peer: OpenCVResult.Format?) {
        // Brightness is measured over a single pixel, which costs almost nothing, because OpenCV computes none.
        let request = FrameRequest(focus: middle, exposure: NormalizedRectangle(x: 0, y: 0, width: 0, height: 0))
        let frames = FrameBuffers(width: width, height: height, step: step, count: 1)
        let time = frames.nanoseconds(request)
        Table.row(name, "")
        Table.row("  ours", (time / 1000).decimal(1) + " µs", "from the processor's cache, as OpenCV's")
        guard let peer else { return }
        Table.row(
            "  OpenCV", (peer.nanoseconds / 1000).decimal(1) + " µs",
            "\((peer.nanoseconds / time).decimal(2)) times ours"
                + (time < peer.nanoseconds ? "" : ": MISSED, ours is not faster"))
        // The brightness of the whole image, as in OpenCV's value.
        let value = frames.measure(FrameRequest(focus: middle, exposure: .whole)).sharpness
        let isSame = abs(value - peer.value) <= 1e-9 * value
        Table.row(
            "  what both found", "\(value.decimal(9))",
            isSame ? "the same" : "MISSED: OpenCV found \(peer.value), ours is \(value)")
    }

    /// The image that both measure: fields of 8 × 8 pixels, and a reproducible noise.
    static func level(_ column: Int, _ row: Int) -> UInt8 {
        let hashed = (UInt32(column) &* 73_856_093) ^ (UInt32(row) &* 19_349_663)
        return UInt8(64 + (column / 8 + row / 8) % 2 * 96 + Int(hashed >> 13 & 31))
    }
}

/// The output of the peer's script: a name and a value in each line.
private struct OpenCVResult {
    struct Format {
        var value: Double
        var nanoseconds: Double
    }

    let version: String
    let planar: Format
    let yuyv: Format

    init?(_ text: String?) {
        guard let text else { return nil }
        var words: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let pair = line.split(separator: " ")
            if pair.count == 2 { words[pair[0]] = pair[1] }
        }
        func number(_ name: Substring) -> Double { words[name].flatMap { Double($0) } ?? 0 }
        version = words["version"].map(String.init) ?? "?"
        planar = Format(value: number("value"), nanoseconds: number("planar"))
        yuyv = Format(value: number("yuyv_value"), nanoseconds: number("yuyv"))
        guard [planar, yuyv].allSatisfy({ $0.value > 0 && $0.nanoseconds > 0 }) else { return nil }
    }
}
