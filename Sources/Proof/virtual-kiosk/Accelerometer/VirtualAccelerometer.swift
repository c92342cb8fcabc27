import CEvdev
import Glibc

/// An accelerometer in the kernel, through /dev/uhid: hid-sensor-accel-3d turns it into an IIO device.
final class VirtualAccelerometer: VirtualDevice {
    static let name = "Virtual Kiosk Accelerometer"

    var hand = Hand()
    private(set) var settings = SensorReports.Settings()
    private let loop: EventLoop
    private let log: EventLog
    private var file: FileDescriptor?
    private var nextSample: EventLoop.TimerID?
    private(set) var samplesSent = 0

    init(loop: EventLoop, log: EventLog) {
        self.loop = loop
        self.log = log
    }

    var isPlugged: Bool { file != nil }

    var registeredNode: String? {
        let folder = "/sys/bus/iio/devices"
        let name = Folders.names(in: folder).first { Folders.line(of: "\(folder)/\($0)/name") == "accel_3d" }
        return name.map { "/dev/" + $0 }
    }

    func plug() throws {
        guard !isPlugged else { throw Failure("the accelerometer is plugged in already") }
        let file = try FileDescriptor.open(
            "/dev/uhid", flags: O_RDWR | O_NONBLOCK, attempt: "open /dev/uhid",
            remedy: "Run as root, with the module loaded (modprobe uhid).")
        settings = SensorReports.Settings()
        guard file.write(creation) else { throw Failure.system("make an accelerometer through /dev/uhid") }
        self.file = file
        loop.whenReadable(file.number) { [unowned self] in self.receive() }
        log.write("plugged", [("device", .string("motion"))])
    }

    func unplug() throws {
        guard let file else { throw Failure("the accelerometer is not plugged in") }
        loop.forget(file.number)
        loop.cancel(nextSample)
        nextSample = nil
        // Closing the file destroys the device.
        self.file = nil
        log.write("unplugged", [("device", .string("motion"))])
    }

    /// struct uhid_create2_req: name 128, physical place 64, unique name 64, size, bus, vendor, product, version, country, data.
    private var creation: [UInt8] {
        var event = [UInt8](littleEndian: Int64(UHID_CREATE2.rawValue), count: 4)
        for (text, size) in [(Self.name, 128), ("virtual-kiosk", 64), ("", 64)] {
            let characters = Array(text.utf8.prefix(size - 1))
            event += characters + [UInt8](repeating: 0, count: size - characters.count)
        }
        event += [UInt8](littleEndian: Int64(SensorReports.descriptor.count), Int64(BUS_USB), count: 2)
        // 1209:0003 is reserved for tests, like the camera's number.
        event += [UInt8](littleEndian: 0x1209, 0x0003, 0, 0, count: 4)
        return event + SensorReports.descriptor
    }

    private func receive() {
        guard let event = file?.read(upTo: MemoryLayout<uhid_event>.size) else { return }
        let identifier = event.littleEndian(at: 4, count: 4)
        switch UInt32(truncatingIfNeeded: event.littleEndian(at: 0, count: 4)) {
        case UHID_GET_REPORT.rawValue:
            answerGetReport(identifier, isInput: event.byte(at: 9) == UHID_INPUT_REPORT.rawValue)
        case UHID_SET_REPORT.rawValue: answerSetReport(identifier, event)
        default: break
        }
    }

    private func answerGetReport(_ identifier: Int64, isInput: Bool) {
        let report = isInput ? sample() : settings.report
        let answer = [UInt8](littleEndian: Int64(UHID_GET_REPORT_REPLY.rawValue), identifier, count: 4)
        file?.write(answer + [UInt8](littleEndian: 0, Int64(report.count), count: 2) + report)
    }

    /// struct uhid_set_report_req: id 4, number 1, kind 1, size 2, data.
    private func answerSetReport(_ identifier: Int64, _ event: [UInt8]) {
        let size = Int(event.littleEndian16(at: 10))
        let report = Array(event.dropFirst(12).prefix(size))
        let settings = SensorReports.Settings(report: report)
        let answer = [UInt8](littleEndian: Int64(UHID_SET_REPORT_REPLY.rawValue), identifier, count: 4)
        file?.write(answer + [UInt8](littleEndian: settings == nil ? Int64(EIO) : 0, count: 2))
        if let settings { apply(settings) }
    }

    private func apply(_ settings: SensorReports.Settings) {
        defer { self.settings = settings }
        guard settings.isSending != self.settings.isSending || settings.period != self.settings.period else { return }
        log.write(
            "sampling", [("on", .bool(settings.isSending)), ("period", .number(settings.period.seconds))])
        loop.cancel(nextSample)
        nextSample = nil
        if settings.isSending { schedule(Clock.now()) }
    }

    private func schedule(_ time: Nanoseconds) {
        nextSample = loop.at(time) { [unowned self] in
            let report = self.sample()
            let event = [UInt8](littleEndian: Int64(UHID_INPUT2.rawValue), count: 4)
            self.file?.write(event + [UInt8](littleEndian: Int64(report.count), count: 2) + report)
            self.samplesSent += 1
            // On an even grid, but without a burst of samples after the machine was held up.
            let period = self.settings.period
            self.schedule(max(time + period, Clock.now() + period / 2))
        }
    }

    private func sample() -> [UInt8] {
        SensorReports.sample(hand.acceleration(at: Clock.now()))
    }
}
