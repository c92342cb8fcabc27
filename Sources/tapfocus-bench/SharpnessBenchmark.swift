import FocusCore
import Foundation

/// What measuring a frame costs: beside OpenCV, beside the machine's memory, and as a share of a core.
enum SharpnessBenchmark {
    private static let width = 1920
    private static let height = 1080
    /// 640 × 360 in the middle.
    private static let middle = NormalizedRectangle(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)

    /// - Parameter peer: what Scripts/peers/sharpness_opencv.py has printed; nil where OpenCV could not be had.
    static func run(peer: String?) {
        let peer = OpenCVResult(peer)
        Table.headline("Sharpness of 640 × 360 inside 1920 × 1080 (fastest of many short runs, one thread)")
        let bandwidth = MemoryBandwidth.measure()
        Table.row("reading memory, this machine's bandwidth", format(bandwidth, 1) + " GB/s")
        compare("GREY, NV12, YUV420: luma alone", step: 1, bandwidth: bandwidth, peer: peer?.planar)
        compare("YUYV: luma and colour in turn", step: 2, bandwidth: bandwidth, peer: peer?.yuyv)
        report(peer)
        reportFrames()
    }

    private static func compare(_ name: String, step: Int, bandwidth: Double, peer: Double?) {
        // Brightness is asked for where it costs nearly nothing more: one pixel. OpenCV computes none.
        let request = FrameRequest(focus: middle, exposure: NormalizedRectangle(x: 0, y: 0, width: 0, height: 0))
        let frames = FrameBuffers(width: width, height: height, step: step, count: 64)
        let same = frames.nanoseconds(request, frames: 1)
        let fresh = frames.nanoseconds(request, frames: frames.count)
        let bytes = Double(640 * 360 * step)
        Table.row(name, "")
        Table.row("  ours", format(same / 1000, 1) + " µs", "from the processor's cache, as OpenCV's")
        if let peer {
            Table.row("  OpenCV", format(peer / 1000, 1) + " µs", "\(format(peer / same, 2)) times ours")
        }
        Table.row(
            "  ours, another frame each time", format(fresh / 1000, 1) + " µs", share(bytes, fresh, of: bandwidth))
    }

    private static func share(_ bytes: Double, _ nanoseconds: Double, of bandwidth: Double) -> String {
        let rate = bytes / nanoseconds
        return "\(format(rate, 1)) GB/s, \(Int((rate / bandwidth * 100).rounded())) % of the bandwidth"
    }

    private static func report(_ peer: OpenCVResult?) {
        guard let peer else {
            print("  OpenCV is not on this machine, and could not be installed: nothing to compare with.")
            return
        }
        let request = FrameRequest(focus: middle, exposure: .whole)
        let ours = FrameBuffers(width: width, height: height, step: 1, count: 1).measure(request).sharpness
        let isSame = abs(ours - peer.value) <= 1e-9 * ours
        print(
            "  OpenCV \(peer.version), its fastest of several ways; \(isSame ? "both found" : "IT FOUND") \(peer.value)"
                + (isSame ? "" : ", and ours is \(ours)"))
    }

    private static func reportFrames() {
        Table.headline(
            "LumaMeasurement alone: sharpness, brightness, clipping, grid, of every frame (a core at 30 frames/s)")
        let part = NormalizedRectangle(x: 0.375, y: 0.375, width: 0.25, height: 0.25)
        for (name, step, region) in [
            ("640 × 480 YUYV, a region of a quarter each way", 2, part),
            ("640 × 480 YUYV, the whole image", 2, .whole),
            ("640 × 480 luma alone, the whole image", 1, .whole),
        ] {
            let frames = FrameBuffers(width: 640, height: 480, step: step, count: 16)
            let request = FrameRequest(focus: region, exposure: region, includesGrid: true)
            let before = frames.cost(request).allocations
            let time = frames.nanoseconds(request, frames: frames.count)
            Table.row(
                name, format(time / 1000, 1) + " µs",
                "\(format(time * 30 / 1e9 * 100, 2)) % of a core, \(before) allocations")
        }
    }

    static func format(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    /// The image that both measure: fields of 8 × 8 pixels, and noise that is the same everywhere it is computed.
    static func level(_ column: Int, _ row: Int) -> UInt8 {
        let hashed = (UInt32(column) &* 73_856_093) ^ (UInt32(row) &* 19_349_663)
        return UInt8(64 + (column / 8 + row / 8) % 2 * 96 + Int(hashed >> 13 & 31))
    }
}

/// What the peer's script prints: a name and a value in each line.
private struct OpenCVResult {
    var version = "?"
    var value = 0.0
    var planar = 0.0
    var yuyv = 0.0

    init?(_ text: String?) {
        guard let text else { return nil }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2 else { continue }
            switch words[0] {
            case "version": version = String(words[1])
            case "value": value = Double(words[1]) ?? 0
            case "planar": planar = Double(words[1]) ?? 0
            case "yuyv": yuyv = Double(words[1]) ?? 0
            default: break
            }
        }
        guard value > 0, planar > 0, yuyv > 0 else { return nil }
    }
}

/// How fast one core of this machine reads memory that is in no cache of its own.
private enum MemoryBandwidth {
    /// In bytes a nanosecond, which is GB/s.
    static func measure() -> Double {
        let count = 256 << 20
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4096)
        defer { bytes.deallocate() }
        bytes.initializeMemory(as: UInt8.self, repeating: 1)
        var total: UInt64 = 0
        let times = (0..<12).map { _ in
            Measurement.of(repetitions: 1, runs: 1) {
                var sums = (SIMD8<UInt64>(repeating: 0), SIMD8<UInt64>(repeating: 0))
                guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
                for place in stride(from: 0, to: count, by: 128) {
                    sums.0 &+= base.load(fromByteOffset: place, as: SIMD8<UInt64>.self)
                    sums.1 &+= base.load(fromByteOffset: place + 64, as: SIMD8<UInt64>.self)
                }
                total &+= (sums.0 &+ sums.1).wrappedSum()
            }.nanoseconds
        }
        precondition(total != 0)
        return Double(count) / (times.min() ?? .infinity)
    }
}
