import FocusCore
import Glibc
import LinuxDevices
import Testing

@testable import KioskRuntime

@Suite struct CameraSlotTests {
    @Test("A camera arrives with what is known of it besides")
    func quirks() throws {
        let table = QuirkTable([
            QuirkEntry(match: .driver("labdriver"), because: "", file: "", unusable: [.gain], lensDelay: 3),
            QuirkEntry(match: .name("LAB CAMERA"), because: "", file: "", lensDelay: 4),
            QuirkEntry(match: .usb("1234:abcd"), because: "", file: "", lensDelay: 5),
        ])
        try Interposition.with(BareCamera()) {
            let slot = try CameraSlot(selection: .path("/dev/lab-camera"), quirks: table, loop: try EventLoop())
            let description = try #require(try slot.take(unless: { false }))
            #expect(description.quirks.lensDelay == 4 && description.quirks.unusable[0] == .gain)
            #expect(description.controls.isEmpty && slot.lensFinding == .none)
            slot.leave()
        }
    }

    @Test("A lens that was named and is not there is why there is no camera")
    func noLens() throws {
        try Interposition.with(BareCamera()) {
            let slot = try CameraSlot(
                selection: .path("/dev/lab-camera"), lens: .path("/dev/no-lens"), loop: try EventLoop())
            let error = #expect(throws: DeviceError.self) { try slot.take(unless: { false }) }
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
