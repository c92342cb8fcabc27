import CV4L2
import FocusCore
import Foundation
import Glibc
import Testing

@testable import LinuxDevices

extension OnARealKernel {
    /// Frames, streamed from real drivers through libv4l2.
    @Suite struct Frames {
        private static let region = NormalizedRectangle(x: 0.4, y: 0.4, width: 1.0 / 6, height: 1.0 / 6)
        private static let request = FrameRequest(focus: region, exposure: region, includesGrid: true)

        @Test("Each pixel format that is read directly streams, and its luma is where it should be")
        func formats() throws {
            try withVivid {
                for format in PixelFormat.direct {
                    let camera = try V4L2Camera(path: try Self.path())
                    let size = camera.imageSize()
                    let shape = FrameSize(width: Int(size.width), height: Int(size.height))
                    let stream = try FrameStream(
                        path: camera.identity.path, sameAs: camera.fileDescriptor,
                        choice: FrameChoice(format: format, size: shape), FrameSettings())
                    try #require(stream.layout.format == format)
                    let bars = try Self.bars(stream)
                    print("\(format) \(shape.width)x\(shape.height): \(bars)")
                    // 75 % bars (or 100 %), from white to black, each darker than the one before.
                    try #require(bars.count == 8 && bars == bars.sorted(by: >) && Set(bars).count == 8)
                    try #require(bars[0] >= 160 && bars[7] <= 20)
                }
            }
        }

        @Test("The worker streams in each format, counts every frame, and leaves the format as it was")
        func worker() throws {
            try withVivid {
                for format in PixelFormat.direct {
                    let before = try Self.presentFormat()
                    let watch = try FrameWatch(.name("vivid"), formats: [format])
                    let began = try #require(try watch.start(Self.request))
                    // 640 × 360 is vivid's smallest size with this shape in which a sixth is 64 pixels wide.
                    try #require(began.width == 640 && began.height == 360)
                    let frames = try watch.frames(10)
                    print("\(format): \(began.interval.nanoseconds) ns, sequences \(frames.map(\.sequence))")
                    for (earlier, later) in zip(frames, frames.dropFirst()) {
                        // vivid's times are in the future and are replaced by the times of reception: two frames that
                        // are received at once have the same time.
                        try #require(later.sequence > earlier.sequence && later.captured >= earlier.captured)
                    }
                    let error = MonotonicClock.now().since(try #require(frames.last).captured)
                    try #require(error >= .zero && error < .milliseconds(5000))
                    try #require(watch.worker.takeImageSize() == nil)
                    try watch.stop()
                    try #require(try Self.presentFormat() == before)
                    try #require(watch.worker.takeImageSize() == nil)
                }
            }
        }

        /// The cost is only printed: the emulated processor's speed depends on the load of the machine around it.
        @Test("Frames of 640 × 480 keep coming in order for three seconds, and their cost is printed")
        func cost() throws {
            try withVivid {
                try Self.set(.yuyv, width: 640, height: 480)
                let watch = try FrameWatch(.name("vivid"), formats: [.yuyv])
                let began = try #require(try watch.start(Self.request))
                try #require(began.width == 640 && began.height == 480)
                _ = try watch.frames(5)
                let (time, processor) = (MonotonicClock.now(), Self.processorTime())
                let frames = try watch.frames(90)
                let span = MonotonicClock.now().since(time).seconds
                let share = (Self.processorTime() - processor) / span
                let lost = Int(frames[89].sequence - frames[0].sequence) - 89
                print("90 frames in \(span) s, \(lost) lost, \(share * 100) % of a processor")
                try #require(zip(frames, frames.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
            }
        }

        @Test("A camera that another program streams is busy, and free again when that one has ended")
        func busy() throws {
            try withVivid {
                let other = try FrameWatch(.name("vivid"))
                try #require(try other.start(Self.request) != nil)
                let watch = try FrameWatch(.name("vivid"))
                try #require(try watch.start(Self.request) == nil && watch.errno == EBUSY)
                _ = try other.frames(3)
                try other.stop()
                try #require(try watch.start(Self.request) != nil)
                _ = try watch.frames(3)
            }
        }

        @Test("A UVC camera streams, stops and streams again; pulled out, the stream ends")
        func uvc() throws {
            let kiosk = try VirtualKiosk(["--devices", "camera"])
            defer { kiosk.quit() }
            let node = try kiosk.tell("await camera")
            let watch = try FrameWatch(.path(node))
            for _ in 1...3 {
                let began = try #require(try watch.start(Self.request))
                print("\(began.width) × \(began.height): sequences \(try watch.frames(5).map(\.sequence))")
                try watch.stop()
            }
            try #require(try watch.start(Self.request) != nil)
            _ = try watch.frames(1)
            try kiosk.tell("unplug camera")
            let errno = try watch.end()
            print("unplugged: \(SystemError(errno))")
            try #require(errno == ENODEV || errno == EIO)
        }

        @Test("A second program gets the UVC camera as soon as frames are no longer needed")
        func handover() throws {
            let kiosk = try VirtualKiosk(["--devices", "camera"])
            defer { kiosk.quit() }
            let node = try kiosk.tell("await camera")
            let (one, other) = (try FrameWatch(.path(node)), try FrameWatch(.path(node)))
            for _ in 1...3 {
                try #require(try one.start(Self.request) != nil)
                try #require(try other.start(Self.request) == nil && other.errno == EBUSY)
                _ = try one.frames(2)
                try one.stop()
                try #require(try other.start(Self.request) != nil)
                _ = try other.frames(2)
                try other.stop()
            }
        }

        private func withVivid(_ body: () throws -> Void) throws {
            try Shell.run("/run/busybox insmod /run/modules/vivid.ko n_devs=1 node_types=0x1")
            // A released worker closes the camera on its thread a little later; until then the module is in use.
            defer {
                for _ in 0..<100 {
                    if (try? Shell.run("/run/busybox rmmod vivid")) != nil { break }
                    usleep(20_000)
                }
            }
            // udev makes its node.
            for _ in 0..<500 where (try? Self.path()) == nil { usleep(20_000) }
            // The default format differs between kernels.
            try Self.set(.yuyv, width: 640, height: 360)
            try body()
        }

        private static func path() throws -> String {
            try DeviceFinder().openCamera(.name("vivid")).identity.path
        }

        /// Sets a format like another program.
        private static func set(_ format: PixelFormat, width: UInt32, height: UInt32) throws {
            let camera = try V4L2Camera(path: try path())
            var wanted = v4l2_format()
            wanted.type = tapfocus_buffer_type_capture
            wanted.fmt.pix.pixelformat = format.rawValue
            (wanted.fmt.pix.width, wanted.fmt.pix.height) = (width, height)
            try Kernel.ioctl(camera.fileDescriptor, tapfocus_vidioc_s_fmt, &wanted)
        }

        /// The processor time of this process, in seconds.
        private static func processorTime() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        private static func presentFormat() throws -> String {
            let camera = try V4L2Camera(path: try path())
            let pixels = try #require(FormatCatalogue.present(camera.fileDescriptor))
            return "\(PixelFormat(rawValue: pixels.pixelformat)) \(pixels.width)x\(pixels.height)"
        }

        /// The luma in the middle of each of vivid's eight colour bars.
        private static func bars(_ stream: FrameStream) throws -> [UInt8] {
            for _ in 0..<1000 {
                guard let frame = try stream.dequeue() else {
                    usleep(10_000)
                    continue
                }
                defer { try? stream.enqueue(frame) }
                guard let plane = stream.plane(of: frame) else { continue }
                // Below vivid's text.
                let row = plane.height * 3 / 4 * plane.bytesPerRow + plane.first
                return (0..<8).map { plane.bytes[row + (plane.width * ($0 * 2 + 1) / 16) * plane.step] }
            }
            throw HarnessError("vivid gives no frame")
        }
    }
}
