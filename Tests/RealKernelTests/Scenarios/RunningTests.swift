import Foundation
import Testing

extension OnARealKernel {
    /// A daemon that is idle, gets nonsense, or is started wrongly.
    @Suite struct Daemon {
        @Test("In continuousAuto nothing wakes it up: no thread is switched to in 3 s, and the accelerometer sleeps")
        func idle() throws {
            try Stage.set("idle") { stage in
                // After a lock, so that the sensor has been awake and must have gone to sleep again.
                try stage.tap(320, 400)
                let log = try stage.kiosk.mark()
                try stage.said("settled")
                try #require(try stage.run.ask("show-view").status == 0)
                try stage.logged("sampling", since: log) { $0.boolean("on") == false }
                try stage.quiet(for: 1)
                let before = try switches(stage)
                try #require(!before.isEmpty)
                sleep(3)
                try #require(try switches(stage) == before)
                try #require(try stage.kiosk.status().boolean("motion", "sampling") == false)
            }
        }

        @Test("Nonsense through the socket is answered with an error object, and the daemon goes on")
        func nonsense() throws {
            try Stage.set("nonsense") { stage in
                let client = try SocketClient(stage.run.socket)
                let lines = [
                    "garbage", #"{"request":"dance"}"#, #"{"request":"tap","x":"left"}"#, #"{"request":"tap"}"#,
                    String(repeating: "x", count: 102_400), "\u{0}\u{1}\u{7f}", "[1,2,3]",
                ]
                for line in lines {
                    try client.send(line)
                    let answer = try client.line(within: 10)
                    try #require(answer.event == "error" && answer.text("message")?.isEmpty == false)
                }
                try client.send(#"{"request":"status"}"#)
                try #require(try client.line(within: 10).text("state") == "continuousAuto")
                try stage.tap(320, 400)
                try stage.state("autoAndForceLocked")
            }
        }

        @Test("A second run on the same socket is refused with a sentence, and the first goes on")
        func secondRun() throws {
            try Stage.set("second-run") { stage in
                let log = try stage.kiosk.mark()
                let command = [Guest.program("tapfocus"), "run", "--socket", stage.run.socket]
                let second = try ChildProcess.run(command)
                try #require(second.status == 1)
                try #require(second.errors.contains(stage.run.socket) && second.errors.contains("another path"))
                try #require(stage.writes(since: log) == [])
                try #require(try stage.run.ask("status").output.contains("continuousAuto"))
            }
        }

        @Test("Taps work through the socket, too, and watch prints all messages of run")
        func socketCommands() throws {
            try Stage.set("socket") { stage in
                let watching = try SocketClient(stage.run.socket)
                try watching.send(#"{"request":"watch"}"#)
                try #require(try watching.line(within: 10).event == "status")
                let mark = stage.run.mark
                let answer = try stage.run.ask("tap", "0.3", "0.3")
                try #require(answer.status == 0 && answer.output.contains("autoAndForceLocked"))
                try stage.said("settled", since: mark)
                let said = stage.run.said(since: mark).map(\.line)
                for line in said { try #require(try watching.line(within: 10).line == line) }
            }
        }

        @Test("Devices that are missing or of another kind end it with a sentence and status 1")
        func wrongDevices() throws {
            let kiosk = try VirtualKiosk(Stage.Camera.itself.options)
            defer { kiosk.quit() }
            let touchscreen = try kiosk.tell("await touch")
            for camera in ["/dev/video77", "/dev/null", touchscreen, "/dev/video1"] {
                let ended = try ChildProcess.run([Guest.program("tapfocus"), "run", "--camera", camera])
                try #require(ended.status == 1, "\(camera): \(ended.errors)")
                try #require(ended.errors.contains(camera) && ended.errors.contains("cannot"), "\(ended.errors)")
            }
            let ended = try ChildProcess.run([Guest.program("tapfocus"), "run", "--touch", "/dev/input/event77"])
            try #require(ended.status == 1 && ended.errors.contains("/dev/input/event77"), "\(ended.errors)")
        }

        /// The number of voluntary context switches of each thread.
        private func switches(_ stage: Stage) throws -> [String: String] {
            let folder = "/proc/\(stage.run.process.identifier)/task"
            var counts: [String: String] = [:]
            for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let status = try String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
                counts[thread] = status.split(separator: "\n").first { $0.hasPrefix("voluntary") }.map(String.init)
            }
            return counts
        }
    }
}
