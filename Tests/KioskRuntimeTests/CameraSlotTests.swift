import FocusCore
import Foundation
import Glibc
import Testing

@testable import KioskRuntime
@testable import LinuxDevices

@Suite struct CameraSlotTests {
    @Test("A camera arrives with its known quirks")
    func quirks() throws {
        let table = QuirkTable([
            QuirkEntry(match: .driver("labdriver"), because: "", file: "", unusable: [.gain], lensDelay: 3),
            QuirkEntry(match: .name("LAB CAMERA"), because: "", file: "", lensDelay: 4),
            QuirkEntry(match: .usb("1234:abcd"), because: "", file: "", lensDelay: 5),
        ])
        try Interposition.with(BareCamera()) {
            let slot = try CameraSlot(selection: .path("/dev/lab-camera"), quirks: table, loop: try EventLoop())
            let description = try #require(try slot.openDevice(unless: { false }))
            #expect(description.quirks.lensDelay == 4 && description.quirks.unusable[0] == .gain)
            #expect(description.controls.isEmpty && slot.arrival?.lens == LensFinding.none)
            slot.leave()
        }
    }

    @Test("A camera does not arrive without the lens that was named")
    func noLens() throws {
        try Interposition.with(BareCamera()) {
            let slot = try CameraSlot(
                selection: .path("/dev/lab-camera"), lens: .path("/dev/no-lens"), loop: try EventLoop())
            let error = #expect(throws: DeviceError.self) { try slot.openDevice(unless: { false }) }
            #expect(
                error?.role == .lens && error?.description.hasPrefix("cannot open /dev/no-lens: no such file") == true)
        }
    }

    @Test("A camera that is plugged in while a search is failing is searched for again")
    func pluggedInDuringSearch() throws {
        try Interposition.with(LateCamera()) {
            let loop = try EventLoop()
            let slot = try CameraSlot(selection: .path("/dev/lab-camera"), loop: loop)
            var failures = 0
            slot.handler = { if case .failed = $0 { failures += 1 } }
            slot.search()
            slot.search()
            for _ in 0..<20 where !slot.isTaken && failures == 0 { try loop.runOnce(timeout: 1000) }
            #expect(slot.isTaken && failures == 0)
            slot.leave()
        }
    }

    @Test("A camera that is unplugged leaves its slot once, and only its own thread has waited for that")
    func unplugged() throws {
        let camera = BareCamera()
        try Interposition.with(camera) {
            let loop = try EventLoop()
            let slot = try CameraSlot(selection: .path("/dev/lab-camera"), loop: loop)
            var departures = 0
            slot.handler = { if case .left = $0 { departures += 1 } }
            _ = try #require(try slot.openDevice(unless: { false }))
            camera.unplug()
            for _ in 0..<20 where slot.isTaken { try loop.runOnce(timeout: 1000) }
            slot.leave()
            #expect(!slot.isTaken && departures == 1)
            // Newer kernels hold a lock for as long as a control call lasts, and poll takes it.
            #expect(!camera.isInEventLoop)
        }
    }

    @Test("Another camera is opened beside the present one: one that cannot be opened changes nothing")
    func offered() throws {
        try Interposition.with(BareCamera()) {
            let loop = try EventLoop()
            let slot = try CameraSlot(selection: .path("/dev/lab-camera"), loop: loop)
            var heard: [String] = []
            slot.handler = { event in
                switch event {
                case .offered(let identity): heard.append("offered \(identity.path)")
                case .offerFailed(let error): heard.append("failed: \(error.kind)")
                default: break
                }
            }
            _ = try #require(try slot.openDevice(unless: { false }))
            let descriptor = slot.arrival?.fileDescriptor
            try slot.offer(.path("/dev/no-camera"))
            for _ in 0..<20 where heard.isEmpty { try loop.runOnce(timeout: 1000) }
            #expect(heard.count == 1 && heard.first?.hasPrefix("failed") == true)
            let isExchanged = slot.exchange()
            #expect(!isExchanged && slot.arrival?.fileDescriptor == descriptor)
            try slot.offer(.path("/dev/lab-camera"))
            for _ in 0..<20 where heard.count < 2 { try loop.runOnce(timeout: 1000) }
            #expect(heard.last == "offered /dev/lab-camera" && slot.arrival?.fileDescriptor == descriptor)
            let isExchangedNow = slot.exchange()
            #expect(isExchangedNow && slot.isTaken && slot.arrival?.fileDescriptor != descriptor)
            slot.leave()
        }
    }

    @Test("A camera that is offered and not wanted any more takes nobody's place")
    func withdrawn() throws {
        try Interposition.with(BareCamera()) {
            let loop = try EventLoop()
            let slot = try CameraSlot(selection: .path("/dev/lab-camera"), loop: loop)
            _ = try #require(try slot.openDevice(unless: { false }))
            try slot.offer(.path("/dev/lab-camera"))
            slot.withdraw()
            let isExchanged = slot.exchange()
            #expect(!isExchanged && slot.isTaken)
            slot.leave()
        }
    }

    @Test("If the other camera has gone when the present one is as it was, that arrives again, with its holder")
    func exchangeFails() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        (options.camera, options.touch, options.motion) = (.path("/dev/lab-camera"), .none, .none)
        options.socket = folder + "/s"
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nowhere) }
        try Interposition.with(BareCamera()) {
            let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: nowhere))
            var heard: [Input.Event] = []
            kiosk.steps.observer = { input, _ in heard.append(input.event) }
            let opening = try kiosk.devices.openAll(unless: { false })
            kiosk.life.phase = .running
            for arrival in opening.arrivals { kiosk.announceAndFeed(arrival) }
            kiosk.feed(.start)
            kiosk.frames.hold(HoldWish(camera: "/dev/lab-camera", sendsTaps: true), by: 1)
            let held = Input.Event.framesHeld(FrameHolder(givesFrames: false, sendsTaps: true))
            #expect(heard.contains(held))
            heard = []
            // It is never there; the switch hears that it was opened.
            kiosk.requests.cameraSwitch.begin("/dev/no-camera", for: 2)
            kiosk.requests.cameraSwitch.offered(
                CameraIdentity(path: "/dev/no-camera", name: "Other", driver: "uvcvideo", busInfo: "usb-2"))
            for _ in 0..<50 where !heard.contains(held) { try kiosk.host.loop.runOnce(timeout: 200) }
            let names = heard.compactMap { event -> String? in
                switch event {
                case .releaseCamera: "release"
                case .cameraLeft: "left"
                case .cameraArrived: "arrived"
                case .framesHeld: event == held ? "held" : "held otherwise"
                default: nil
                }
            }
            #expect(names == ["release", "left", "arrived", "held"] && kiosk.devices.camera.isTaken)
            kiosk.devices.camera.withdraw()
            kiosk.devices.camera.leave()
        }
    }

    @Test("A control that another program changes becomes an input")
    func controlsChanged() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        (options.camera, options.touch, options.motion) = (.path("/dev/lab-camera"), .none, .none)
        (options.socket, options.trace) = (folder + "/s", TraceOptions(.file(folder + "/trace")))
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nowhere) }
        let camera = ChangedCamera()
        try Interposition.with(camera) {
            let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: nowhere)).watched()
            let opening = try kiosk.devices.openAll(unless: { false })
            try kiosk.beginTrace(opening.arrivals)
            kiosk.life.phase = .running
            for arrival in opening.arrivals { kiosk.announceAndFeed(arrival) }
            kiosk.feed(.start)
            camera.change()
            // The camera's thread checks for events after each call.
            kiosk.devices.camera.submit(.call(ControlCall(id: 9999, operation: .read(InlineList<4, ControlID>()))))
            func isRecorded() throws -> Bool {
                try String(contentsOfFile: folder + "/trace", encoding: .utf8).contains("controlsChanged")
            }
            for _ in 0..<100 where try !isRecorded() { try kiosk.host.loop.runOnce(timeout: 200) }
            kiosk.trace.finish()
            kiosk.devices.camera.leave()
        }
        let trace = try String(contentsOfFile: folder + "/trace", encoding: .utf8)
        #expect(trace.split(separator: "\n").count { $0.contains("controlsChanged") } == 1)
    }
}

/// A bare camera with one event about a control when the test asks for it.
private final class ChangedCamera: SystemCallInterposer {
    /// VIDIOC_DQEVENT, and the fields of its struct v4l2_event as they lie in memory: type is V4L2_EVENT_CTRL, and the changes
    /// of the control V4L2_EVENT_CTRL_CH_VALUE.
    private static let dequeueEvent: UInt = 0x8088_5659
    private static let fields: [(offset: Int, value: UInt32)] = [(0, 3), (8, 1)]

    private enum Phase { case quiet, changed, told }

    private let camera = BareCamera()
    private let phase = Locked(Phase.quiet)

    func change() { phase.withLock { $0 = .changed } }

    var isTold: Bool { phase.withLock { $0 == .told } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .ioctl(_, Self.dequeueEvent, let argument):
            let isNews = phase.withLock { phase in
                defer { phase = .told }
                return phase == .changed
            }
            guard isNews else { return .failed(errno: ENOENT) }
            for (offset, value) in Self.fields { argument.storeBytes(of: value, toByteOffset: offset, as: UInt32.self) }
            return .returned(0)
        case .poll(let descriptors, _):
            guard phase.withLock({ $0 == .changed }),
                let place = descriptors.firstIndex(where: { $0.events == Int16(POLLPRI) && $0.fd >= 0 })
            else { return nil }
            descriptors[place].revents = Int16(POLLPRI)
            return .returned(1)
        default:
            return camera.answer(call)
        }
    }
}

/// A camera that cannot be opened yet at the first attempt.
private final class LateCamera: SystemCallInterposer {
    private let camera = BareCamera()
    private let failure = Failure("open", ENODEV)

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        if case .open("/dev/lab-camera", _) = call, let answer = failure.answer(call) { return answer }
        return camera.answer(call)
    }
}
