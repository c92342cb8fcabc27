import Foundation
import Testing

extension OnARealKernel {
    /// Searches that are disturbed.
    @Suite(.enabled(if: Guest.hasRegion, "one kernel is enough: the camera has no region of interest here"))
    struct SoftwareTrouble {
        @Test("A write that the camera ignores once is made again, and all is held and read back in the end")
        func ignoredOnce() throws {
            let options = Stage.withoutRegion + ["--ignore", "focus:1"]
            try Stage.set("ignored-once", devices: options, camera: .searched) { stage in
                // In a second attempt the camera would ignore nothing any more.
                try stage.tapEndsRight(.near, attempts: 1)
                for (control, half) in [("exposure", Half.far), ("focus", .near)] {
                    try stage.kiosk.tell("ignore \(control) 1")
                    try stage.tapEndsRight(half, attempts: 1)
                }
                // In the middle of the search.
                let log = try stage.kiosk.mark()
                let run = stage.run.mark
                try stage.beginSearch(.far)
                try stage.logged("write", since: log) { $0.text("control") == "focus" }
                try stage.kiosk.tell("ignore focus 1")
                let settled = try stage.said("settled", since: run, within: Stage.searchTime)
                try #require(settled.text("focus") == "converged" && settled.text("verified", "1") == "exposure")
                try #require(try stage.measure(.far).boolean("in-depth-of-field") == true)
                try #require(stage.complaints().isEmpty)
            }
        }

        @Test("A control that ignores every write ends the search in time, is reported, and continuous works again")
        func ignoredAlways() throws {
            try Stage.set("ignored-always", devices: Stage.withoutRegion, camera: .searched) { stage in
                try stage.quiet(for: 0.5)
                let lens = try stage.kiosk.status().number("camera", "lens")
                try stage.kiosk.tell("ignore focus")
                let log = try stage.kiosk.mark()
                let blurred = try stage.settled(after: .far)
                try #require(blurred.text("focus") == "failed" && blurred.text("exposure") == "converged")
                try #require(try stage.kiosk.status().number("camera", "lens") == lens)

                for command in ["heed focus", "ignore exposure", "ignore gain"] { try stage.kiosk.tell(command) }
                let dark = try stage.settled(after: .near)
                try #require(dark.text("exposure") == "failed")
                let writes = stage.writes(since: log)
                try #require(writes.count < 100, "\(writes)")

                for control in ["exposure", "gain"] { try stage.kiosk.tell("heed \(control)") }
                try stage.becomesContinuous()
                try #require(try stage.kiosk.status().boolean("camera", "focus-automatic") == true)
                try #require(try stage.kiosk.status().boolean("camera", "exposure-automatic") == true)
            }
        }

        @Test(
            "While another program streams, a tap falls to the whole frame, and says why; later taps do not"
        )
        func busy() throws {
            try Stage.set("busy", devices: Stage.withoutRegion, camera: .searched) { stage in
                let node = try stage.kiosk.tell("await camera")
                let other = try ChildProcess([Guest.program("virtual-kiosk"), "--hold", node, "160x120"])
                let isStreaming = other.output.wait(from: 0, until: Date(timeIntervalSinceNow: 20), for: \.first)
                try #require(isStreaming?.hasPrefix("streaming") == true)
                let run = stage.run.mark
                let settled = try stage.settled(after: .near)
                try #require(settled.text("focusLevel") == "whole frame" && settled.text("focus") == "converged")
                try #require(settled.text("exposureLevel") == "whole frame")
                let words = stage.complaints(since: run).first { $0.contains("another program streams (EBUSY)") }
                try #require(words?.contains("Documentation/Frames.md") == true, "what to do about it is told")
                other.kill(SIGKILL)
                _ = try other.waitForEnd(within: 10)
                for half in Half.allCases { try stage.tapEndsRight(half) }
            }
        }

        @Test("A camera that is unplugged during the search comes back in continuous, and the next tap is followed")
        func unplugged() throws {
            try Stage.set("unplugged-searching", devices: Stage.withoutRegion, camera: .searched) { stage in
                try stage.beginSearch(.near)
                let run = try stage.unplugCameraForAMoment()
                try #require(try stage.state("continuousAuto", since: run).text("cause") == "view")
                try stage.untilAnswering()
                try #require(try stage.kiosk.status().boolean("camera", "focus-automatic") == true)
                try #require(try stage.kiosk.status().boolean("camera", "exposure-automatic") == true)
                try stage.tapEndsRight(.far)
            }
        }

        @Test("A signal during the search restores all manual settings, and the stream is free")
        func ended() throws {
            let controls: [PlainCamera.Control] = [.focusAuto, .focus, .exposureAuto, .exposure, .gain]
            let originals = [0, 55, 1, 321, 20]
            let kiosk = try VirtualKiosk(Stage.withoutRegion)
            defer { kiosk.quit() }
            let node = try kiosk.tell("await camera")
            for moment in ["state", "exposed", "searched"] {
                try Stage.set("ended-\(moment)", on: kiosk, run: nil) { stage in
                    let camera = try PlainCamera(node)
                    for (control, value) in zip(controls, originals) {
                        try #require(camera.set(control, to: value) == nil)
                    }
                    try stage.start()
                    let run = stage.run.mark
                    try stage.tap(Half.near.touch, 400)
                    try stage.said(moment, since: run, within: Stage.searchTime)
                    try stage.end()
                    try #require(try stage.values(controls) == originals, "after \(moment)")
                    try #require(camera.start() == nil, "the stream is not free")
                    _ = try camera.newFrame()
                }
            }
        }
    }
}
