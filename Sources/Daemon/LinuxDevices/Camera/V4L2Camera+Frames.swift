import CV4L2
import FocusCore
import Glibc

/// A camera's frames. The camera streams only while frames are needed.
extension V4L2Camera {
    /// Carries out what the engine asks, and waits for the camera's answer.
    func carryOut(_ demand: Demand) -> CameraEvent {
        switch demand {
        case .call(let call): return .answered(call, perform(call))
        case .requestFrames(let id, let request):
            do throws(SystemError) {
                return .frames(.began(try startFrames(request, id: id)))
            } catch {
                return .frames(.unavailable(request: id, errno: error.code))
            }
        case .releaseFrames(let id):
            frames = nil
            return .frames(.ended(request: id))
        }
    }

    /// True if the camera offers a format that can be read directly or converted. This starts no stream.
    func givesFrames() -> Bool {
        let formats = usableFormats()
        if formats.contains(where: { $0.directRank != nil }) { return true }
        guard !formats.isEmpty, let converter = try? ConverterHandle(fileDescriptor) else { return false }
        return formats.contains(where: converter.knows)
    }

    private func usableFormats() -> [PixelFormat] {
        FormatCatalogue.formats(of: fileDescriptor).filter {
            !PixelFormat.undecodable.contains($0) && frameSettings.formats?.contains($0) ?? true
        }
    }

    /// Starts to stream. If the camera streams already, only the measured regions change, unless its frames are too
    /// small for them. A start that fails ends the earlier stream, too: after an error nobody would end that one.
    func startFrames(_ request: FrameRequest, id: UInt32) throws(SystemError) -> FramesBegan {
        let least = FrameChoice.leastSize(for: request, frameSettings)
        do throws(SystemError) {
            if let present = frames, FrameChoice.resolves(present.stream.size, least) {
                frames?.measure(request, id: id)
            } else {
                try stream(request, id: id)
            }
        } catch {
            frames = nil
            throw error
        }
        guard let stream = frames?.stream else {
            return FramesBegan(request: id, measure: Int64(LumaMeasurement.version))
        }
        return FramesBegan(
            request: id, width: Int64(stream.layout.width), height: Int64(stream.layout.height),
            interval: stream.interval, measure: Int64(LumaMeasurement.version))
    }

    /// Measures the frames that have arrived; `end` reports a lost stream, and is nil otherwise.
    /// - Parameter hasFailed: true if the kernel reports an error of the stream's descriptor.
    func receiveFrames(now: Instant, hasFailed: Bool) -> (measured: [FrameStatistics], end: FrameNews?) {
        let request = frames?.request ?? 0
        var measured: [FrameStatistics] = []
        do throws(SystemError) {
            try frames?.receive(now: now, hasFailed: hasFailed, writeRecord, into: &measured)
            return (measured, nil)
        } catch {
            frames = nil
            return (measured, .lost(request: request, errno: error.code))
        }
    }

    /// Chooses a format that fits the request and streams it, unless it is being streamed already.
    private func stream(_ request: FrameRequest, id: UInt32) throws(SystemError) {
        let size = imageSize()
        // While we stream, the driver would name our own size.
        let shape = FrameSize(UInt32(clamping: size.width), UInt32(clamping: size.height))
        guard let shape, let driver = FormatCatalogue.present(fileDescriptor) else { throw SystemError(EINVAL) }
        let present = FrameChoice(format: PixelFormat(rawValue: driver.pixelformat), size: shape)
        let offered = usableFormats().map {
            OfferedFormat(format: $0, sizes: FormatCatalogue.sizes(of: $0, fileDescriptor))
        }
        guard let choice = choose(offered, present, request) else { throw SystemError(EINVAL) }
        if choice == frames?.stream.choice {
            frames?.measure(request, id: id)
            return
        }
        // The driver allows one stream at a time.
        frames = nil
        let stream = try open(choice, of: offered, present, request)
        frames = FrameSession(stream, imageSize: size, request, id: id, frameSettings, now: MonotonicClock.now())
    }

    /// Opens the chosen format. A format that the driver refuses to set, or that cannot be converted, is removed from
    /// the offer, and the next best one is chosen. Throws EINVAL if none is left.
    private func open(
        _ first: FrameChoice, of offered: [OfferedFormat], _ present: FrameChoice, _ request: FrameRequest
    ) throws(SystemError) -> FrameStream {
        var (left, choice, present) = (offered, first, present)
        while true {
            if let stream = try open(choice) { return stream }
            let failed = choice.format
            left.removeAll { $0.format == failed }
            // Where no size has the present shape, the choice falls back to the present format, which must not have failed.
            if let other = left.first, !left.contains(where: { $0.format == present.format }) {
                present.format = other.format
            }
            guard let next = choose(left, present, request) else { throw SystemError(EINVAL) }
            choice = next
        }
    }

    private func choose(_ offered: [OfferedFormat], _ present: FrameChoice, _ request: FrameRequest) -> FrameChoice? {
        FrameChoice.best(of: offered, present: present, for: request, frameSettings) { format, size in
            FormatCatalogue.interval(format, size, frameSettings, fileDescriptor)
        }
    }

    /// Nil if the driver refuses the format, or libv4lconvert does not know it.
    private func open(_ choice: FrameChoice) throws(SystemError) -> FrameStream? {
        do throws(SystemError) {
            return try FrameStream(path: identity.path, sameAs: fileDescriptor, choice: choice, frameSettings)
        } catch {
            guard error.code == EINVAL else { throw error }
            return nil
        }
    }
}
