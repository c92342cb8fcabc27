import CV4L2
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

extension OnARealKernel {
    /// Frames that have to be converted, are broken, or do not arrive.
    @Suite(.enabled(if: Guest.hasRegion, "one kernel is enough: on 6.1 uvcvideo drops bad frames itself"))
    struct FrameTrouble {
        private static let region = NormalizedRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        private static let request = FrameRequest(focus: region, exposure: region)

        private func with(_ format: String, _ body: (VirtualKiosk, FrameWatch) throws -> Void) throws {
            let kiosk = try VirtualKiosk(["--devices", "camera", "--format", format])
            defer { kiosk.quit() }
            try body(kiosk, try FrameWatch(.path(try kiosk.tell("await camera"))))
        }

        @Test("MJPEG is decoded by libv4lconvert, with black at 0, and the camera streams MJPEG for others again")
        func mjpeg() throws {
            try with("mjpeg") { kiosk, watch in
                for _ in 1...2 {
                    let began = try #require(try watch.start(Self.request))
                    print("\(began.width) × \(began.height): sequences \(try watch.frames(10).map(\.sequence))")
                    try watch.stop()
                }
                let camera = try DeviceFinder().openCamera(.path(try kiosk.tell("await camera")))
                let present = try #require(FormatCatalogue.present(camera.fileDescriptor))
                try #require(PixelFormat(rawValue: present.pixelformat) == .mjpeg)
                try #require(camera.describe().givesFrames)
                let size = FrameSize(width: Int(present.width), height: Int(present.height))
                let stream = try FrameStream(
                    path: camera.identity.path, sameAs: camera.fileDescriptor,
                    choice: FrameChoice(format: .mjpeg, size: size), FrameSettings())
                try #require(stream.layout.format == .yuv420 && !stream.layout.isLimitedRange)
            }
        }

        @Test(
            "Broken, short and missing frames are not measured, and the stream goes on", arguments: ["yuyv", "mjpeg"])
        func broken(format: String) throws {
            try with(format) { kiosk, watch in
                try #require(try watch.start(Self.request) != nil)
                _ = try watch.frames(3)
                for trouble in ["corrupt 3", "short 3", "drop 5"] {
                    try kiosk.tell("frames \(trouble)")
                    let frames = try watch.frames(8)
                    print("\(format), \(trouble): \(frames.map(\.sequence))")
                    for (earlier, later) in zip(frames, frames.dropFirst()) {
                        try #require(later.sequence > earlier.sequence)
                    }
                }
            }
        }

        @Test(
            "A camera that stops sending ends its stream, and can be started again", arguments: ["yuyv", "mjpeg"])
        func silent(format: String) throws {
            try with(format) { kiosk, watch in
                try #require(try watch.start(Self.request) != nil)
                _ = try watch.frames(3)
                try kiosk.tell("frames stop")
                try #require(try watch.end() == ETIMEDOUT)
                try kiosk.tell("frames go")
                try #require(try watch.start(Self.request) != nil)
                _ = try watch.frames(3)
                try kiosk.tell("unplug camera")
                try #require(try watch.end() == ENODEV)
            }
        }

        @Test("A format that no decoder knows gives no frames")
        func undecodable() throws {
            try with("unknown") { kiosk, watch in
                let camera = try DeviceFinder().openCamera(.path(try kiosk.tell("await camera")))
                print(FormatCatalogue.formats(of: camera.fileDescriptor))
                try #require(!camera.describe().givesFrames)
                try #require(try watch.start(Self.request) == nil && watch.errno == EINVAL)
            }
        }
    }
}
