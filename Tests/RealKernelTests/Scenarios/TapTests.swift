import Testing

extension OnARealKernel {
    /// The main job: start, tap, hold, unlock.
    @Suite struct Taps {
        @Test("It starts in continuousAuto about the centre, and writes what is not in effect yet")
        func start() throws {
            try Stage.set("start") { stage in
                let states = stage.run.said(since: 0, "state")
                try #require(states.count == 1)
                try #require(states[0].text("state") == "continuousAuto")
                try #require(states[0].text("cause") == "start" && states[0].text("rule") == "start")
                try #require(states[0].isNull("point"))
                // The camera arrives with its automatics on; only its region is the whole image.
                try stage.received(Expected.region("534,400"), since: 0)
                let levels = try stage.said("levels")
                try #require(levels.text("focusLevel") == Expected.level)
                try #require(levels.text("exposureLevel") == Expected.level)
                try #require(Set(stage.run.said(since: 0, "device").compactMap { $0.text("device") }).count == 3)
            }
        }

        @Test(
            "A tap on the near half focuses there, converges, is held, and after 3 s is unlockable until the device moves"
        )
        func tap() throws {
            try Stage.set("tap") { stage in
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                try stage.tap(320, 400)
                let locked = try stage.state("autoAndForceLocked", since: run)
                try #require(locked.text("cause") == "tap" && locked.text("rule") == "tapped")
                try #require(abs((locked.number("point", "x") ?? 0) - 0.2502) < 0.0001)
                try #require(abs((locked.number("point", "y") ?? 0) - 0.5005) < 0.0001)

                let settled = try stage.said("settled", since: run)
                try #require(settled.text("focus") == "converged")
                try #require(settled.text("exposure") == Expected.exposureOutcome)
                try #require(settled.text("focusLevel") == Expected.level)
                try #require(settled.text("exposureLevel") == Expected.level)

                let unlockable = try stage.state("unlockableLocked", since: run)
                try #require(unlockable.text("cause") == "timer" && unlockable.text("rule") == "lock-elapsed-still")
                try #require(unlockable.number("point", "x") == locked.number("point", "x"))
                let held = unlockable.time - locked.time
                try #require((2_950_000_000...3_300_000_000).contains(held), "ns from the tap to unlockable")

                // The near half is sharp at 4 dioptres, position 100; exposure is that of the near half.
                let writes =
                    Expected.region("214,401") + Expected.retriggered
                    + ["focus-auto 0", "focus 100"] + Expected.heldExposure(230)
                try stage.received(writes, since: log)
                try #require(try stage.kiosk.status().number("camera", "lens") == 100)

                let said = Stage.saidWrites(stage.run.said(since: run))
                let saidRegion = Guest.hasRegion ? ["roi-rectangle 214,401 213x160", "roi-auto 9"] : []
                let saidExposure = Guest.hasRegion ? ["exposure-auto 1", "exposure-absolute 230"] : ["exposure-auto 1"]
                let saidHold = ["focus-auto 0", "focus-absolute 100"] + saidExposure
                let expected = saidRegion + Expected.retriggered + saidHold
                try #require(Stage.byComponent(said) == Stage.byComponent(expected))

                try unlocksByMotionOnly(stage)
            }
        }

        private func unlocksByMotionOnly(_ stage: Stage) throws {
            let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
            for _ in 1...3 {
                try stage.kiosk.tell("bump")
                try stage.silence("state", since: run, for: 0.4)
            }
            try stage.kiosk.tell("shake 600ms 4")
            let continuous = try stage.state("continuousAuto", since: run)
            try #require(continuous.text("cause") == "motion" && continuous.text("rule") == "moved-unlocks")
            try stage.received(Expected.continuous, since: log)
        }
    }
}
