import Foundation
import Testing

extension OnARealKernel {
    /// A lock, the lamp and a zoom at both halves of the picture, and a camera that goes away in the middle.
    @Suite struct PhonePlaces {
        enum Half: String, CaseIterable {
            case near, far

            /// In coordinates of the view.
            var point: String { self == .near ? "0.25,0.5" : "0.75,0.5" }

            /// The position of the lens that is held there. Without a region the camera prefers the near half.
            var lens: Double { self == .far && Guest.hasRegion ? 25 : 100 }
        }

        @Test(
            "A lock holds each half; the lamp and a zoom leave its focus, and the exposure is back",
            arguments: Half.allCases)
        func lockLampAndZoom(_ half: Half) throws {
            try Stage.set("phone-\(half)", run: nil) { stage in
                try stage.kiosk.tell("plug lamp")
                let node = try stage.kiosk.tell("await lamp")
                try stage.start(["--lamp", node])
                let run = stage.run.mark
                try #require(try stage.run.ask("lock", "--at", half.point).status == 0)
                try stage.said("lock", since: run) { $0.text("by") == "application" || $0.text("by") == "person" }
                try stage.said("settled", since: run)
                try stage.quiet(for: 0.3)
                func lens() throws -> Double? { try stage.kiosk.status().number("camera", "lens") }
                func exposure() throws -> Double? { try stage.kiosk.status().number("camera", "exposure") }
                let (before, lit) = (try exposure(), stage.run.mark)
                try #require(try lens() == half.lens)
                try #require(try stage.run.ask("lamp", "on").status == 0)
                try stage.said("relit", since: lit) { $0.text("exposure") == "found" }
                try #require((try exposure() ?? 0) < (before ?? 0))
                try #require(try stage.run.ask("lamp", "off").status == 0)
                try stage.said("relit", since: lit) { $0.text("exposure") == "restored" }
                try stage.quiet(for: 0.3)
                let (log, zoomed) = (try stage.kiosk.mark(), stage.run.mark)
                try #require(try stage.run.ask("zoom", "2x").status == 0)
                try stage.said("zoom", since: zoomed) { $0.number("factor") == 2 && $0.boolean("ramping") != true }
                try stage.quiet(for: 0.3)
                try #require(stage.writes(since: log) == ["zoom 200"])
                try #require(try exposure() == before)
                try #require(try lens() == half.lens)
                // The force lock of the tap may end in between.
                try #require(stage.run.said(since: lit, "state").allSatisfy { $0.text("state") == "unlockableLocked" })
            }
        }

        @Test("A lamp that refuses leaves the exposure, one that ignores it gets it back, and both are lit afterwards")
        func stubbornLamp() throws {
            try Stage.set("lamp-stubborn", run: nil) { stage in
                try stage.kiosk.tell("plug lamp")
                let node = try stage.kiosk.tell("await lamp")
                let (file, elsewhere) = ("$(readlink --canonicalize \(node))/brightness", "/tmp/ignored-brightness")
                try stage.start(["--lamp", node])
                try stage.tap(320, 400)
                try stage.said("settled")
                try stage.state("unlockableLocked")
                func exposure() throws -> Double? { try stage.kiosk.status().number("camera", "exposure") }
                func isLit() throws -> Bool? { try stage.kiosk.status().boolean("lamp", "on") }
                let (before, run, log) = (try exposure(), stage.run.mark, try stage.kiosk.mark())
                try Shell.run("mount --bind \(file) \(file) && mount -o remount,bind,ro \(file)")
                let refused = try stage.run.ask("lamp", "on")
                try #require(refused.status == 1 && refused.errors.contains("/brightness"), "\(refused)")
                try Shell.run("umount \(file)")
                try stage.quiet(for: 0.3)
                try #require(stage.writes(since: log).isEmpty && stage.run.said(since: run, "relit").isEmpty)
                try Shell.run("echo 0 >\(elsewhere) && mount --bind \(elsewhere) \(file)")
                try #require(try stage.run.ask("lamp", "on").status == 0)
                try stage.said("relit", since: run) { $0.text("exposure") == "found" }
                try #require(try isLit() == false)
                try #require(try stage.run.ask("lamp", "off").status == 0)
                // Where nothing has changed, the automatic has not been seen to report its exposure: then it is found again.
                try stage.said("relit", since: run) {
                    $0.boolean("on") == false && ["restored", "found"].contains($0.text("exposure"))
                }
                try Shell.run("umount \(file)")
                try stage.quiet(for: 0.3)
                try #require(try exposure() == before)
                let lit = stage.run.mark
                try #require(try stage.run.ask("lamp", "on").status == 0)
                try stage.said("relit", since: lit) { $0.text("exposure") == "found" }
                try #require(try isLit() == true && (try exposure() ?? 0) < (before ?? 0))
                try #require(stage.run.said(since: run, "state").isEmpty)
            }
        }

        /// Unplugs the camera while it hangs in a request for the control, and plugs it in again.
        /// - Returns: a mark from before its arrival.
        private func unplug(_ stage: Stage, hangingIn control: String) throws -> Int {
            let before = stage.run.mark
            try stage.kiosk.tell("unplug camera")
            try stage.said("device", since: before) { $0.text("device") == "camera" && $0.text("change") == "left" }
            try stage.kiosk.tell("hang \(control) 0")
            let after = stage.run.mark
            try stage.kiosk.tell("plug camera")
            try stage.state("continuousAuto", since: after)
            return after
        }

        @Test("Unplugged while it reads its shutter, or holds its white balance, a camera is followed when it is back")
        func unplugged() throws {
            let path = NSTemporaryDirectory() + "white-balance-unplugged.json5"
            try Shell.write("{whiteBalance: 'hold'}", to: path)
            let devices = ["--with", "white-balance-auto,privacy"]
            try Stage.set("phone-unplugged", devices: devices, run: ["--config", path]) { stage in
                try stage.kiosk.tell("hang privacy 2s")
                try stage.tap(320, 400)
                _ = try unplug(stage, hangingIn: "privacy")
                try stage.quiet(for: 0.3)
                try stage.kiosk.tell("hang white-balance-auto 2s")
                let log = try stage.kiosk.mark()
                try stage.tap(320, 400)
                try stage.logged("write", since: log) { $0.text("control") == "ae-mode" && $0.integer("value") == 1 }
                _ = try unplug(stage, hangingIn: "white-balance-auto")
                try stage.quiet(for: 0.3)
                let (again, back) = (try stage.kiosk.mark(), stage.run.mark)
                try stage.tap(320, 400)
                try stage.said("settled", since: back)
                try stage.logged("write", since: again) {
                    $0.text("control") == "white-balance-auto" && $0.integer("value") == 0
                }
                let end = try stage.kiosk.mark()
                try stage.end()
                try stage.logged("write", since: end) {
                    $0.text("control") == "white-balance-auto" && $0.integer("value") == 1
                }
            }
        }
    }
}
