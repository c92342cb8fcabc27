import FocusCore

/// The stream that somebody has asked a camera for.
struct CameraStream: Equatable, Sendable {
    /// The id of the request that asked for what is measured.
    var id: UInt32
    var request: FrameRequest
    /// The number of the frame before the first one.
    let start: Int64
    /// When the last frame that was measured was captured.
    var measured: Instant?
}

extension SimulatedCamera {
    /// From the end of a frame's exposure until it has been read, transferred and measured.
    public static let frameLatency = TimeSpan.milliseconds(20)
    /// A camera takes so many frames until its stream gives the first one.
    private static let framesToStart: Int64 = 3

    /// Whether somebody has its frames, by `Effect.requestFrames`.
    public var isStreaming: Bool { stream != nil && isConnected }

    mutating func requestFrames(_ request: FrameRequest, id: UInt32) -> Input.Event {
        guard isConnected else { return .framesUnavailable(request: id, errno: CameraErrno.noDevice) }
        guard model.givesFrames else { return .framesUnavailable(request: id, errno: CameraErrno.invalid) }
        if stream == nil {
            if isBusy { return .framesUnavailable(request: id, errno: CameraErrno.busy) }
            stream = CameraStream(id: id, request: request, start: frames + Self.framesToStart)
        } else {
            // It goes on; only what is measured is another thing.
            stream?.id = id
            stream?.request = request
            stream?.measured = nil
        }
        let (width, height) = (Int64(CameraModel.imageWidth), Int64(CameraModel.imageHeight))
        return .framesBegan(FramesBegan(request: id, width: width, height: height, interval: Self.frameTime))
    }

    mutating func releaseFrames(id: UInt32) -> Input.Event {
        stream = nil
        return .framesEnded(request: id)
    }

    /// What the frame shows that was just captured; nil where nobody streams, or where it is not yet time for another.
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
            light.lamps = LampLight(mains: mains, depth: model.lampDepth).mean(until: captured, exposure: exposure)
        }
        let sharpness = patches.patch(stream.request.focus, of: optics).sharpness(lens: lens, exposure: light)
        let luma = patches.patch(stream.request.exposure, of: optics).luma(light)
        let number = UInt32(truncatingIfNeeded: frames - stream.start - 1)
        return FrameStatistics(
            request: stream.id, sequence: number, captured: captured, lens: written[.focusAbsolute],
            exposure: written[.exposureAbsolute], gain: written[.gain],
            sharpness: noise.sharpness(sharpness + model.pattern),
            mean: noise.mean(luma.mean), bright: luma.bright, dark: luma.dark,
            grid: stream.request.includesGrid ? grid(light, &noise) : nil)
    }

    private mutating func grid(_ light: FrameExposure, _ noise: inout SensorNoise) -> LumaGrid {
        // Two samples in each direction for each cell.
        let patch = patches.patch(.whole, of: optics, columns: LumaGrid.columns * 2, rows: LumaGrid.rows * 2)
        var grid = LumaGrid()
        for (index, luma) in patch.cells(light).enumerated() {
            grid.cells[index] = UInt8((noise.mean(luma) * 255).rounded())
        }
        return grid
    }
}

/// What a sensor's noise does to what is measured in one frame: the same each time for a seed and a frame's number.
private struct SensorNoise {
    /// Of a sharpness, as a share of it.
    private let relative: Double
    private var random: SplitMix64

    /// What noise alone comes to as a sharpness, as a share of `relative`. A mean of products of which each is as likely
    /// above zero as below it.
    private static let floor = 0.1
    /// The noise of a mean as a share of that of a sharpness: it is summed over the same pixels, but not of differences.
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
