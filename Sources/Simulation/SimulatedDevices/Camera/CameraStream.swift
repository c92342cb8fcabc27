import FocusCore

struct CameraStream: Equatable, Sendable {
    var id: UInt32
    var request: FrameRequest
    /// The number of the frame before the first one of the stream.
    let start: Int64
    var measured: Instant?
}

extension SimulatedCamera {
    /// The time from the end of a frame's exposure until it has been read out, transferred and measured.
    public static let frameLatency = TimeSpan.milliseconds(20)
    /// The number of frames from the start of the stream to its first frame.
    private static let framesToStart: Int64 = 3

    /// True while a program receives frames, by `Effect.requestFrames`.
    public var isStreaming: Bool { stream != nil && isConnected }

    mutating func requestFrames(_ request: FrameRequest, id: UInt32) -> Input.Event {
        guard isConnected else { return .frames(.unavailable(request: id, errno: CameraErrno.noDevice)) }
        guard model.givesFrames else { return .frames(.unavailable(request: id, errno: CameraErrno.invalid)) }
        if stream == nil {
            if isBusy { return .frames(.unavailable(request: id, errno: CameraErrno.busy)) }
            stream = CameraStream(id: id, request: request, start: frames + Self.framesToStart)
        } else {
            // The stream goes on; only the measurements change.
            stream?.id = id
            stream?.request = request
            stream?.measured = nil
        }
        let (width, height) = (Int64(CameraModel.wholeImage.width), Int64(CameraModel.wholeImage.height))
        return .frames(.began(FramesBegan(request: id, width: width, height: height, interval: Self.frameTime)))
    }

    /// Measures the frame that was just captured. Nil without a stream, and before the request's interval has passed.
    public mutating func measureFrame() -> FrameStatistics? {
        guard isConnected, let stream, frames > stream.start else { return nil }
        let moment = captured
        if let last = stream.measured, moment.since(last) < stream.request.interval { return nil }
        self.stream?.measured = moment
        return statistics(for: stream)
    }

    private mutating func statistics(for stream: CameraStream) -> FrameStatistics {
        var noise = SensorNoise(relative: model.noise, seed: model.seed, frame: frames)
        var light = frameExposure
        if let mains = model.mains {
            light.lamps = LampLight(mains: mains).mean(until: captured, exposure: exposure)
        }
        let sharpness = patches.patch(stream.request.focus, of: optics).sharpness(lens: lens, exposure: light)
        let luma = patches.patch(stream.request.exposure, of: optics).luma(light)
        let number = UInt32(truncatingIfNeeded: frames - stream.start - 1)
        return FrameStatistics(
            request: stream.id, sequence: number, captured: captured, lens: driver.marks[.focusAbsolute],
            exposure: driver.marks[.exposureAbsolute], gain: driver.marks[.gain],
            sharpness: noise.sharpness(sharpness + model.pattern),
            mean: noise.mean(luma.mean), bright: luma.bright, dark: luma.dark,
            grid: stream.request.includesGrid ? grid(light, &noise) : nil)
    }

    private mutating func grid(_ light: FrameExposure, _ noise: inout SensorNoise) -> LumaGrid {
        // Two samples per cell in each direction.
        let patch = patches.patch(.whole, of: optics, columns: LumaGrid.columns * 2, rows: LumaGrid.rows * 2)
        var grid = LumaGrid()
        for (index, luma) in patch.cells(light).enumerated() {
            grid.cells[index] = UInt8((noise.mean(luma) * 255).rounded())
        }
        return grid
    }
}

/// The effect of sensor noise on the measurements of one frame. It depends only on the seed and the frame's number.
private struct SensorNoise {
    private let relative: Double
    private var random: SplitMix64

    /// The sharpness of noise alone, as a share of `relative`. It is small, because sharpness is a mean of products
    /// that are as often positive as negative.
    private static let floor = 0.1
    /// The noise of a mean, as a share of that of a sharpness: it is summed over the same pixels, but not over differences.
    private static let ofMean = 0.3

    init(relative: Double, seed: UInt64, frame: Int64) {
        self.relative = relative
        random = SplitMix64(seed: seed &* 0x2545_f491_4f6c_dd1d ^ UInt64(bitPattern: frame))
    }

    mutating func sharpness(_ value: Double) -> Double {
        let multiplied = value * (1 + relative * random.nextNormal())
        return max(multiplied + relative * Self.floor * random.nextNormal(), 0)
    }

    mutating func mean(_ value: Double) -> Double {
        min(max(value * (1 + relative * Self.ofMean * random.nextNormal()), 0), 1)
    }
}
