import FocusCore

struct FrameChoice: Equatable, Sendable {
    /// The format that the camera sends. Measured frames are converted if it is not one of `PixelFormat.direct`.
    var format: PixelFormat
    var size: FrameSize
    /// Nil if the driver does not report one.
    var interval: FrameInterval?

    var isConverted: Bool { format.directRank == nil }

    /// Chooses by these criteria, the first one counting most: frequent enough; large enough to resolve the regions;
    /// readable without conversion; small, or, if nothing is large enough, large; frequent. Only sizes with the shape
    /// of the present size are candidates, because the measured picture must be the one that others see. If there is no
    /// such size, the present size itself is the candidate.
    /// - Parameter interval: called for each candidate's format and size.
    /// - Returns: nil if the camera offers nothing.
    static func best(
        of formats: [OfferedFormat], present: FrameChoice, for request: FrameRequest, _ settings: FrameSettings,
        interval: (PixelFormat, FrameSize) -> FrameInterval?
    ) -> FrameChoice? {
        let least = leastSize(for: request, settings)
        var candidates: [FrameChoice] = []
        for offered in formats {
            let sizes = offered.sizes.candidates(
                shape: present.size, least: least, tolerance: settings.shapeTolerance)
            for size in sizes.prefix(sizeLimit) {
                candidates.append(
                    FrameChoice(format: offered.format, size: size, interval: interval(offered.format, size)))
            }
        }
        if candidates.isEmpty, !formats.isEmpty {
            var choice = present
            choice.interval = interval(present.format, present.size)
            candidates = [choice]
        }
        return candidates.min { $0.isBetter(than: $1, least: least, settings) }
    }

    /// More sizes of one shape than any camera has.
    private static let sizeLimit = 32

    /// The smallest picture in which the smaller of the regions has enough pixels.
    static func leastSize(for request: FrameRequest, _ settings: FrameSettings) -> FrameSize {
        func pixels(_ count: Double, _ share: Double, _ other: Double) -> Int {
            // Written so that zero, negative shares and NaN give the largest size.
            guard share > 0, other > 0, count / min(share, other) < Double(FrameSize.largest) else {
                return FrameSize.largest
            }
            return Int((count / min(share, other)).rounded(.up))
        }
        return FrameSize(
            width: pixels(settings.regionWidth, request.focus.width, request.exposure.width),
            height: pixels(settings.regionHeight, request.focus.height, request.exposure.height))
    }

    static func resolves(_ size: FrameSize, _ least: FrameSize) -> Bool {
        size.width >= least.width && size.height >= least.height
    }

    private func isBetter(than other: FrameChoice, least: FrameSize, _ settings: FrameSettings) -> Bool {
        let (isFrequent, otherIsFrequent) = (isFrequent(settings), other.isFrequent(settings))
        if isFrequent != otherIsFrequent { return isFrequent }
        let (resolves, otherResolves) = (Self.resolves(size, least), Self.resolves(other.size, least))
        if resolves != otherResolves { return resolves }
        if isConverted != other.isConverted { return other.isConverted }
        if size.area != other.size.area { return resolves ? size.area < other.size.area : size.area > other.size.area }
        if let interval, let another = other.interval, interval.rate != another.rate {
            return FormatCatalogue.better(interval, another, settings)
        }
        return (format.directRank ?? .max, format.rawValue) < (other.format.directRank ?? .max, other.format.rawValue)
    }

    private func isFrequent(_ settings: FrameSettings) -> Bool {
        (interval?.rate ?? settings.assumedRate) >= settings.minimumRate - 0.1
    }
}
