import FocusCore
import Foundation
import Glibc
import LinuxDevices
import Testing

@testable import KioskRuntime

/// Devices that are missing, or connected and cannot be opened.
@Suite(.serialized) struct SearchTests {
    private func withKiosk(
        _ change: (inout KioskOptions) -> Void = { _ in }, _ body: (Session, () throws -> [String]) throws -> Void
    ) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        options.camera = .path(folder + "/camera")
        options.touch = .path(folder + "/touch")
        change(&options)
        let file = folder + "/said"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(descriptor) }
        let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: descriptor)).watched()
        kiosk.life.phase = .running
        try body(kiosk) { try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init) }
    }

    @Test("A device that cannot be opened is announced once and tried again", arguments: [EACCES, EBUSY, EIO, EMFILE])
    func touchscreen(errno: Int32) throws {
        try withKiosk { kiosk, said in
            Interposition.with(Failure("open", errno, times: 3)) {
                for _ in 0..<3 {
                    kiosk.search(.touchscreen)
                    #expect(kiosk.timers.isArmed)
                }
                #expect((try? said().count) == 1)
                // No touchscreen is there any more: only udev can report another one.
                kiosk.search(.touchscreen)
                #expect(!kiosk.timers.isArmed)
            }
            let lines = try said()
            #expect(lines.count == 1)
        }
    }

    @Test("A device that reports itself gone is announced only the second time, and tried again as long as it is there")
    func leaving() throws {
        try withKiosk { kiosk, said in
            Interposition.with(Failure("open", ENODEV, times: 3)) {
                for sentences in [0, 1, 1] {
                    kiosk.search(.touchscreen)
                    #expect(kiosk.timers.isArmed)
                    #expect((try? said().count) == sentences)
                }
                kiosk.search(.touchscreen)
                #expect(!kiosk.timers.isArmed, "what is not connected keeps no timer")
            }
        }
    }

    @Test("An accelerometer that another program blocks is announced once, leaves the engine, and is tried again")
    func busyAccelerometer() throws {
        try withKiosk { kiosk, said in
            let error = DeviceError(
                .busy, .accelerometer, attempt: "wake", subject: "iio:device0", answer: "busy", remedy: nil)
            let news = DeviceNews(kind: .accelerometer, change: .arrived, name: "accel_3d", path: "iio:device0")
            kiosk.handle(AccelerometerSlot.Event.left(news, error))
            kiosk.searchFailed(.accelerometer, error)
            #expect(kiosk.timers.isArmed)
            let lines = try said()
            #expect(lines.count == 2)
            #expect(lines.first?.contains("\"change\":\"left\"") == true)
            #expect(lines.last?.contains("cannot wake iio:device0: busy") == true)
            // It was in use for a while, so its being busy again is announced.
            kiosk.devices[searching: .accelerometer].succeeded(
                at: MonotonicClock.now().advanced(by: .milliseconds(-2000)))
            kiosk.handle(AccelerometerSlot.Event.left(nil, error))
            #expect(try said().count == 3)
        }
    }

    @Test("The same holds for a camera, although its answer comes later")
    func camera() throws {
        try withKiosk { kiosk, said in
            try Interposition.with(Failure("open", EACCES)) {
                kiosk.search(.camera)
                while try kiosk.host.loop.runOnce(timeout: 200) > 0 {}
                #expect(kiosk.timers.isArmed)
                #expect((try? said().count) == 1)
                kiosk.search(.camera)
                while try kiosk.host.loop.runOnce(timeout: 200) > 0 {}
                #expect(!kiosk.timers.isArmed)
            }
            let lines = try said()
            #expect(lines.count == 1)
        }
    }

    @Test("A lens that was named and is missing when its camera comes back is announced once, and tried again")
    func namedLens() throws {
        let change = { (options: inout KioskOptions) in
            options.camera = .path("/dev/lab-camera")
            options.lens = .path("/dev/no-lens")
        }
        try withKiosk(change) { kiosk, said in
            try Interposition.with(BareCamera()) {
                for _ in 0..<3 {
                    kiosk.search(.camera)
                    while try kiosk.host.loop.runOnce(timeout: 500) > 0 {}
                    #expect(kiosk.timers.isArmed && !kiosk.devices.camera.isTaken)
                }
            }
            let lines = try said()
            #expect(lines.count == 1)
            #expect(lines.first?.contains("cannot open /dev/no-lens: no such file or directory.") == true)
            #expect(lines.first?.contains("The camera is not used without the lens that --lens names") == true)
            // The camera itself is gone, which is not announced, and its next arrival starts anew.
            kiosk.search(.camera)
            while try kiosk.host.loop.runOnce(timeout: 500) > 0 {}
            #expect(!kiosk.timers.isArmed)
            #expect(try said().count == 1)
            try Interposition.with(BareCamera()) {
                kiosk.search(.camera)
                while try kiosk.host.loop.runOnce(timeout: 500) > 0 {}
            }
            #expect(try said().count == 2)
        }
    }

    @Test("After one has left another is looked for at once, but not at the end")
    func afterLeaving() throws {
        try withKiosk { kiosk, _ in
            Interposition.with(Failure("open", EACCES, times: 9)) {
                kiosk.handle(TouchscreenSlot.Event.left(nil, nil))
                #expect(kiosk.timers.isArmed, "it was looked for, and found busy")
            }
        }
        try withKiosk { kiosk, said in
            kiosk.stop()
            try Interposition.with(Failure("open", EACCES, times: 9)) {
                kiosk.handle(TouchscreenSlot.Event.left(nil, nil))
                kiosk.handle(CameraSlot.Event.left(nil))
                while try kiosk.host.loop.runOnce(timeout: 20) > 0 {}
            }
            let lines = try said()
            #expect(lines.isEmpty)
        }
    }

    private func failure(_ kind: DeviceError.Kind, _ role: DeviceError.Role = .touchscreen) -> DeviceError {
        DeviceError(kind, role, attempt: "open", subject: "it", answer: "\(kind)")
    }

    @Test("Waits double up to half a minute, and begin anew with a device that stayed")
    func waits() {
        var search = DeviceSearch()
        let start = Instant(nanoseconds: 0)
        func seconds(_ retry: Instant?) -> Double? { retry.map { $0.since(start).seconds } }
        for wanted in [2.0, 4, 8, 16, 30, 30] {
            #expect(seconds(search.failed(failure(.busy), at: start).retry) == wanted)
        }
        search.succeeded(at: start)
        #expect(seconds(search.left(at: start)) == 30, "a device that leaves at once must not keep the program busy")
        search.succeeded(at: start)
        #expect(search.left(at: start.advanced(by: .milliseconds(1000))) == nil)
        let news = search.failed(failure(.busy), at: start)
        #expect(news.sentence != nil && seconds(news.retry) == 2)
        #expect(search.failed(failure(.busy), at: start).sentence == nil)
        #expect(search.failed(failure(.permission), at: start).sentence != nil)
    }

    @Test(
        "What is not connected ends the search, what leaves is news the second time, what is ambiguous is not tried again"
    )
    func consequences() {
        var search = DeviceSearch()
        let now = Instant(nanoseconds: 0)
        #expect(search.failed(failure(.wrongKind), at: now) == DeviceSearch.Consequence(isOver: true))
        for kind in [DeviceError.Kind.gone, .unready] {
            _ = search.failed(failure(.doesNotExist), at: now)
            let (first, second) = (search.failed(failure(kind), at: now), search.failed(failure(kind), at: now))
            #expect(first.sentence == nil && second.sentence == failure(kind).description)
            #expect(first.retry != nil && second.retry != nil)
        }
        #expect(search.failed(failure(.gone), isLeaving: false, at: now).sentence != nil)
        #expect(search.failed(failure(.ambiguous), at: now).retry == nil)
        let lens = search.failed(failure(.doesNotExist, .lens), at: now)
        #expect(lens.retry != nil && lens.sentence?.contains("--lens") == true, "no event reports a lens")
    }
}
