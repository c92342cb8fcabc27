import CIIO
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

/// libiio's own description of a machine with sensors; nothing can be read from it, which is what interposers are for.
private let twoSensors = """
    <?xml version="1.0" encoding="utf-8"?>
    <!DOCTYPE context [
    <!ELEMENT context (device | context-attribute)*>
    <!ELEMENT context-attribute EMPTY>
    <!ELEMENT device (channel | attribute | debug-attribute | buffer-attribute)*>
    <!ELEMENT channel (scan-element?, attribute*)>
    <!ELEMENT attribute EMPTY>
    <!ELEMENT scan-element EMPTY>
    <!ATTLIST context name CDATA #REQUIRED description CDATA #IMPLIED>
    <!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED label CDATA #IMPLIED>
    <!ATTLIST channel id CDATA #REQUIRED type (input|output) #REQUIRED name CDATA #IMPLIED>
    <!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED scale CDATA #IMPLIED>
    <!ATTLIST attribute name CDATA #REQUIRED filename CDATA #IMPLIED>
    ]>
    <context name="xml" description="two sensors">
    <device id="iio:device0" name="gyro_3d"><channel id="anglvel_x" type="input"/></device>
    <device id="iio:device1" name="accel_3d" label="accel-display">
    <channel id="accel_x" type="input"><scan-element index="0" format="le:S32/32&gt;&gt;0"/>
    <attribute name="raw" filename="in_accel_x_raw"/><attribute name="scale" filename="in_accel_scale"/></channel>
    <channel id="accel_y" type="input"><scan-element index="1" format="le:S32/32&gt;&gt;0"/>
    <attribute name="raw" filename="in_accel_y_raw"/></channel>
    <channel id="accel_z" type="input"><scan-element index="2" format="le:S32/32&gt;&gt;0"/>
    <attribute name="raw" filename="in_accel_z_raw"/></channel>
    </device>
    </context>
    """

/// Answers attribute reads with success; the value is then what was in the variable: 0.
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

@Suite("An accelerometer is found by its axes, and sleeps until it is needed")
struct IIOAccelerometerTests {
    @Test("What has no three axes of acceleration is no accelerometer")
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

    @Test("Every errno of a read is an error; what has vanished is gone", arguments: someErrnos)
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

    private func makeContext() throws -> IIOContext {
        let pointer = try #require(iio_create_xml_context_mem(twoSensors, twoSensors.utf8.count))
        return IIOContext(adopting: pointer)
    }
}
