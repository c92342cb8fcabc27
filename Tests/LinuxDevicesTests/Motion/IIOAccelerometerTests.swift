import FocusCore
import Foundation
import Glibc
import Testing

@testable import LinuxDevices

/// libiio's own description of a machine with sensors. Nothing can be read from it: interposers answer the reads.
private let twoSensors = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Sensors/two-sensors.xml").path

/// Answers attribute reads with success, without setting the value, which stays 0.
private final class ReadableSensor: SystemCallInterposer {
    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .library(name: "iio_channel_attr_read_longlong"), .library(name: "iio_channel_attr_read_double"):
            .returned(0)
        case .access: .failed(errno: EACCES)
        default: nil
        }
    }
}

/// The files of the sensor iio:device1, whose driver refuses another rate while the buffer is on.
private final class SensorFiles: SystemCallInterposer, @unchecked Sendable {
    private static let buffer = "/sys/bus/iio/devices/iio:device1/buffer/enable"
    /// True while the buffer is on; another program has switched it on initially.
    var isOn = true
    var isAnothers = false
    /// The errno of opening the sensor's node; 0 if it opens.
    var nodeErrno: Int32 = 0
    /// The errno of every write of the rate; 0 for the driver's own behaviour.
    var rateErrno: Int32 = 0
    /// Number of libiio's writes to the sensor that were accepted.
    private(set) var writes = 0
    private(set) var refusedWrites = 0
    private var open: Set<Int32> = []

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .library(name: "iio_channel_attr_read_longlong"), .library(name: "iio_channel_attr_read_double"),
            .library(name: "iio_attr_read"), .access:
            return .returned(0)
        case .library(name: "iio_device_attr_write"):
            let errno = rateErrno == 0 && isOn ? EBUSY : rateErrno
            if errno == 0 { writes += 1 } else { refusedWrites += 1 }
            return errno == 0 ? .returned(0) : .failed(errno: errno)
        case .open(Self.buffer, _):
            let fd = Glibc.open("/dev/null", O_RDONLY)
            open.insert(fd)
            return .returned(Int(fd))
        case .open("/dev/iio:device1", _):
            return nodeErrno == 0 ? .returned(Int(Glibc.open("/dev/null", O_RDONLY))) : .failed(errno: nodeErrno)
        case .read(let fd, let bytes, _):
            guard open.contains(fd) else { return nil }
            bytes.storeBytes(of: UInt8(ascii: isOn ? "1" : "0"), as: UInt8.self)
            return .returned(1)
        case .close(let fd):
            open.remove(fd)
            return nil
        default:
            return nil
        }
    }
}

/// A stream that switches the buffer of `SensorFiles` on and off, and has one sample.
private final class StubBuffer: SampleBuffer {
    private let files: SensorFiles
    private var isOpen = true
    let fileDescriptor: Int32 = -1

    init(_ files: SensorFiles) {
        self.files = files
        files.isOn = true
    }

    var isLost: Bool { !files.isOn || files.isAnothers }

    func readSamples(
        _ conversion: AccelerationConversion, _ body: (Acceleration, Instant) -> Void
    ) throws(SystemError) {
        body(Acceleration(x: 0, y: 0, z: 1), MonotonicClock.now())
    }

    func close() -> Bool {
        guard isOpen else { return false }
        isOpen = false
        if !files.isAnothers { files.isOn = false }
        return files.isAnothers
    }
}

@Suite("An accelerometer is found by its axes, and sleeps until it is needed")
struct IIOAccelerometerTests {
    @Test("A device without three axes of acceleration is no accelerometer")
    func byChannels() throws {
        let identities = try makeContext().accelerometers.map(\.identity)
        #expect(identities == [AccelerometerIdentity(id: "iio:device1", name: "accel_3d", label: "accel-display")])
    }

    @Test("Without permission for the buffer it is polled, and asleep again it needs nothing")
    func polled() throws {
        try Interposition.with(ReadableSensor()) {
            let accelerometer = IIOAccelerometer(try #require(try makeContext().accelerometers.first))
            #expect(accelerometer.pollInterval == nil)
            var count = 0
            try accelerometer.readSamples { _, _ in count += 1 }
            #expect(count == 0)
            try accelerometer.wake()
            try accelerometer.wake()
            #expect(accelerometer.access == .polled(SystemError(EACCES)))
            #expect(accelerometer.pollInterval == .milliseconds(50))
            #expect(accelerometer.fileDescriptor == nil)
            try accelerometer.readSamples { sample, _ in
                #expect(sample == Acceleration(x: 0, y: 0, z: 0))
                count += 1
            }
            #expect(count == 1)
            accelerometer.sleep()
            accelerometer.sleep()
            #expect(accelerometer.pollInterval == nil)
        }
    }

    @Test("Every errno of a read becomes an error; a vanished sensor is gone", arguments: someErrnos)
    func faults(errno: Int32) throws {
        for occurrence in 1...6 {
            let kernel = FaultyKernel(
                ReadableSensor(),
                fault: .init(call: "iio_channel_attr_read_longlong", occurrence: occurrence, errno: errno, stays: true))
            try Interposition.with(kernel) {
                let accelerometer = IIOAccelerometer(try #require(try makeContext().accelerometers.first))
                let error = #expect(throws: DeviceError.self) {
                    try accelerometer.wake()
                    try accelerometer.readSamples { _, _ in }
                }
                #expect(error?.subject == "iio:device1 (accel_3d)")
                if errno == ENOENT || errno == ENODEV { #expect(error?.kind == .gone) }
                accelerometer.sleep()
            }
        }
    }

    @Test("A buffer that another program has switched on is left alone: nothing is written, and the sensor is polled")
    func foreignBuffer() throws {
        let sysfs = SensorFiles()
        let kernel = FaultyKernel(sysfs)
        try Interposition.with(kernel) {
            var streams = 0
            let accelerometer = IIOAccelerometer(try #require(try makeContext().accelerometers.first)) { _ in
                streams += 1
                return StubBuffer(sysfs)
            }
            try accelerometer.checkAccess()
            #expect(accelerometer.reading == .polledBesideAnother)
            try accelerometer.wake()
            #expect(accelerometer.access == .polled(SystemError(EBUSY)))
            #expect(accelerometer.pollInterval == .milliseconds(50))
            accelerometer.sleep()
            #expect(streams == 0 && sysfs.isOn && sysfs.writes == 0)
            // The buffer is checked again at each wake.
            sysfs.isOn = false
            #expect(accelerometer.reading == .streamed && streams == 0)
            try accelerometer.wake()
            #expect(accelerometer.access == .buffered && streams == 1)
            accelerometer.sleep()
            #expect(!sysfs.isOn)
            sysfs.isOn = true
            try accelerometer.wake()
            #expect(accelerometer.access == .polled(SystemError(EBUSY)) && streams == 1)
        }
    }

    @Test("A sensor that cannot be read while another program uses its buffer is busy")
    func foreignBufferRefusesReads() throws {
        let sysfs = SensorFiles()
        let fault = FaultyKernel.Fault(
            call: "iio_channel_attr_read_longlong", occurrence: 1, errno: EBUSY, stays: true)
        try Interposition.with(FaultyKernel(sysfs, fault: fault)) {
            let accelerometer = IIOAccelerometer(try #require(try makeContext().accelerometers.first))
            let refusal = #expect(throws: DeviceError.self) { try accelerometer.checkAccess() }
            let error = #expect(throws: DeviceError.self) { try accelerometer.wake() }
            #expect(error?.kind == .busy && refusal == error && accelerometer.access == nil)
            #expect(accelerometer.reading == error.map { .refused($0) })
            #expect(error?.description.contains("iio-sensor-proxy") == true)
            #expect(sysfs.writes == 0)
        }
    }

    @Test("A program that has the node open is not disturbed, although the buffer is off")
    func nodeIsOpen() throws {
        let sysfs = SensorFiles()
        sysfs.isOn = false
        sysfs.nodeErrno = EBUSY
        try Interposition.with(sysfs) {
            let accelerometer = IIOAccelerometer(try #require(try makeContext().accelerometers.first)) { _ in
                Issue.record("libiio was asked for a buffer")
                return StubBuffer(sysfs)
            }
            try accelerometer.wake()
            #expect(accelerometer.access == .polled(SystemError(EBUSY)) && sysfs.writes == 0)
        }
    }

    @Test(
        "The rate is put back after the buffer is off, even if a sample that is handed out puts the sensor to sleep"
    )
    func rateAfterBuffer() throws {
        let sysfs = SensorFiles()
        sysfs.isOn = false
        try Interposition.with(sysfs) {
            let accelerometer = IIOAccelerometer(try #require(try makeContext().accelerometers.first)) { _ in
                StubBuffer(sysfs)
            }
            try accelerometer.wake()
            #expect(sysfs.writes == 1, "the rate that is wanted")
            var samples = 0
            try accelerometer.readSamples { _, _ in
                samples += 1
                #expect(accelerometer.sleep() == nil)
            }
            #expect(samples == 1 && sysfs.writes == 2 && sysfs.refusedWrites == 0 && !sysfs.isOn)
        }
    }

    @Test("A refused rate is an error each time, until it is restored; for a sensor that is gone it is no error")
    func refusedRate() throws {
        let sysfs = SensorFiles()
        sysfs.isOn = false
        try Interposition.with(sysfs) {
            let accelerometer = IIOAccelerometer(try #require(try makeContext().accelerometers.first)) { _ in
                StubBuffer(sysfs)
            }
            try accelerometer.wake()
            sysfs.rateErrno = EBUSY
            for _ in 0..<3 {
                let error = accelerometer.sleep()
                #expect(error?.kind == .busy)
                #expect(error?.description.hasPrefix("cannot restore the rate of iio:device1 (accel_3d): ") == true)
            }
            sysfs.rateErrno = 0
            #expect(accelerometer.sleep() == nil && sysfs.writes == 2)
            #expect(accelerometer.sleep() == nil && sysfs.writes == 2, "once is enough")
            try accelerometer.wake()
            sysfs.rateErrno = ENODEV
            #expect(accelerometer.sleep() == nil)
        }
    }

    @Test("A stream that another program has taken over is left to it")
    func takenStream() throws {
        let sysfs = SensorFiles()
        sysfs.isOn = false
        try Interposition.with(sysfs) {
            let accelerometer = IIOAccelerometer(try #require(try makeContext().accelerometers.first)) { _ in
                StubBuffer(sysfs)
            }
            try accelerometer.wake()
            #expect(!accelerometer.isStreamLost)
            sysfs.isOn = true
            sysfs.isAnothers = true
            #expect(accelerometer.isStreamLost)
            accelerometer.sleep()
            #expect(sysfs.isOn)
            try accelerometer.wake()
            #expect(accelerometer.access == .polled(SystemError(EBUSY)) && sysfs.isOn)
        }
    }

    private func makeContext() throws -> IIOContext {
        try #require(IIOContext(xmlFile: twoSensors))
    }
}
