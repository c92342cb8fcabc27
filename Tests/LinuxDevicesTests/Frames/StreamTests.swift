import CV4L2
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("A camera streams for as long as frames are needed, and is left as it was found")
struct StreamTests {
    static let sizes: OfferedSizes = .discrete([
        FrameSize(width: 160, height: 90), FrameSize(width: 640, height: 360), FrameSize(width: 1280, height: 720),
    ])

    static var driver: FakeCamera.Driver {
        var driver = FakeCamera.Driver.webcam
        driver.capture.formats = [
            .init(format: .mjpeg, sizes: sizes), .init(format: .yuyv, sizes: sizes, rates: [60, 30, 15]),
        ]
        return driver
    }

    /// A camera whose frames have to be converted.
    static var jpegDriver: FakeCamera.Driver {
        var driver = driver
        driver.capture.formats.removeLast()
        return driver
    }

    static let request = FrameRequest(
        focus: NormalizedRectangle(x: 0.4, y: 0.4, width: 1.0 / 6, height: 1.0 / 6), exposure: .whole)

    /// A camera that is described, on a fake kernel.
    func with(_ driver: FakeCamera.Driver = driver, _ body: (FakeCamera, V4L2Camera) throws -> Void) throws {
        let fake = FakeCamera(driver)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            _ = camera.describe()
            try body(fake, camera)
        }
        #expect(!fake.hasOpenDescriptors)
        #expect(!fake.driver.withLock { $0.capture.isInUse })
    }

    func start(_ camera: V4L2Camera, _ request: FrameRequest = request, id: UInt32 = 1) -> CameraEvent {
        camera.carryOut(.requestFrames(id: id, request))
    }

    func stop(_ camera: V4L2Camera, id: UInt32 = 1) -> CameraEvent {
        camera.carryOut(.releaseFrames(id: id))
    }

    func receive(
        _ camera: V4L2Camera, _ milliseconds: Int64 = 0, after begin: Instant = MonotonicClock.now()
    ) -> (measured: [FrameStatistics], errno: Int32?) {
        let (measured, end) = camera.receiveFrames(
            now: begin.advanced(by: .milliseconds(milliseconds)), hasFailed: false)
        guard case .lost(_, let errno)? = end else { return (measured, nil) }
        return (measured, errno)
    }

    @Test("It reports size and interval, and restores format and interval")
    func restored() throws {
        try with { fake, camera in
            let result = start(camera)
            #expect(result.errno == 0)
            let interval = TimeSpan(nanoseconds: 33_333_333)
            let began = FramesBegan(
                request: 1, width: 640, height: 360, interval: interval, measure: Int64(LumaMeasurement.version))
            #expect(result.began == began)
            #expect(camera.imageSize() == (1280, 720))
            #expect(start(camera, id: 2).errno == 0)
            #expect(stop(camera) == .frames(.ended(request: 1)))
            let capture = fake.driver.withLock { $0.capture }
            #expect(capture.formatsSet == ["YUYV 640x360", "MJPG 1280x720"])
            #expect(capture.ratesSet == [30, 25])
            #expect(!capture.isInUse)
            #expect(camera.imageSize() == (1280, 720))
            #expect(stop(camera) == .frames(.ended(request: 1)))
        }
    }

    @Test("The interval is restored even if we set none, because setting the format has changed it")
    func restoredInterval() throws {
        var driver = Self.driver
        driver.capture.formats[1].rates = []
        try with(driver) { fake, camera in
            #expect(start(camera).began?.interval == TimeSpan(nanoseconds: 66_666_667))
            #expect(stop(camera) == .frames(.ended(request: 1)))
            let capture = fake.driver.withLock { $0.capture }
            #expect(capture.ratesSet == [25] && capture.interval == FrameInterval(1, 25))
        }
    }

    @Test("A camera that is let go is left as it was, too")
    func released() throws {
        try with { fake, camera in _ = start(camera) }
    }

    @Test("A smaller region needs larger frames; a larger one is measured in those that are there")
    func restart() throws {
        try with { fake, camera in
            _ = start(camera, FrameRequest(focus: .whole, exposure: .whole))
            _ = start(camera)
            _ = start(camera, FrameRequest(focus: .whole, exposure: .whole), id: 3)
            fake.expose(.init(sequence: 1))
            #expect(receive(camera).measured.map(\.request) == [3])
            let none = NormalizedRectangle(x: 0, y: 0, width: 0, height: 0)
            _ = start(camera, FrameRequest(focus: none, exposure: none))
            _ = start(camera, FrameRequest(focus: none, exposure: .whole))
            let set = fake.driver.withLock { $0.capture.formatsSet }
            #expect(
                set == [
                    "YUYV 160x90", "MJPG 1280x720", "YUYV 640x360", "MJPG 1280x720", "YUYV 1280x720",
                ])
        }
    }

    @Test(
        "A program that streams already is not disturbed, at whichever call that is noticed",
        arguments: [
            tapfocus_vidioc_s_fmt, tapfocus_vidioc_reqbufs, tapfocus_vidioc_querybuf, tapfocus_vidioc_qbuf,
            tapfocus_vidioc_streamon,
        ])
    func busy(request: UInt) throws {
        try with { fake, camera in
            fake.driver.withLock { $0.capture.refusals[request] = EBUSY }
            #expect(start(camera) == .frames(.unavailable(request: 1, errno: EBUSY)))
            #expect(!fake.driver.withLock { $0.capture.isInUse && request != tapfocus_vidioc_reqbufs })
            #expect(fake.driver.withLock { $0.openDescriptors.count } == 1)
            #expect(fake.driver.withLock { $0.capture.width } == 1280)
            fake.driver.withLock { $0.capture.refusals = [:] }
            #expect(start(camera, id: 2).errno == 0)
        }
    }

    @Test("Every frame is measured once, with its number, its time and the values in effect")
    func frames() throws {
        try with { fake, camera in
            _ = start(camera)
            var settings = InlineList<4, ControlSetting>()
            settings.append(ControlSetting(.focusAbsolute, .integer(52)))
            let before = MonotonicClock.nanoseconds() / 1000 * 1000
            #expect(camera.perform(ControlCall(id: 2, operation: .write(settings))).errno == 0)
            let after = MonotonicClock.nanoseconds() / 1000 * 1000 + 1000
            fake.expose(.init(sequence: 7, time: before))
            fake.expose(.init(sequence: 9, time: after))
            let (measured, errno) = receive(camera)
            #expect(errno == nil)
            #expect(measured.map(\.sequence) == [7, 9])
            #expect(measured.map(\.request) == [1, 1])
            #expect(measured.map(\.captured.nanoseconds) == [before, after])
            #expect(measured.map(\.lens) == [nil, 50])
            #expect(receive(camera).measured.isEmpty)
            #expect(fake.driver.withLock { $0.capture.queued.count } == 4)
        }
    }

    @Test("A time may be that of the end of the exposure, or missing")
    func times() throws {
        try with { fake, camera in
            var settings = InlineList<4, ControlSetting>()
            settings.append(ControlSetting(.exposureAbsolute, .integer(100)))
            let before = MonotonicClock.now()
            _ = camera.perform(ControlCall(id: 2, operation: .write(settings)))
            let now = MonotonicClock.now()
            _ = start(camera)
            let end = tapfocus_buffer_flag_time_monotonic
            // A frame takes 33 ms: the exposure of one began before the write, that of the other after it.
            let soon = before.nanoseconds + 20_000_000
            let late = now.nanoseconds + 50_000_000
            fake.expose(.init(sequence: 0, flags: end, time: soon))
            fake.expose(.init(sequence: 1, flags: end, time: late))
            let measured = receive(camera).measured
            #expect(measured.map(\.exposure) == [nil, 100])
            fake.expose(.init(sequence: 2, flags: 0, time: 12_345))
            fake.expose(.init(sequence: 3, time: 12_345))
            for statistics in receive(camera).measured {
                #expect(statistics.captured >= now && statistics.captured <= MonotonicClock.now())
            }
        }
    }

    @Test("Of frames that wait for long, only the newest two are measured; all others are measured")
    func late() throws {
        try with { fake, camera in
            _ = start(camera)
            for sequence in 1...4 { fake.expose(.init(sequence: UInt32(sequence))) }
            #expect(receive(camera).measured.map(\.sequence) == [3, 4])
            #expect(fake.driver.withLock { $0.capture.queued.count } == 4)
        }
    }

    @Test("Frames that are not due are given back unread")
    func interval() throws {
        try with { fake, camera in
            var request = Self.request
            request.interval = .milliseconds(100)
            _ = start(camera, request)
            // All of them are in the past: a future time would count as now.
            let base = MonotonicClock.nanoseconds() - 1_000_000_000
            var measured: [UInt32] = []
            for sequence in 0..<12 {
                // Sometimes a little early, like real frames.
                let jitter: Int64 = sequence % 3 == 0 ? -2_000_000 : 0
                fake.expose(.init(sequence: UInt32(sequence), time: base + Int64(sequence) * 33_333_333 + jitter))
                // A frame's time is never later than the moment at which it is read.
                measured += receive(camera, Int64(sequence + 1) * 34).measured.map(\.sequence)
            }
            #expect(measured == [0, 3, 6, 9])
        }
    }

    @Test("Frames that are marked as broken, short or empty are not measured, and the stream goes on")
    func broken() throws {
        try with { fake, camera in
            _ = start(camera)
            let flags = tapfocus_buffer_flag_time_monotonic
            for (index, frame) in [
                FakeCapture.Frame(sequence: 0, flags: flags | tapfocus_buffer_flag_error),
                .init(sequence: 1, bytesUsed: 0), .init(sequence: 2, bytesUsed: 640 * 360 * 2 - 1),
                .init(sequence: 3, bytesUsed: .max), .init(sequence: 4),
            ].enumerated() {
                fake.expose(frame)
                #expect(receive(camera).measured.map(\.sequence) == (index < 3 ? [] : [UInt32(index)]))
            }
            #expect(fake.driver.withLock { $0.capture.queued.count } == 4)
        }
    }

    @Test("A stream without frames ends after two seconds; one that never begins, after four")
    func silence() throws {
        try with { fake, camera in
            // The stream begins between these two times, however busy the machine is.
            let before = MonotonicClock.now()
            _ = start(camera)
            #expect(receive(camera, 3900, after: before).errno == nil)
            #expect(receive(camera, 4100, after: MonotonicClock.now()).errno == ETIMEDOUT)
            #expect(camera.frames == nil)
            _ = start(camera)
            fake.expose(.init(sequence: 1))
            let first = MonotonicClock.now()
            #expect(receive(camera, 0, after: first).errno == nil)
            #expect(receive(camera, 1900, after: first).errno == nil)
            #expect(receive(camera, 2100, after: first).errno == ETIMEDOUT)
            _ = start(camera)
            fake.expose(.init(sequence: 1, bytesUsed: 0))
            #expect(receive(camera, 4100, after: MonotonicClock.now()).errno == EIO)
        }
    }

    @Test(
        "A stream that breaks ends with the reason, and can be started again", arguments: [ENODEV, EIO, EINVAL, EPIPE])
    func ends(errno: Int32) throws {
        try with { fake, camera in
            _ = start(camera)
            fake.expose(.init(sequence: 1))
            _ = receive(camera)
            fake.failDequeue(errno)
            #expect(receive(camera).errno == errno)
            #expect(receive(camera).errno == nil)
            #expect(start(camera).errno == 0)
            fake.driver.withLock { $0.capture.refusals[tapfocus_vidioc_qbuf] = errno }
            fake.expose(.init(sequence: 2))
            let (measured, answer) = receive(camera)
            #expect(measured.count == 1 && answer == errno)
        }
    }

    @Test("An error that only poll reports ends the stream, and so does another size of the picture")
    func failure() throws {
        try with { fake, camera in
            _ = start(camera)
            let (_, end) = camera.receiveFrames(now: MonotonicClock.now(), hasFailed: true)
            #expect(end == .lost(request: 1, errno: EIO))
            _ = start(camera)
            fake.driver.withLock { $0.capture.hasSourceChange = true }
            #expect(receive(camera).errno == EPIPE)
        }
    }

    @Test("A refused format is replaced by the next best one, and finally by conversion")
    func refusedFormats() throws {
        for (refused, expected): (Set<PixelFormat>, String) in [
            ([.nv12], "YUYV 640x360"), ([.nv12, .yuyv], "MJPG 640x360"),
        ] {
            var driver = Self.driver
            driver.capture.formats.append(.init(format: .nv12, sizes: Self.sizes))
            driver.capture.refusedFormats = refused
            try with(driver) { fake, camera in
                #expect(start(camera).errno == 0)
                #expect(fake.driver.withLock { $0.capture.formatsSet } == [expected])
            }
            driver.capture.unknownFormats = [.mjpeg]
            driver.capture.refusedFormats = [.nv12, .yuyv]
            try with(driver) { fake, camera in #expect(start(camera).errno == EINVAL) }
        }
    }

    @Test("A refused present format is also replaced if no other size has its shape")
    func refusedPresentFormat() throws {
        var driver = Self.driver
        (driver.capture.format, driver.capture.width, driver.capture.height) = (.yuyv, 1000, 1000)
        driver.capture.refusedFormats = [.yuyv]
        try with(driver) { fake, camera in
            #expect(start(camera).errno == 0)
            #expect(fake.driver.withLock { $0.capture.formatsSet } == ["MJPG 1000x1000"])
        }
    }

    @Test("More buffers than asked for are used, and none is an error")
    func buffers() throws {
        var driver = Self.driver
        driver.capture.bufferCount = 7
        try with(driver) { fake, camera in
            #expect(start(camera).errno == 0)
            #expect(fake.driver.withLock { $0.capture.queued.count } == 7)
        }
        driver.capture.bufferCount = 0
        try with(driver) { fake, camera in #expect(start(camera).errno == ENOMEM) }
    }
}
