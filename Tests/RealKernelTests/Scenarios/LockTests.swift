import Testing

extension OnARealKernel {
    /// The three seconds of the force lock.
    @Suite struct ForceLock {
        @Test("Motion during the 3 s changes nothing until they are over; then it is continuous again")
        func motionDuring() throws {
            try Stage.set("motion-during") { stage in
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                try stage.tap(320, 400)
                let locked = try stage.state("autoAndForceLocked", since: run)
                try stage.logged("sampling", since: log) { $0.boolean("on") == true }
                try stage.kiosk.tell("shake 1s 4")
                try stage.said("settled", since: run)
                let settled = (log: try stage.kiosk.mark(), run: stage.run.mark)
                let next = try stage.said("state", since: settled.run)
                try #require(next.text("state") == "continuousAuto")
                try #require(next.text("cause") == "timer" && next.text("rule") == "lock-elapsed-moved")
                try #require((2_950_000_000...3_300_000_000).contains(next.time - locked.time))
                try stage.received(Expected.continuous, since: settled.log)
                try stage.quiet(for: 0.3)
                try #require(stage.run.said(since: run, "state").count == 2)
                try #require(try stage.kiosk.status().boolean("camera", "focus-automatic") == true)
                try #require(try stage.kiosk.status().boolean("camera", "exposure-automatic") == true)
            }
        }

        @Test("A second tap moves the region and restarts the 3 s; the first tap's timer never ends them")
        func secondTap() throws {
            try Stage.set("second-tap") { stage in
                let run = stage.run.mark
                try stage.tap(320, 400)
                let first = try stage.state("autoAndForceLocked", since: run)
                try stage.said("settled", since: run)
                let (log, second) = (try stage.kiosk.mark(), stage.run.mark)
                try stage.tap(960, 600)
                let restarted = try stage.state("autoAndForceLocked", since: second)
                try #require(restarted.time - first.time < 2_900_000_000, "the machine is too slow for this test")
                try #require(abs((restarted.number("point", "x") ?? 0) - 0.7506) < 0.0001)
                let end = try stage.state("unlockableLocked", since: run)
                try #require((2_950_000_000...3_300_000_000).contains(end.time - restarted.time))
                try #require(end.number("point", "x") == restarted.number("point", "x"))
                let states = stage.run.said(since: run, "state").compactMap { $0.text("state") }
                try #require(states == ["autoAndForceLocked", "autoAndForceLocked", "unlockableLocked"])
                // The far half is sharp at 1 dioptre; without a region the camera prefers the near half.
                let focus = Guest.hasRegion ? 25 : 100
                let writes =
                    Expected.region("854,601") + ["focus-auto 1", "ae-mode 8"]
                    + ["focus-auto 0", "focus \(focus)"] + Expected.heldExposure(115)
                try stage.received(writes, since: log)
            }
        }

        @Test("Showing the view unlocks, and writes everything again, even values in effect")
        func showView() throws {
            try Stage.set("show-view") { stage in
                try stage.tap(320, 400)
                try stage.said("settled")
                for _ in 1...2 {
                    let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                    let answer = try stage.run.ask("show-view")
                    try #require(answer.status == 0 && answer.output.contains("continuousAuto"))
                    let state = try stage.state("continuousAuto", since: run)
                    try #require(state.text("cause") == "view" && state.text("rule") == "view-shown")
                    try stage.received(Expected.continuous, since: log)
                    try stage.quiet(for: 0.3)
                    try #require(stage.writes(since: log) == Expected.continuous)
                }
                try stage.silence("state", since: stage.run.mark, for: 3.2)
            }
        }
    }
}
