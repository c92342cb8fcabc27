import FocusCore
import Foundation
import Glibc
import KioskRuntime
import Testing

@testable import KioskLines
@testable import LinuxDevices
@testable import tapfocus

@Suite("tapfocus doctor")
struct DoctorTests {
    private func status(
        _ camera: String?, frames: String? = nil, focus: String? = nil, exposure: String? = nil
    ) -> StatusLine {
        var status = StatusLine(state: "continuousAuto", cause: "start", moved: false)
        guard let camera else { return status }
        status.camera = StatusLine.Device.blank
        status.camera?.name = camera
        status.camera?.path = "/dev/video0"
        status.camera?.frames = frames
        status.camera?.focusLevel = focus
        status.camera?.exposureLevel = exposure
        return status
    }

    @Test("Without any device a tap will not work, and each line that says so has a remedy")
    func nothing() throws {
        var diagnosis = Diagnosis()
        diagnosis.examine(.absent, isInstalled: true)
        diagnosis.examine([], try QuirkFiles(standard: []), isServed: false, holders: { _ in [] })
        diagnosis.examine([] as [Probe.Finding<Probe.Touchscreen>], isServed: false, holders: { _ in [] })
        diagnosis.examine([] as [Probe.Finding<Probe.Accelerometer>])
        #expect(!diagnosis.isSound && diagnosis.findings.count == 4)
        let words = DoctorCommand.words(diagnosis)
        #expect(words.contains("!!  camera") && words.contains("connect one") && words.hasSuffix("with !! above."))
        #expect(words.contains("sudo systemctl enable --now tapfocus"))
    }

    @Test("A running kiosk that has a camera is enough, whatever this user may open")
    func served() throws {
        let error = DeviceError(.permission, .camera, attempt: "open", subject: "/dev/video0", answer: "no")
        for isServed in [true, false] {
            var diagnosis = Diagnosis()
            if isServed { diagnosis.examine(.running(status("Lab", frames: "holder"), path: "/s"), isInstalled: false) }
            diagnosis.examine(
                [.failed(path: "/dev/video0", error)], try QuirkFiles(standard: []), isServed: isServed,
                holders: { _ in [] })
            #expect(diagnosis.isSound == isServed)
        }
    }

    @Test("A kiosk without a camera, and a socket that is closed to this user, are told")
    func kiosks() {
        var waiting = Diagnosis()
        waiting.examine(.running(status(nil), path: "/s"), isInstalled: false)
        #expect(!waiting.isSound && waiting.findings[0].words.contains("waits for a camera"))
        var closed = Diagnosis()
        closed.examine(.closed(path: "/s"), isInstalled: false)
        #expect(!closed.isSound && closed.findings[0].remedy.contains("usermod -aG tapfocus"))
        #expect(closed.findings[0].remedy.contains("sudo tapfocus doctor"))
        var reserved = Diagnosis()
        reserved.examine(.running(status("Lab", frames: "reserved"), path: "/s"), isInstalled: false)
        #expect(reserved.isSound && reserved.findings.contains { $0.grade == .note && $0.topic == "frames" })
        var shut = status("Lab")
        shut.camera?.shutter = "closed"
        var diagnosis = Diagnosis()
        diagnosis.examine(.running(shut, path: "/s"), isInstalled: false)
        #expect(!diagnosis.isSound && diagnosis.findings.last?.topic == "shutter")
    }

    @Test("A kiosk whose camera has neither focus nor exposure is not enough")
    func cannotFollow() {
        let table = [("none", "none", false), ("none", "software", true), ("region", "none", true)]
        for (focus, exposure, isEnough) in table {
            var diagnosis = Diagnosis()
            let status = status("Fixed", focus: focus, exposure: exposure)
            diagnosis.examine(.running(status, path: "/s"), isInstalled: true)
            #expect(diagnosis.isSound == isEnough, "\(focus), \(exposure)")
        }
    }

    @Test("A user that is not root reads that others' programs were not looked at")
    func otherUsers() {
        var diagnosis = Diagnosis()
        diagnosis.examine(isRoot: true)
        #expect(diagnosis.findings.isEmpty)
        diagnosis.examine(isRoot: false)
        #expect(diagnosis.isSound && diagnosis.findings.map(\.topic) == ["programs"])
    }

    @Test("Without a running kiosk a tap will not work, although every device may be used")
    func notRunning() {
        var diagnosis = Diagnosis()
        diagnosis.examine(.absent, isInstalled: false)
        #expect(!diagnosis.isSound && diagnosis.findings.map(\.remedy) == ["Start it: tapfocus run"])
    }

    @Test("A fault in the configuration of an installed service is told, as config check tells it")
    func faultyConfiguration() throws {
        try withFolder { folder in
            let path = folder + "/c"
            #expect(ConfigCommands.fault(in: path)?.message.contains("cannot read") == true)
            try Data("{\n vew: 1 }".utf8).write(to: URL(fileURLWithPath: path))
            let fault = try #require(ConfigCommands.fault(in: path))
            var diagnosis = Diagnosis()
            diagnosis.examine(.absent, isInstalled: true, fault: fault)
            let finding = try #require(diagnosis.findings.last)
            #expect(finding.topic == "configuration" && finding.grade == .bad)
            #expect(finding.words.hasPrefix("\(path), line 2: unknown key \"vew\""), "\(finding.words)")
            #expect(diagnosis.findings[0].remedy.contains("systemctl status tapfocus"))
            try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
            #expect(ConfigCommands.fault(in: path) == nil)
        }
    }

    @Test("A kiosk that does not answer is told within seconds, with the remedy")
    func silent() throws {
        try withFolder { folder in
            let path = folder + "/s"
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(listener) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let status = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
            }
            #expect(status == 0 && listen(listener, 1) == 0)
            var diagnosis = Diagnosis()
            diagnosis.examine(RunningKiosk.find(path), isInstalled: true)
            #expect(!diagnosis.isSound && diagnosis.findings[0].words.contains("does not answer at its socket \(path)"))
            #expect(diagnosis.findings[0].remedy.contains("systemctl restart tapfocus"))
        }
    }

    @Test("A whole kind of device that this user cannot list is a note beside a kiosk that has a camera")
    func unlisted() {
        let failure = DeviceError(.other, .machine, attempt: "use", subject: "libudev", answer: "out of memory")
        for isServed in [true, false] {
            var diagnosis = Diagnosis()
            diagnosis.examine([failure], isServed: isServed)
            #expect(diagnosis.isSound == isServed && diagnosis.findings.count == 1)
        }
    }

    private func camera(mains: Int64?) -> Probe.Camera {
        let mains = mains.map { value in
            ControlDescription(
                id: .powerLineFrequency, maximum: 3, defaultValue: 1, menuItems: 0b1111, value: .integer(value))
        }
        let focus = ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1, value: .integer(1))
        return Probe.Camera(
            identity: CameraIdentity(path: "/dev/video0", name: "Lab", driver: "uvcvideo", busInfo: "usb-1"),
            description: CameraDescription(
                imageWidth: 640, imageHeight: 480, controls: [focus] + [mains].compactMap { $0 }),
            controlNames: [:])
    }

    @Test(
        "The filter against flicker is told as it is set, with the remedy where there is one to set",
        arguments: [
            (1, "Lab exposes for lamps at 50 Hz"), (2, "Lab exposes for lamps at 60 Hz"),
            (3, "Lab finds out the frequency of lamps itself"), (0, "Lab does not avoid the flicker of lamps"),
        ] as [(Int64, String)])
    func flicker(mains: Int64, words: String) throws {
        var diagnosis = Diagnosis()
        diagnosis.examine(
            [.found(camera(mains: mains))], try QuirkFiles(standard: []), isServed: true, holders: { _ in [] })
        let finding = diagnosis.findings.first { $0.topic == "flicker" }
        #expect(finding?.words == words && finding?.remedy.isEmpty == (mains != 0))
    }

    @Test("A program beside TapFocus that has a camera or a touchscreen open is named; another TapFocus is not")
    func others() throws {
        var diagnosis = Diagnosis()
        let programs = [DeviceHolder(process: 7, name: "cheese"), DeviceHolder(process: 8, name: "tapfocus")]
        diagnosis.examine(
            [.found(camera(mains: nil))], try QuirkFiles(standard: []), isServed: true, holders: { _ in programs })
        let words = diagnosis.findings.map(\.words)
        #expect(words.contains("/dev/video0 is open in cheese (process 7), too"), "\(words)")
    }

    @Test("As JSON it is one object, with the same verdict as the exit status")
    func json() throws {
        let outcome = try Program.run("doctor", "--json", "--socket", "/no/such")
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(object?["works"] as? Bool == (outcome.code == 0))
        let findings = try #require(object?["findings"] as? [[String: String]])
        #expect(findings.allSatisfy { Set($0.keys) == ["topic", "grade", "words", "remedy"] } && !findings.isEmpty)
    }

    @Test("A program that has a file open is found")
    func holders() throws {
        try withFolder { folder in
            let path = folder + "/device"
            try Data().write(to: URL(fileURLWithPath: path))
            let holder = Process()
            holder.executableURL = URL(fileURLWithPath: "/bin/sleep")
            holder.arguments = ["60"]
            holder.standardInput = FileHandle(forReadingAtPath: path)
            try holder.run()
            defer { holder.terminate() }
            let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            var found = DeviceHolder.all(of: real)
            // The process may not be the other program yet.
            for _ in 0..<500 where found.first?.name != "sleep" {
                usleep(10_000)
                found = DeviceHolder.all(of: real)
            }
            #expect(found == [DeviceHolder(process: holder.processIdentifier, name: "sleep")])
        }
    }
}
