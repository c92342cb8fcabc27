import CV4L2
import FocusCore
import Glibc

/// A camera's frames, for as long as somebody needs them. Nothing streams before.
extension V4L2Camera {
    /// Whether there is a format that can be read, as it is or converted. Nothing streams for that.
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

    /// Starts to stream; if that is done already, only what is measured changes, unless the frames are too small for it. A
    /// start that fails leaves no stream behind, not even the one that there was: after an error nobody would end that.
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
        guard let stream = frames?.stream else { return FramesBegan(request: id) }
        return FramesBegan(
            request: id, width: Int64(stream.layout.width), height: Int64(stream.layout.height),
            interval: stream.interval)
    }

    func stopFrames() { frames = nil }

    /// What has come of the stream; `errno` if it has ended.
    ///
    /// - Parameter hasFailed: the kernel says that there is something wrong with it.
    func receiveFrames(now: Instant, hasFailed: Bool) -> (measured: [FrameStatistics], errno: Int32?) {
        var measured: [FrameStatistics] = []
        do throws(SystemError) {
            try frames?.receive(now: now, hasFailed: hasFailed, effectiveValues, into: &measured)
            return (measured, nil)
        } catch {
            frames = nil
            return (measured, error.code)
        }
    }

    /// Chooses what fits the request, and streams that, unless it is what is streamed already.
    private func stream(_ request: FrameRequest, id: UInt32) throws(SystemError) {
        let size = imageSize()
        // While we stream, this is not what the driver would say.
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
        // The driver streams for one at a time.
        frames = nil
        let stream = try open(choice, of: offered, present, request)
        frames = FrameSession(
            stream, imageSize: size, request, id: id, frameSettings, now: MonotonicClock.now())
    }

    /// Opens what was chosen. A format that the driver refuses to set, or that cannot be converted, is no longer offered then,
    /// and the next best one is chosen; EINVAL if there is none left.
    private func open(
        _ first: FrameChoice, of offered: [OfferedFormat], _ present: FrameChoice, _ request: FrameRequest
    ) throws(SystemError) -> FrameStream {
        var (left, choice, present) = (offered, first, present)
        while true {
            if let stream = try open(choice) { return stream }
            let failed = choice.format
            left.removeAll { $0.format == failed }
            // Where no size has the present one's shape, the present format is chosen: it must not be one that has failed.
            if let other = left.first, !left.contains(where: { $0.format == present.format }) {
                present.format = other.format
            }
            guard let next = choose(left, present, request) else { throw SystemError(EINVAL) }
            choice = next
        }
    }

    private func choose(
        _ offered: [OfferedFormat], _ present: FrameChoice, _ request: FrameRequest
    ) -> FrameChoice? {
        FrameChoice.best(of: offered, present: present, for: request, frameSettings) { format, size in
            FormatCatalogue.interval(format, size, frameSettings, fileDescriptor)
        }
    }

    /// Nil where the driver refuses the format, or libv4lconvert turns out not to know it.
    private func open(_ choice: FrameChoice) throws(SystemError) -> FrameStream? {
        do throws(SystemError) {
            return try FrameStream(path: identity.path, sameAs: fileDescriptor, choice: choice, frameSettings)
        } catch {
            guard error.code == EINVAL else { throw error }
            return nil
        }
    }
}
