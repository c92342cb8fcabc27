import Testing

extension OnARealKernel {
    /// The events that unlock a kiosk that never moves.
    @Suite(.enabled(if: !Guest.hasRegion, "one kernel is enough: the camera has no region of interest here"))
    struct SoftwareScenes {
        @Test(
            "Another subject before a locked camera unlocks it, with and without an accelerometer; a still one does not"
        )
        func subjectChanged() throws {
            // With an accelerometer, the scene is watched once that has been still for five seconds.
            for (motion, pause) in [("auto", 4.0), ("none", 1)] {
                try Stage.set(
                    "scene-motion-\(motion)", devices: ["--without", "roi"], camera: .searched,
                    run: ["--motion", motion]
                ) { stage in
                    try stage.tapEndsRight(.near)
                    let run = stage.run.mark
                    try stage.state("unlockableLocked", since: 0)
                    try stage.silence("error", since: run, for: pause)
                    try #require(
                        stage.run.said(since: run, "state").allSatisfy { $0.text("state") == "unlockableLocked" })
                    try stage.kiosk.tell("subject change near")
                    let continuous = try stage.state("continuousAuto", since: run)
                    try #require(continuous.text("cause") == "motion" && continuous.text("moved") == "scene")
                    try stage.untilAnswering()
                    try #require(try stage.kiosk.status().boolean("camera", "focus-automatic") == true)
                    try #require(try stage.kiosk.status().boolean("camera", "streaming") != true)
                }
            }
        }

        @Test("The reason to unlock is announced: a moved device, or a long time without a touch")
        func others() throws {
            let run = ["--unlock-after", "3.5", "--scene-watch", "never"]
            try Stage.set("unlock-reasons", devices: ["--without", "roi"], camera: .searched, run: run) { stage in
                var mark = stage.run.mark
                _ = try stage.settled(after: .near)
                let idle = try stage.state("continuousAuto", since: mark)
                try #require(idle.text("moved") == "idle")
                let tapped = try stage.state("autoAndForceLocked", since: mark)
                // The time counts from the end of the force lock.
                try #require((6_400_000_000...8_000_000_000).contains(idle.time - tapped.time))
                mark = stage.run.mark
                try stage.tap(Half.near.touch, 400)
                try stage.state("unlockableLocked", since: mark)
                try stage.kiosk.tell("shake 600ms 4")
                try #require(try stage.state("continuousAuto", since: mark).text("moved") == "accelerometer")
            }
        }
    }
}
