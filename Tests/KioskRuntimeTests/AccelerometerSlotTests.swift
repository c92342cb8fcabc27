import CIIO
import FocusCore
import Glibc
import Synchronization
import Testing

@testable import KioskRuntime
@testable import LinuxDevices

/// libiio's own description of a machine with a sensor; nothing can be read from it, which is what interposers are for.
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

/// A sensor that can only be polled, and whose reads fail for a while.
private final class MoodySensor: SystemCallInterposer {
    let errno = Atomic<Int32>(0)

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .library(name: "iio_channel_attr_read_longlong"), .library(name: "iio_channel_attr_read_double"):
            let errno = errno.load(ordering: .relaxed)
            return errno == 0 ? .returned(0) : .failed(errno: errno)
        case .access: return .failed(errno: EACCES)
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
                let pointer = iio_create_xml_context_mem(twoSensors, twoSensors.utf8.count)
                guard let sensor = pointer.flatMap({ IIOContext(adopting: $0).accelerometers.first }) else {
                    throw DeviceError(.doesNotExist, .accelerometer, attempt: "find", subject: "it", answer: "no")
                }
                return IIOAccelerometer(sensor)
            })
        slot.handler = { events.append($0) }
        try Interposition.with(mood) {
            try slot.take()
            try body(slot, mood) {
                defer { events = [] }
                return events
            }
        }
    }

    @Test("A sensor that cannot be switched on is kept, told once, and tried again", arguments: [EBUSY, EIO, EAGAIN])
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
            // Asleep nothing is tried; the next time it is needed it is.
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
