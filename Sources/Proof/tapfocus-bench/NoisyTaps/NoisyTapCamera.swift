import FocusCore
import SimulatedDevices

/// The camera of a tap: pixels with noise, measured as the engine measures them, behind a lens that lags.
struct NoisyTapCamera {
    let scene: NoisyTapScene
    /// The deviation of a pixel from frame to frame, in levels of 255.
    let noise: Double
    /// The number of a broken frame, whose lower part is grey. Nil: no frame is broken.
    let broken: Int?
    private var number = 0
    private var written: Int
    private var line = DelayLine<Int>()
    private var random: SplitMix64
    private var seen: [Int: [Float]] = [:]
    private var bytes = [UInt8](repeating: 0, count: NoisyTapScene.width * NoisyTapScene.height)

    init(_ scene: NoisyTapScene, noise: Double, broken: Int? = nil) {
        self.scene = scene
        self.noise = noise
        self.broken = broken
        written = scene.start
        random = SplitMix64(seed: scene.seed)
    }

    mutating func write(_ position: Int64) { written = Int(position) }

    mutating func frame() -> FrameStatistics {
        expose(lens: line.pass(written, delay: scene.lag))
        let request = FrameRequest(
            focus: scene.region, exposure: NormalizedRectangle(x: 0, y: 0, width: 0, height: 0))
        let sharpness = bytes.withUnsafeBytes { bytes in
            LumaPlane(
                bytes: bytes, width: NoisyTapScene.width, height: NoisyTapScene.height,
                bytesPerRow: NoisyTapScene.width, isLimitedRange: false
            ).map { LumaMeasurement(of: $0, for: request).sharpness } ?? 0
        }
        defer { number += 1 }
        return FrameStatistics(
            request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: Int64(number) * 33_333_333),
            lens: Int64(written), sharpness: sharpness, mean: 0.5)
    }

    private mutating func expose(lens: Int) {
        let clean = seen[lens] ?? scene.seen(lens: Double(lens))
        seen[lens] = clean
        let pixels = scene.pixels
        for row in 0..<pixels.height {
            let isLost = number == broken && row > pixels.height / 3
            for column in 0..<pixels.width {
                let level = isLost ? 128 : Double(clean[row * pixels.width + column]) + noise * grain()
                let value = UInt8(min(max(level, 0), 255).rounded())
                bytes[(pixels.top + row) * NoisyTapScene.width + pixels.left + column] = value
            }
        }
    }

    /// A number of deviation 1: the sum of four uniform numbers of 16 bits is close enough to normal.
    private mutating func grain() -> Double {
        let bits = random.next()
        let sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48)
        return (Double(sum) - 131_070) * 1.732_051 / 65_536
    }
}
