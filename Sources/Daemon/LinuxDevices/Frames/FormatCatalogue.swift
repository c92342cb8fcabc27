import CV4L2
import FocusCore

struct OfferedFormat: Equatable, Sendable {
    var format: PixelFormat
    var sizes: OfferedSizes
}

/// The formats that a driver can capture in: its enumerations, and the present format. The driver answers from its
/// tables, so a program that streams is not disturbed.
enum FormatCatalogue {
    /// More formats than any driver has. It ends the enumeration of a driver that never stops.
    private static let formatLimit: UInt32 = 64
    private static let sizeLimit: UInt32 = 128
    private static let intervalLimit: UInt32 = 64

    static func formats(of fd: Int32) -> [PixelFormat] {
        var formats: [PixelFormat] = []
        for index in 0..<formatLimit {
            var answer = v4l2_fmtdesc()
            answer.index = index
            answer.type = tapfocus_buffer_type_capture
            guard (try? Kernel.ioctl(fd, tapfocus_vidioc_enum_fmt, &answer)) != nil else { break }
            let format = PixelFormat(rawValue: answer.pixelformat)
            if !formats.contains(format) { formats.append(format) }
        }
        return formats
    }

    static func sizes(of format: PixelFormat, _ fd: Int32) -> OfferedSizes {
        var sizes: [FrameSize] = []
        for index in 0..<sizeLimit {
            var answer = v4l2_frmsizeenum()
            answer.index = index
            answer.pixel_format = format.rawValue
            guard (try? Kernel.ioctl(fd, tapfocus_vidioc_enum_framesizes, &answer)) != nil else { break }
            switch answer.type {
            case tapfocus_sizes_discrete:
                guard let size = FrameSize(answer.discrete.width, answer.discrete.height), !sizes.contains(size)
                else { continue }
                sizes.append(size)
            case tapfocus_sizes_continuous, tapfocus_sizes_stepwise:
                let steps = answer.stepwise
                guard let width = SteppedRange(steps.min_width, steps.max_width, steps.step_width),
                    let height = SteppedRange(steps.min_height, steps.max_height, steps.step_height)
                else { return .unknown }
                return .stepwise(width: width, height: height)
            default: continue
            }
        }
        return sizes.isEmpty ? .unknown : .discrete(sizes)
    }

    /// The shortest time between frames at or above the useful minimum, else the longest; nil if the driver does not report any.
    static func interval(
        _ format: PixelFormat, _ size: FrameSize, _ settings: FrameSettings, _ fd: Int32
    ) -> FrameInterval? {
        var intervals: [FrameInterval?] = []
        for index in 0..<intervalLimit {
            var answer = v4l2_frmivalenum()
            answer.index = index
            answer.pixel_format = format.rawValue
            answer.width = UInt32(size.width)
            answer.height = UInt32(size.height)
            guard (try? Kernel.ioctl(fd, tapfocus_vidioc_enum_frameintervals, &answer)) != nil else { break }
            if answer.type == tapfocus_intervals_discrete {
                intervals.append(FrameInterval(answer.discrete.numerator, answer.discrete.denominator))
                continue
            }
            // Any interval between the two is possible: 30 frames a second if that lies between them.
            let (shortest, longest) = (answer.stepwise.min, answer.stepwise.max)
            let ends = [
                FrameInterval(shortest.numerator, shortest.denominator),
                FrameInterval(longest.numerator, longest.denominator),
            ]
            intervals += ends
            let rates = ends.compactMap { $0?.rate }.sorted()
            if rates.count == 2, rates[0] <= 30, rates[1] >= 30 { intervals.append(FrameInterval(1, 30)) }
            break
        }
        return intervals.compactMap { $0 }.min { better($0, $1, settings) }
    }

    static func better(_ one: FrameInterval, _ other: FrameInterval, _ settings: FrameSettings) -> Bool {
        switch (one.rate <= settings.rateLimit, other.rate <= settings.rateLimit) {
        case (true, true): one.rate > other.rate
        case (false, false): one.rate < other.rate
        case (let isUseful, _): isUseful
        }
    }

    /// The present format, as the camera itself sends it, before any conversion.
    static func present(_ fd: Int32) -> v4l2_pix_format? {
        var format = v4l2_format()
        format.type = tapfocus_buffer_type_capture
        guard (try? Kernel.ioctl(fd, tapfocus_vidioc_g_fmt, &format)) != nil else { return nil }
        return format.fmt.pix
    }
}
