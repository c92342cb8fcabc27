import Foundation
import Testing

extension OnARealKernel {
    /// A kiosk with two cameras. A test ends its run before the camera that it uses is unplugged.
    @Suite struct SecondCamera {
        /// Plugs a second camera in beside the one that is in use.
        /// - Returns: the camera, and its node.
        private func plugIn(beside stage: Stage) throws -> (camera: VirtualKiosk, node: String) {
            let camera = try VirtualKiosk(Stage.Camera.itself.options + ["--devices", "camera"])
            let deadline = Clock.now + Clock.nanoseconds(Stage.patience)
            while Clock.now < deadline {
                let list = Record(try stage.run.ask("cameras", "--json").output)
                // The first one is that in use.
                if let node = list?.text("cameras", "1", "path") { return (camera, node) }
                usleep(100_000)
            }
            camera.quit()
            throw HarnessError("the second camera is not in the list")
        }

        private func waits(for run: RunningTapfocus, _ event: String, where fits: (Record) -> Bool) -> Bool {
            let deadline = Date(timeIntervalSinceNow: Stage.patience)
            return run.process.output.waitForRecords(from: 0, until: deadline) { records in
                records.contains { $0.event == event && fits($0) } ? true : nil
            } ?? false
        }

        @Test("One that cannot be opened changes nothing; another one takes over when the first has its originals back")
        func switches() throws {
            try Stage.set("other-camera") { stage in
                let (other, node) = try plugIn(beside: stage)
                defer { other.quit() }
                try stage.tap(320, 400)
                try stage.said("settled")
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                let refused = try stage.run.ask("camera", "/dev/no-camera")
                try #require(refused.status == 1 && refused.errors.contains("/dev/no-camera"), "\(refused)")
                try stage.quiet(for: 0.5)
                try #require(stage.writes(since: log) == [] && Stage.writes(other.log.records()) == [])
                try #require(try stage.run.ask("camera", node).status == 0)
                try stage.state("continuousAuto", since: run)
                try stage.quiet(for: 0.5)
                let back = stage.writes(since: log)
                try #require(back.contains("focus-auto 1") && back.contains("ae-mode 8"), "\(back)")
                let held = (log: try stage.kiosk.mark(), run: stage.run.mark)
                try stage.tap(320, 400)
                try stage.said("settled", since: held.run)
                try #require(stage.writes(since: held.log) == [])
                try #require(Stage.writes(other.log.records()).contains("focus-auto 0"))
                try stage.end()
            }
        }

        @Test("The other camera is unplugged while the first gives its values back: the first one is used again")
        func unplugged() throws {
            try Stage.set("other-camera-unplugged") { stage in
                let (other, node) = try plugIn(beside: stage)
                defer { other.quit() }
                try stage.tap(320, 400)
                try stage.said("settled")
                try stage.kiosk.tell("hang ae-mode 3s")
                let run = stage.run.mark
                let client = try SocketClient(stage.run.socket)
                try client.send(#"{"request":"camera","camera":"\#(node)"}"#)
                // The first one is busy with its originals by then.
                sleep(2)
                try other.tell("unplug camera")
                let answer = try client.line(within: Stage.patience)
                try #require(answer.event == "error" && answer.text("request") == "camera", "\(answer.line)")
                try stage.kiosk.tell("hang ae-mode 0")
                try stage.state("continuousAuto", since: run)
                try stage.quiet(for: 0.5)
                let again = stage.run.mark
                try stage.tap(320, 400)
                try stage.said("settled", since: again)
            }
        }

        @Test("The first camera is unplugged while it gives its values back: the other one is used")
        func firstUnplugged() throws {
            try Stage.set("first-camera-unplugged") { stage in
                let (other, node) = try plugIn(beside: stage)
                defer { other.quit() }
                try stage.tap(320, 400)
                try stage.said("settled")
                try stage.kiosk.tell("hang ae-mode 3s")
                let client = try SocketClient(stage.run.socket)
                try client.send(#"{"request":"camera","camera":"\#(node)"}"#)
                sleep(2)
                let run = stage.run.mark
                try stage.kiosk.tell("unplug camera")
                let answer = try client.line(within: Stage.patience)
                try #require(answer.event == "status" && answer.text("camera", "path") == node, "\(answer.line)")
                try stage.said("device", since: run) { $0.text("path") == node && $0.text("change") == "arrived" }
                try stage.tap(320, 400)
                try stage.said("settled", since: run)
                try #require(Stage.writes(other.log.records()).contains("focus-auto 0"))
                try stage.end()
            }
        }

        @Test("While a new camera hangs as it is opened, the present one follows a tap; then the new one takes over")
        func hangs() throws {
            try Stage.set("other-camera-hangs") { stage in
                let (other, node) = try plugIn(beside: stage)
                defer { other.quit() }
                try other.tell("hang focus-auto 4s")
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                let client = try SocketClient(stage.run.socket)
                try client.send(#"{"request":"camera","camera":"\#(node)"}"#)
                try stage.tap(320, 400)
                try stage.said("settled", since: run)
                try #require(stage.writes(since: log).contains("focus-auto 0"))
                try other.tell("hang focus-auto 0")
                let answer = try client.line(within: Stage.patience)
                try #require(answer.event == "status" && answer.text("camera", "path") == node, "\(answer.line)")
                let held = stage.run.mark
                try stage.tap(320, 400)
                try stage.said("settled", since: held)
                try #require(Stage.writes(other.log.records()).contains("focus-auto 0"))
                try stage.end()
            }
        }

        @Test("Two runs have a camera and a part of the screen each; a touch is for one of them, a push for both")
        func twoAtOnce() throws {
            try Stage.set("two-cameras", run: nil) { stage in
                let first = try stage.kiosk.tell("await camera")
                let halves = ["0,0,640x800", "640,0,640x800"].map { ["--screen", "1280x800", "--view", $0] }
                try stage.start(["--camera", first] + halves[0])
                let (other, node) = try plugIn(beside: stage)
                defer { other.quit() }
                let right = try RunningTapfocus(
                    trace: "two-cameras-right", socket: NSTemporaryDirectory() + "two-cameras-right.sock",
                    ["--camera", node] + halves[1])
                defer {
                    right.process.kill(SIGTERM)
                    _ = try? right.process.waitForEnd(within: 20)
                }
                try #require(waits(for: right, "state") { _ in true })
                let log = try stage.kiosk.mark()
                try stage.kiosk.tell("tap 960 400")
                try #require(waits(for: right, "settled") { _ in true })
                try stage.said("tap-ignored") { $0.text("reason") == "outside the view" }
                try #require(stage.writes(since: log) == [])
                try #require(Stage.writes(other.log.records()).contains("focus-auto 0"))
                // One push unlocks both.
                let run = stage.run.mark
                try stage.kiosk.tell("tap 320 400")
                try stage.state("unlockableLocked", since: run)
                try #require(waits(for: right, "state") { $0.text("state") == "unlockableLocked" })
                try stage.kiosk.tell("shake 1s 4")
                try stage.state("continuousAuto", since: run)
                try #require(waits(for: right, "state") { $0.text("rule") == "moved-unlocks" })
                try stage.end()
            }
        }
    }
}
