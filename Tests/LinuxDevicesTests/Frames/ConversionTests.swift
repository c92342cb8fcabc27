import CV4L2
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

/// Frames that cannot be read directly.
extension StreamTests {
    @Test("Where nothing can be read directly, frames are converted; the camera streams its own format")
    func converted() throws {
        try with(Self.jpegDriver) { fake, camera in
            #expect(camera.describe().givesFrames)
            #expect(start(camera).began?.width == 640)
            #expect(fake.driver.withLock { $0.capture.formatsSet } == ["MJPG 640x360"])
            let layout = try #require(camera.frames?.stream.layout)
            #expect(layout.format == .yuv420 && !layout.isLimitedRange)
            fake.expose(.init(sequence: 1, luma: 100))
            fake.expose(.init(sequence: 2, luma: 200))
            let measured = receive(camera).measured
            #expect(measured.map(\.sequence) == [1, 2])
            #expect(measured[1].mean > measured[0].mean)
        }
    }

    /// The measured ones of a number of frames, at 30 a second, of which five a second are due. Each buffer is given
    /// back.
    private func watched(
        _ fake: FakeCamera, _ camera: V4L2Camera, frames: Int, undecodable: Set<Int> = []
    ) -> [UInt32] {
        var request = Self.request
        request.interval = .milliseconds(200)
        _ = start(camera, request)
        let base = MonotonicClock.nanoseconds() - Int64(frames + 15) * 33_333_333
        return (0..<frames).flatMap { sequence in
            fake.expose(
                .init(
                    sequence: UInt32(sequence), time: base + Int64(sequence) * 33_333_333,
                    isDecodable: !undecodable.contains(sequence)))
            let (statistics, errno) = receive(camera)
            #expect(errno == nil && fake.driver.withLock { $0.capture.queued.count } == 4)
            return statistics.map(\.sequence)
        }
    }

    @Test("A frame that is not due is not converted")
    func notDue() throws {
        try with(Self.jpegDriver) { fake, camera in
            let measured = watched(fake, camera, frames: 60)
            #expect(measured == [0, 6, 12, 18, 24, 30, 36, 42, 48, 54])
            #expect(fake.driver.withLock { $0.capture.conversions } == 10)
            #expect(fake.driver.withLock { $0.capture.queued.count } == 4)
        }
    }

    @Test("Of frames that wait for long, only the newest two are converted")
    func lateUnconverted() throws {
        try with(Self.jpegDriver) { fake, camera in
            _ = start(camera)
            for sequence in 1...4 { fake.expose(.init(sequence: UInt32(sequence))) }
            #expect(receive(camera).measured.map(\.sequence) == [3, 4])
            #expect(fake.driver.withLock { $0.capture.conversions } == 2)
            #expect(fake.driver.withLock { $0.capture.queued.count } == 4)
        }
    }

    @Test("Frames that are not due keep the stream alive")
    func notDueAlive() throws {
        try with(Self.jpegDriver) { fake, camera in
            var request = Self.request
            request.interval = .milliseconds(60_000)
            _ = start(camera, request)
            for (sequence, time) in [0, 1900, 3800, 5700].enumerated() {
                fake.expose(.init(sequence: UInt32(sequence)))
                #expect(receive(camera, Int64(time)).errno == nil)
            }
            #expect(fake.driver.withLock { $0.capture.conversions } == 1)
            #expect(receive(camera, 7900).errno == ETIMEDOUT)
        }
    }

    @Test("A frame that cannot be converted counts as unreadable and is given back; the next one is due in its place")
    func unconvertible() throws {
        try with(Self.jpegDriver) { fake, camera in
            let measured = watched(fake, camera, frames: 20, undecodable: [0, 7, 8])
            #expect(measured == [1, 9, 15])
            fake.expose(.init(sequence: 21, isDecodable: false))
            #expect(receive(camera, 2500).errno == EIO)
        }
    }

    @Test("A stream whose frames can all not be converted ends like one of broken frames")
    func neverConvertible() throws {
        try with(Self.jpegDriver) { fake, camera in
            _ = start(camera)
            for time in [1000, 2000, 3000] {
                // More than are measured at once: the skipped frames show nothing.
                for sequence in 1...4 { fake.expose(.init(sequence: UInt32(sequence), isDecodable: false)) }
                #expect(receive(camera, Int64(time)).errno == nil)
            }
            fake.expose(.init(sequence: 5, isDecodable: false))
            #expect(receive(camera, 4100).errno == EIO)
            #expect(camera.frames == nil)
        }
    }

    @Test("An empty frame is broken without being decoded; the driver's failure ends the stream, as for any stream")
    func emptyAndFailed() throws {
        try with(Self.jpegDriver) { fake, camera in
            _ = start(camera)
            fake.expose(.init(sequence: 1, bytesUsed: 0))
            #expect(receive(camera).measured.isEmpty)
            #expect(fake.driver.withLock { $0.capture.conversions } == 0)
            fake.failDequeue(EIO)
            #expect(receive(camera).errno == EIO)
        }
    }

    @Test("A JPEG without an end marker counts as cut off if those before it had one")
    func cutOff() throws {
        try with(Self.jpegDriver) { fake, camera in
            _ = start(camera)
            // A single end marker may be a coincidence; eight in a row are not, until more than eight lack it.
            let ends =
                [false, true, false] + Array(repeating: true, count: 8) + [false, true]
                + Array(repeating: false, count: 10)
            var unmeasured: [Int] = []
            for (index, hasEnd) in ends.enumerated() {
                fake.expose(.init(sequence: UInt32(index), hasEndMarker: hasEnd))
                if receive(camera).measured.isEmpty { unmeasured.append(index) }
            }
            #expect(unmeasured == [11] + Array(13...20))
        }
    }

    @Test("A camera whose formats nobody can decode gives no frames, and is not streamed")
    func undecodable() throws {
        for formats: [FakeCapture.Format] in [[], [.init(format: "H264")], [.init(format: "ABCD")]] {
            var driver = Self.driver
            driver.capture.formats = formats
            driver.capture.unknownFormats = [.mjpeg, "ABCD"]
            try with(driver) { fake, camera in
                #expect(!camera.describe().givesFrames)
                #expect(start(camera).errno == EINVAL)
                #expect(fake.driver.withLock { $0.openDescriptors.count } == 1)
            }
        }
    }

    @Test("Of two formats that need conversion, the one that can be converted is used")
    func knownFormat() throws {
        var driver = Self.jpegDriver
        driver.capture.formats.append(.init(format: "RGB3", sizes: Self.sizes))
        for (unknown, expected): (PixelFormat, String) in [(.mjpeg, "RGB3 640x360"), ("RGB3", "MJPG 640x360")] {
            driver.capture.unknownFormats = [unknown]
            try with(driver) { fake, camera in
                #expect(camera.describe().givesFrames)
                #expect(start(camera).errno == 0)
                #expect(fake.driver.withLock { $0.capture.formatsSet.last } == expected)
            }
        }
    }

    @Test("A camera that libv4lconvert fails on is read directly, more slowly, where that is possible")
    func fallback() throws {
        var driver = Self.driver
        driver.capture.unknownFormats = [.mjpeg]
        driver.capture.formats[1].rates = [5]
        try with(driver) { fake, camera in
            #expect(start(camera).errno == 0)
            #expect(fake.driver.withLock { $0.capture.formatsSet.last } == "YUYV 640x360")
        }
    }
}
