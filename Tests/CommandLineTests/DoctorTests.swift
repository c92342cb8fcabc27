import FocusCore
import Foundation
import KioskRuntime
import Testing

@testable import KioskLines
@testable import LinuxDevices
@testable import tapfocus

@Suite("tapfocus doctor")
struct DoctorTests {
    private func status(_ camera: String?, frames: String? = nil) -> StatusLine {
        var status = StatusLine(state: "continuousAuto", cause: "start", moved: false)
        guard let camera else { return status }
        status.camera = StatusLine.Device.blank
        status.camera?.name = camera
        status.camera?.path = "/dev/video0"
        status.camera?.frames = frames
        return status
    }

    @Test("Without any device a tap will not work, and each line that says so has a remedy")
    func nothing() throws {
        var diagnosis = Diagnosis()
        diagnosis.examine(.absent, isInstalled: true)
        diagnosis.examine([], try QuirkFiles(standard: []), isServed: false, holders: { _ in [] })
        diagnosis.examine([] as [Probe.Finding<Probe.Touchscreen>], isServed: false)
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
        var reserved = Diagnosis()
        reserved.examine(.running(status("Lab", frames: "reserved"), path: "/s"), isInstalled: false)
        #expect(reserved.isSound && reserved.findings.contains { $0.grade == .note && $0.topic == "frames" })
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
