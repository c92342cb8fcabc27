import Foundation
import Testing

extension OnARealKernel {
    /// Devices that leave and come back.
    @Suite struct HotPlug {
        @Test(
            "A camera that is unplugged and comes back is put into continuous mode, ten times, and leaks no descriptor")
        func camera() throws {
            try Stage.set("camera-again") { stage in
                try replug("camera", "camera", stage)
                let before = try descriptors(of: stage)
                for _ in 1...9 {
                    let log = try stage.kiosk.mark()
                    try replug("camera", "camera", stage)
                    try stage.received(Expected.continuous, since: log)
                }
                try stage.quiet(for: 0.3)
                try #require(try descriptors(of: stage) == before)
                let run = stage.run.mark
                try stage.tap(320, 400)
                try stage.state("autoAndForceLocked", since: run)
            }
        }

        @Test("A camera that is unplugged while locked comes back in continuous; without it a tap is refused")
        func cameraWhileLocked() throws {
            try Stage.set("camera-while-locked") { stage in
                try stage.tap(320, 400)
                try stage.state("autoAndForceLocked")
                try stage.said("settled")
                var run = stage.run.mark
                try stage.kiosk.tell("unplug camera")
                try stage.said("device", since: run) { $0.text("device") == "camera" && $0.text("change") == "left" }
                run = stage.run.mark
                try stage.tap(320, 400)
                try #require(try stage.said("error", since: run).text("message")?.contains("no camera") == true)
                let log = try stage.kiosk.mark()
                run = stage.run.mark
                try stage.kiosk.tell("plug camera")
                try stage.said("device", since: run) { $0.text("device") == "camera" && $0.text("change") == "arrived" }
                try stage.state("continuousAuto", since: run)
                try stage.received(Expected.continuous, since: log)
                run = stage.run.mark
                try stage.tap(320, 400)
                try stage.state("autoAndForceLocked", since: run)
                try #require(try stage.said("settled", since: run).text("focus") == "converged")
            }
        }

        @Test("A touchscreen that vanishes under a finger cancels the touch; when it is back, taps work")
        func touchscreen() throws {
            try Stage.set("touch-again") { stage in
                let log = try stage.kiosk.mark()
                let run = stage.run.mark
                try stage.kiosk.tell("finger down 0 320 400")
                try stage.kiosk.tell("unplug touch")
                try #require(try stage.said("tap-ignored", since: run).text("reason") == "cancelled")
                try stage.said("device", since: run) {
                    $0.text("device") == "touchscreen" && $0.text("change") == "left"
                }
                try stage.kiosk.tell("plug touch")
                try stage.said("device", since: run) {
                    $0.text("device") == "touchscreen" && $0.text("change") == "arrived"
                }
                try #require(stage.writes(since: log) == [])
                try stage.tap(320, 400)
                try stage.state("autoAndForceLocked", since: run)
            }
        }

        @Test("An accelerometer that is unplugged while locked wakes up again when it is back, and its motion unlocks")
        func accelerometer() throws {
            try Stage.set("motion-again") { stage in
                try stage.tap(320, 400)
                try stage.state("unlockableLocked")
                let log = try stage.kiosk.mark()
                let run = stage.run.mark
                try stage.kiosk.tell("unplug motion")
                try stage.said("device", since: run) {
                    $0.text("device") == "accelerometer" && $0.text("change") == "left"
                }
                try stage.kiosk.tell("plug motion")
                try stage.said("device", since: run) {
                    $0.text("device") == "accelerometer" && $0.text("change") == "arrived"
                }
                try stage.logged("sampling", since: log) { $0.boolean("on") == true }
                try stage.kiosk.tell("shake 1s 4")
                try #require(try stage.state("continuousAuto", since: run).text("rule") == "moved-unlocks")
            }
        }

        @Test("A removal that udev reports late, when the next device already has the path, removes nothing")
        func lateRemoval() throws {
            try Stage.set("late-removal") { stage in
                let nodes = try ["camera", "touch"].map { try stage.kiosk.tell("await \($0)") }
                let sensor = "/sys/bus/iio/devices/" + (try stage.kiosk.tell("await motion").dropFirst("/dev/".count))
                let run = stage.run.mark
                for device in nodes + [sensor] { try Shell.run("udevadm trigger --settle --action=remove \(device)") }
                try stage.silence("device", since: run, for: 0.5)
                try stage.tap(320, 400)
                try stage.state("unlockableLocked", since: run)
                try stage.kiosk.tell("shake 600ms 4")
                try #require(try stage.state("continuousAuto", since: run).text("rule") == "moved-unlocks")
            }
        }

        private func replug(_ device: String, _ name: String, _ stage: Stage) throws {
            let run = stage.run.mark
            try stage.kiosk.tell("unplug \(device)")
            try stage.said("device", since: run) { $0.text("device") == name && $0.text("change") == "left" }
            try stage.kiosk.tell("plug \(device)")
            try stage.said("device", since: run) { $0.text("device") == name && $0.text("change") == "arrived" }
            try #require(try stage.state("continuousAuto", since: run).text("cause") == "view")
            try stage.quiet(for: 0.2)
        }

        private func descriptors(of stage: Stage) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(stage.run.process.identifier)/fd").count
        }
    }
}
