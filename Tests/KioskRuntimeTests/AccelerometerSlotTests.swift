import FocusCore
import Foundation
import Glibc
import Synchronization
import Testing

@testable import KioskRuntime
@testable import LinuxDevices

/// libiio's own description of a machine with a sensor. Nothing can be read from it: interposers answer the reads.
private let twoSensors = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sensors/two-sensors.xml").path

/// A sensor that can only be polled, and whose reads fail for a while.
private final class MoodySensor: SystemCallInterposer {
    let errno = Atomic<Int32>(0)
    /// The answer to a write of the rate.
    let rateErrno = Atomic<Int32>(0)
    let rateWrites = Atomic<Int>(0)
    /// True while another program uses the buffer.
    let hasBufferOn = Atomic<Bool>(false)
    private let file = Atomic<Int32>(-1)

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .library(name: "iio_channel_attr_read_longlong"), .library(name: "iio_channel_attr_read_double"):
            let errno = errno.load(ordering: .relaxed)
            return errno == 0 ? .returned(0) : .failed(errno: errno)
        case .library(name: "iio_attr_read"):
            return .returned(0)
        case .library(name: "iio_device_attr_write"):
            let errno = rateErrno.load(ordering: .relaxed)
            if errno == 0 { rateWrites.add(1, ordering: .relaxed) }
            return errno == 0 ? .returned(0) : .failed(errno: errno)
        case .access: return .failed(errno: EACCES)
        case .open("/sys/bus/iio/devices/iio:device1/buffer/enable", _):
            guard hasBufferOn.load(ordering: .relaxed) else { return .failed(errno: ENOENT) }
            file.store(open("/dev/null", O_RDONLY), ordering: .relaxed)
            return .returned(Int(file.load(ordering: .relaxed)))
        case .read(let fd, let bytes, _):
            guard fd == file.load(ordering: .relaxed) else { return nil }
            bytes.storeBytes(of: UInt8(ascii: "1"), as: UInt8.self)
            return .returned(1)
        case .close(let fd):
            if fd == file.load(ordering: .relaxed) { file.store(-1, ordering: .relaxed) }
            return nil
        default: return nil
        }
    }
}

@Suite struct AccelerometerSlotTests {
    private func withSlot(_ body: (AccelerometerSlot, MoodySensor, () -> [AccelerometerSlot.Event]) throws -> Void)
        throws
    {
        let mood = MoodySensor()
        var events: [AccelerometerSlot.Event] = []
        let slot = AccelerometerSlot(
            selection: .automatic, loop: try EventLoop(),
            open: { _ throws(DeviceError) in
                guard let sensor = IIOContext(xmlFile: twoSensors)?.accelerometers.first else {
                    throw DeviceError(.doesNotExist, .accelerometer, attempt: "find", subject: "it", answer: "no")
                }
                return IIOAccelerometer(sensor)
            })
        slot.handler = { events.append($0) }
        try Interposition.with(mood) {
            try slot.openDevice()
            try body(slot, mood) {
                defer { events = [] }
                return events
            }
        }
    }

    @Test("A sensor that cannot be switched on is announced once, and tried again", arguments: [ENOMEM, EIO, EAGAIN])
    func fails(errno: Int32) throws {
        try withSlot { slot, mood, events in
            mood.errno.store(errno, ordering: .relaxed)
            slot.setAwake(true)
            var told: [Bool] = []
            for _ in 0..<3 {
                for case .wakeFailed(_, let isNews, _) in events() { told.append(isNews) }
                slot.wakeAgain()
            }
            #expect(told == [true, false, false] && slot.isTaken && !slot.isAwake)
            // A sensor that is asleep is not tried; it is tried when it is needed next.
            slot.setAwake(false)
            _ = events()
            slot.wakeAgain()
            #expect(events().isEmpty)
            mood.errno.store(0, ordering: .relaxed)
            slot.setAwake(true)
            #expect(slot.isAwake && slot.isTaken)
            var samples = 0
            for case .sampled in events() { samples += 1 }
            #expect(samples == 1)
        }
    }

    @Test(
        "A sensor that cannot be read beside another program counts as missing, and is not used as long as that lasts"
    )
    func busy() throws {
        try withSlot { slot, mood, events in
            mood.errno.store(EBUSY, ordering: .relaxed)
            slot.setAwake(true)
            #expect(!slot.isTaken)
            guard case .left(_, let error?)? = events().first else {
                Issue.record("it did not leave")
                return
            }
            #expect(error.kind == .busy && error.description.contains("iio-sensor-proxy"))
            mood.hasBufferOn.store(true, ordering: .relaxed)
            for _ in 0..<2 {
                let refusal = #expect(throws: DeviceError.self) { try slot.openDevice() }
                #expect(refusal?.kind == .busy && !slot.isTaken)
            }
            mood.errno.store(0, ordering: .relaxed)
            try slot.openDevice()
            slot.setAwake(true)
            #expect(slot.isAwake && slot.isTaken, "polled, beside the program that has the buffer")
        }
    }

    @Test("A rate that is refused is announced at the first and the last of five attempts to restore it")
    func rate() throws {
        try withSlot { slot, mood, events in
            slot.setAwake(true)
            mood.rateErrno.store(EBUSY, ordering: .relaxed)
            slot.setAwake(false)
            for _ in 0..<9 { slot.restoreRate() }
            var told: [Bool] = []
            var retries = 0
            for case .rateRefused(let error, let isNews, let retry) in events() {
                #expect(error.attempt == "restore the rate of")
                told.append(isNews)
                if retry != nil { retries += 1 }
            }
            #expect(told == [true, false, false, false, true] && retries == 4)
            // The next use ends with another attempt.
            slot.setAwake(true)
            mood.rateErrno.store(0, ordering: .relaxed)
            slot.setAwake(false)
            let isRefused = events().contains { if case .rateRefused = $0 { true } else { false } }
            #expect(!isRefused)
        }
    }

    @Test("A rate is restored even if the sensor has left the slot meanwhile, because it was busy")
    func rateOfBusySensor() throws {
        try withSlot { slot, mood, events in
            slot.setAwake(true)
            mood.rateErrno.store(EBUSY, ordering: .relaxed)
            mood.errno.store(EBUSY, ordering: .relaxed)
            slot.poll()
            #expect(!slot.isTaken)
            let isRefused = events().contains { if case .rateRefused(_, _, _?) = $0 { true } else { false } }
            #expect(isRefused)
            let before = mood.rateWrites.load(ordering: .relaxed)
            mood.rateErrno.store(0, ordering: .relaxed)
            slot.restoreRate()
            slot.restoreRate()
            #expect(mood.rateWrites.load(ordering: .relaxed) == before + 1 && events().isEmpty)
        }
    }

    @Test("A sensor that is gone leaves")
    func gone() throws {
        try withSlot { slot, mood, events in
            mood.errno.store(ENODEV, ordering: .relaxed)
            slot.setAwake(true)
            #expect(!slot.isTaken)
            guard case .left(_, nil)? = events().first else {
                Issue.record("it did not leave")
                return
            }
        }
    }
}
