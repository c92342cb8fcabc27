import FocusCore

/// Frames in memory, like those of a camera's driver.
final class FrameBuffers {
    let count: Int
    private let width: Int
    private let height: Int
    private let step: Int
    private let bytes: UnsafeMutableRawBufferPointer
    private var frameSize: Int { width * height * step }

    init(width: Int, height: Int, step: Int, count: Int) {
        self.width = width
        self.height = height
        self.step = step
        self.count = count
        bytes = .allocate(byteCount: width * height * step * count, alignment: 4096)
        for row in 0..<height {
            for column in 0..<width {
                let place = (row * width + column) * step
                bytes[place] = SharpnessBenchmark.level(column, row)
                if step == 2 { bytes[place + 1] = 128 }
            }
        }
        for frame in 1..<max(count, 1) {
            UnsafeMutableRawBufferPointer(rebasing: bytes[(frame * frameSize)..<((frame + 1) * frameSize)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[0..<frameSize]))
        }
    }

    deinit { bytes.deallocate() }

    func measure(_ request: FrameRequest, frame: Int = 0) -> LumaMeasurement {
        let part = UnsafeRawBufferPointer(rebasing: bytes[(frame * frameSize)..<((frame + 1) * frameSize)])
        guard
            let plane = LumaPlane(
                bytes: part, width: width, height: height, bytesPerRow: width * step, step: step)
        else { preconditionFailure("the buffer holds the frame") }
        return LumaMeasurement(of: plane, for: request)
    }

    func nanoseconds(_ request: FrameRequest) -> Double {
        var sum = 0.0
        // The minimum and not the median, because other load on this machine hits this measurement and the peer's at
        // different times.
        let times = (0..<300).map { _ in
            Measurement.of(repetitions: 5, runs: 1) {
                for _ in 0..<5 { sum += measure(request).sharpness }
            }.nanoseconds
        }
        precondition(sum >= 0)
        return times.min() ?? 0
    }

    /// The cost of measuring the same frame repeatedly.
    func cost(_ request: FrameRequest) -> Measurement {
        var sum = 0.0
        let cost = Measurement.of(repetitions: 20) {
            for _ in 0..<20 { sum += measure(request).sharpness }
        }
        precondition(sum >= 0)
        return cost
    }
}
