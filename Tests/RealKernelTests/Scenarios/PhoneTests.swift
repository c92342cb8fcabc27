import Foundation
import Testing

extension OnARealKernel {
    /// What a phone's camera has beside the tap.
    @Suite struct Phone {
        @Test("Under another program's zoom the region is where the finger was, and a zoom alone unlocks nothing")
        func foreignZoom() throws {
            try Stage.set("foreign-zoom") { stage in
                let camera = try PlainCamera(try stage.kiosk.tell("await camera"))
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                try #require(camera.set(.zoom, to: 400) == nil)
                let zoomed = try stage.said("zoom", since: run) { $0.number("factor") == 4 }
                try #require(zoomed.number("largest") == 4 && zoomed.isNull("point"))
                try stage.tap(320, 400)
                let locked = try stage.state("autoAndForceLocked", since: run)
                try #require(abs((locked.number("point", "x") ?? 0) - 0.2502) < 0.001)
                try stage.said("settled", since: run)
                if Guest.hasRegion {
                    // The sensor has 1280 × 960 pixels: the finger was at 0.4375 of them, and the region is a quarter as large.
                    let roi = stage.writes(since: log).first { $0.hasPrefix("roi ") } ?? ""
                    let numbers = roi.split { !$0.isNumber }.compactMap { Int($0) }
                    try #require(numbers.count == 5, "\(roi)")
                    try #require(abs(numbers[0] + numbers[2] / 2 - 560) <= 2, "\(roi)")
                    try #require(abs(numbers[1] + numbers[3] / 2 - 480) <= 2 && numbers[2] < 60, "\(roi)")
                }
                try stage.state("unlockableLocked", since: run)
                let (held, before) = (try stage.kiosk.mark(), stage.run.mark)
                try #require(camera.set(.zoom, to: 200) == nil)
                try stage.said("zoom", since: before) { $0.number("factor") == 2 }
                try stage.silence("state", since: before, for: 4)
                try #require(stage.writes(since: held) == ["zoom 200"])
            }
        }

        @Test("A refused lock keeps nothing; a late one stays through a push until its end; none outlives its camera")
        func lock() throws {
            // With readable frames, or an automatic exposure, the camera could follow a tap without one of these writes.
            try Stage.set("lock", devices: ["--format", "unknown", "--without", "ae-mode,exposure"]) { stage in
                let controls = ["roi", "focus-auto"]
                for control in controls { try stage.kiosk.tell("refuse \(control)") }
                let refused = try stage.run.ask("lock", "--at", "0.25,0.5")
                try #require(refused.status == 1 && refused.errors.contains("refuse"), "\(refused)")
                try #require(stage.run.said("lock").isEmpty)
                for control in controls { try stage.kiosk.tell("accept \(control)") }
                let late = Guest.hasRegion ? "roi" : "focus-auto"
                try stage.kiosk.tell("hang \(late) 1s")
                let run = stage.run.mark
                let answer = try stage.run.ask("lock", "--at", "0.25,0.5")
                try #require(answer.status == 0, "\(answer)")
                try stage.said("lock", since: run) { $0.text("by") == "person" || $0.text("by") == "application" }
                try stage.said("settled", since: run)
                try stage.kiosk.tell("hang \(late) 0")
                try stage.state("unlockableLocked", since: run)
                let held = stage.run.mark
                try stage.kiosk.tell("shake 1s 4")
                try stage.silence("state", since: held, for: 4)
                try #require(try stage.run.ask("unlock").status == 0)
                try stage.said("lock", since: held) { $0.isNull("by") }
                try stage.kiosk.tell("shake 1s 4")
                try stage.state("continuousAuto", since: held)
                let again = stage.run.mark
                try #require(try stage.run.ask("lock", "--at", "0.25,0.5").status == 0)
                let back = try stage.unplugCameraForAMoment()
                try stage.said("lock", since: again) { $0.isNull("by") }
                try stage.state("continuousAuto", since: back)
            }
        }

        @Test("A lock ends with the connection that has asked for it, also where that is killed")
        func lockOfAClient() throws {
            try Stage.set("lock-of-a-client") { stage in
                let run = stage.run.mark
                var client: SocketClient? = try SocketClient(stage.run.socket)
                try client?.send(#"{"request":"lock","x":0.25,"y":0.5}"#)
                try stage.said("lock", since: run) { $0.text("by") == "application" }
                let ignored = stage.run.mark
                try stage.tap(960, 600)
                try stage.said("tap-ignored", since: ignored) { $0.text("reason") == "kept by an application" }
                client = nil
                try stage.said("lock", since: ignored) { $0.isNull("by") }
            }
        }

        @Test("A lock that the camera refuses leaves none of a connection that has left while it was on its way")
        func lockOfNobody() throws {
            try Stage.set("lock-of-nobody", devices: ["--format", "unknown", "--without", "ae-mode,exposure"]) {
                stage in
                let run = stage.run.mark
                var first: SocketClient? = try SocketClient(stage.run.socket)
                try first?.send(#"{"request":"lock","x":0.25,"y":0.5,"taps":"end"}"#)
                try stage.said("lock", since: run) { $0.text("by") == "person" }
                try stage.said("settled", since: run)
                try stage.state("unlockableLocked", since: run)
                for control in ["roi", "focus-auto"] { try stage.kiosk.tell("refuse \(control)") }
                try stage.kiosk.tell("hang \(Guest.hasRegion ? "roi" : "focus-auto") 2s")
                let (second, left) = (try SocketClient(stage.run.socket), stage.run.mark)
                try second.send(#"{"request":"lock","x":0.75,"y":0.5}"#)
                try stage.quiet(for: 0.5)
                first = nil
                try stage.said("lock", since: left) { $0.isNull("by") }
                try #require(try second.line(within: Stage.patience).event == "error")
                try #require(stage.run.said(since: left, "lock").count == 1)
                // The end gives the camera its values back.
                for control in ["roi", "focus-auto"] { try stage.kiosk.tell("accept \(control)") }
            }
        }

        @Test("A zoom is written by itself while a point is held, and the original is back at the end")
        func zoom() throws {
            try Stage.set("zoom") { stage in
                try stage.tap(320, 400)
                try stage.said("settled")
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                try #require(try stage.run.ask("zoom", "2x").status == 0)
                try stage.said("zoom", since: run) { $0.number("factor") == 2 && $0.boolean("ramping") != true }
                try stage.quiet(for: 0.5)
                try #require(stage.writes(since: log) == ["zoom 200"])
                try #require(try stage.run.ask("zoom", "9x").status == 1)
                try #require(try stage.kiosk.status().number("camera", "controls", "zoom") == 200)
                let end = try stage.kiosk.mark()
                try stage.end()
                try stage.logged("write", since: end) { $0.text("control") == "zoom" && $0.integer("value") == 100 }
            }
        }

        @Test("A zoom that the camera refuses, or ignores, is told, and a ramp ends there")
        func badZoom() throws {
            try Stage.set("bad-zoom") { stage in
                try stage.kiosk.tell("refuse zoom")
                let refused = stage.run.mark
                _ = try stage.run.ask("zoom", "4x", "--rate", "1")
                try stage.said("error", since: refused) { $0.text("message")?.contains("refused to zoom") == true }
                try stage.kiosk.tell("accept zoom")
                try stage.kiosk.tell("ignore zoom")
                let ignored = stage.run.mark
                _ = try stage.run.ask("zoom", "2x")
                try stage.said("zoom", since: ignored) { $0.number("factor") == 1 }
            }
        }

        @Test("A camera that hangs in a zoom gets one step at a time, and a tap after it is followed")
        func hungZoom() throws {
            try Stage.set("hung-zoom") { stage in
                try stage.kiosk.tell("hang zoom 2s")
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                try #require(try stage.run.ask("zoom", "4x", "--rate", "1").status == 0)
                try stage.tap(320, 400)
                try stage.said("settled", since: run)
                try stage.said("zoom", since: run) { $0.number("factor") == 4 && $0.boolean("ramping") != true }
                // Without the wait it would have been 30 steps in these seconds.
                let steps = stage.writes(since: log).filter { $0.hasPrefix("zoom ") }
                try #require(steps.last == "zoom 400" && steps.count < 10, "\(steps)")
                try stage.kiosk.tell("hang zoom 0")
            }
        }

        @Test("A camera that is unplugged in the middle of a zoom ends it, and is followed again when it is back")
        func unpluggedInAZoom() throws {
            try Stage.set("zoom-unplugged") { stage in
                let run = stage.run.mark
                try #require(try stage.run.ask("zoom", "4x", "--rate", "0.2").status == 0)
                try stage.said("zoom", since: run) { $0.boolean("ramping") == true }
                let back = try stage.unplugCameraForAMoment()
                try stage.said("device", since: back) { $0.text("change") == "arrived" }
                try stage.state("continuousAuto", since: back)
                try stage.quiet(for: 0.5)
                let log = try stage.kiosk.mark()
                try stage.tap(320, 400)
                try stage.said("settled", since: back)
                try #require(!stage.writes(since: log).contains { $0.hasPrefix("zoom ") })
            }
        }

        @Test(
            "With whiteBalance hold it is off once the exposure is manual, late or not, and on at the end; it may refuse"
        )
        func whiteBalance() throws {
            let path = NSTemporaryDirectory() + "white-balance.json5"
            try Shell.write("{whiteBalance: 'hold'}", to: path)
            let devices = ["--with", "white-balance-auto"]
            try Stage.set("white-balance", devices: devices, run: ["--config", path]) { stage in
                try stage.kiosk.tell("refuse white-balance-auto")
                let refusing = try stage.kiosk.mark()
                try stage.tap(960, 400)
                try stage.logged("write", since: refusing) { $0.text("control") == "white-balance-auto" }
                let settled = try stage.said("settled")
                try #require(settled.text("exposure") == "converged" || settled.text("exposure") == "held")
                try #require(stage.writes(since: refusing).contains("white-balance-auto 0 refused"))
                try stage.kiosk.tell("accept white-balance-auto")
                try stage.kiosk.tell("hang white-balance-auto 1s")
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                try stage.tap(320, 400)
                try stage.said("settled", since: run)
                try stage.logged("write", since: log) { $0.text("control") == "white-balance-auto" }
                try stage.kiosk.tell("hang white-balance-auto 0")
                try stage.quiet(for: 0.5)
                let writes = stage.writes(since: log)
                let manual = try #require(writes.lastIndex { $0.hasPrefix("ae-mode ") }, "\(writes)")
                let off = try #require(writes.lastIndex(of: "white-balance-auto 0"), "\(writes)")
                try #require(manual < off, "\(writes)")
                let end = try stage.kiosk.mark()
                try stage.end()
                try stage.logged("write", since: end) {
                    $0.text("control") == "white-balance-auto" && $0.integer("value") == 1
                }
            }
        }

        @Test("The lamp changes the held exposure, its end brings the exact earlier one back, and it ends with run")
        func lamp() throws {
            try Stage.set("lamp", run: nil) { stage in
                try stage.kiosk.tell("plug lamp")
                let node = try stage.kiosk.tell("await lamp")
                try stage.start(["--lamp", node])
                try stage.tap(320, 400)
                try stage.said("settled")
                try stage.state("unlockableLocked")
                func exposure() throws -> Double? { try stage.kiosk.status().number("camera", "exposure") }
                let (before, run, log) = (try exposure(), stage.run.mark, try stage.kiosk.mark())
                try stage.kiosk.tell("hang ae-mode 1s")
                try #require(try stage.run.ask("lamp", "on").status == 0)
                try stage.logged("lamp", since: log) { $0.boolean("on") == true }
                try stage.said("relit", since: run) { $0.text("exposure") == "found" }
                try stage.kiosk.tell("hang ae-mode 0")
                try stage.quiet(for: 0.5)
                try #require((try exposure() ?? 0) < (before ?? 0))
                try #require(try stage.run.ask("lamp", "off").status == 0)
                try stage.said("relit", since: run) { $0.text("exposure") == "restored" }
                try stage.quiet(for: 0.5)
                try #require(try exposure() == before)
                try #require(stage.run.said(since: run, "state").isEmpty)
                // A camera that refuses to expose again keeps what it has, and the lamp ends all the same.
                try stage.kiosk.tell("refuse ae-mode")
                try #require(try stage.run.ask("lamp", "on").status == 0)
                try stage.said("relit", since: run) { $0.text("exposure") == "failed" }
                try stage.kiosk.tell("accept ae-mode")
                try #require(try exposure() == before)
                let end = try stage.kiosk.mark()
                try stage.end()
                try stage.logged("lamp", since: end) { $0.boolean("on") == false }
            }
        }

        @Test("A lamp stays on while the camera is away, is off once it is gone itself, and a missing one is refused")
        func unpluggedLamp() throws {
            try Stage.set("lamp-unplugged", run: nil) { stage in
                try stage.kiosk.tell("plug lamp")
                let node = try stage.kiosk.tell("await lamp")
                try stage.start(["--lamp", node])
                try #require(try stage.run.ask("lamp", "on").status == 0)
                let back = try stage.unplugCameraForAMoment()
                try stage.said("relit", since: back) { $0.boolean("on") == true }
                try #require(try stage.kiosk.status().boolean("lamp", "on") == true)
                try stage.kiosk.tell("unplug lamp")
                let run = stage.run.mark
                try #require(try stage.run.ask("lamp", "off").status == 0)
                try stage.said("relit", since: run) { $0.boolean("on") == false }
                let missing = try stage.run.ask("lamp", "on")
                try #require(missing.status == 1 && missing.errors.contains("lamp"), "\(missing)")
            }
        }

        @Test("A tap at a closed shutter is refused for that, also late; one that always tells to be open is believed")
        func shutter() throws {
            try Stage.set("shutter", devices: ["--with", "privacy"]) { stage in
                try stage.kiosk.tell("shutter closed")
                try stage.kiosk.tell("hang privacy 1s")
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                try stage.tap(320, 400)
                try stage.said("error", since: run) { $0.text("message")?.contains("shutter is closed") == true }
                try stage.quiet(for: 0.5)
                try #require(stage.writes(since: log) == [])
                try stage.kiosk.tell("hang privacy 0")
                try stage.kiosk.tell("shutter open")
                try stage.tap(320, 400)
                try stage.said("settled", since: run)
                try stage.kiosk.tell("shutter closed")
                try stage.kiosk.tell("reads-zero privacy")
                let believed = stage.run.mark
                try stage.tap(960, 400)
                try stage.said("settled", since: believed)
            }
        }
    }
}
