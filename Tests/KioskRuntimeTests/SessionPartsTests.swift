import FocusCore
import Glibc
import Testing

@testable import KioskRuntime
@testable import LinuxDevices

/// The parts of a session, each without the others.
@Suite struct SessionPartsTests {
    private func audience(_ descriptor: Int32) -> Audience { Audience(Announcer(isJSON: true, descriptor: descriptor)) }

    @Test("Before the socket is there, what is said is printed, and nobody watches or is refused")
    func printed() {
        let (reader, writer) = makePipe()
        let audience = audience(writer)
        audience.say(.error("for all"))
        audience.tellWatchers(.error("for clients"))
        audience.refuse(.status, of: 7, because: "for one")
        close(writer)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(reader, &bytes, bytes.count)
        close(reader)
        let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        #expect(text.contains("for all") && !text.contains("for clients") && !text.contains("for one"))
    }

    @Test("A trace that nobody wants takes lines and words, and is not tried again")
    func noTrace() throws {
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nowhere) }
        let trace = SessionTrace(try EventLoop(), audience(nowhere), EngineSteps(Configuration()))
        var alarms = 0
        trace.watchRetry = { _ in alarms += 1 }
        trace.flush()
        trace.mark("blurred")
        trace.beginNextFile()
        trace.retry()
        trace.finish()
        #expect(trace.recorder == nil && trace.written == nil && alarms == 0)
    }

    @Test("A slot without a device misses it, unless the user chose none; what is unplugged leaves an empty slot alone")
    func slots() throws {
        var options = KioskOptions()
        options.motion = .none
        let devices = try Devices(options, loop: try EventLoop(), remembered: { _ in [] })
        for subsystem in DeviceChange.Subsystem.allCases {
            devices.remove(DeviceChange(kind: .removed, subsystem: subsystem, path: nil, systemName: ""))
        }
        #expect(DeviceNews.Kind.allCases.map { devices[$0].isMissing } == [true, true, false])
        #expect(DeviceNews.Kind.allCases.allSatisfy { !devices[$0].isTaken })
        #expect(Devices.Arrival.accelerometer.kind == .accelerometer)
    }
}
