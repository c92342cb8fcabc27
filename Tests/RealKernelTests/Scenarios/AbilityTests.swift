import Testing

extension OnARealKernel {
    /// Cameras with fewer controls, and the messages about them.
    @Suite struct Abilities {
        @Test(
            "probe names each device once, with its levels: neither the camera's metadata node nor its button is a device"
        )
        func probe() throws {
            let kiosk = try VirtualKiosk(Stage.Camera.itself.options)
            defer { kiosk.quit() }
            let ended = try ChildProcess.run([Guest.program("tapfocus"), "probe", "--json"])
            print(ended.output)
            let probe = try #require(Record(ended.output))
            try #require(ended.status == 0)
            let node = try kiosk.tell("await camera")
            try #require(probe.text("cameras", "0", "path") == node)
            try #require(probe.text("cameras", "0", "driver") == "uvcvideo")
            try #require(probe.text("cameras", "0", "usb") == "1209:0001")
            try #require(probe.text("cameras", "0", "focus", "level") == Expected.level)
            try #require(probe.text("cameras", "0", "exposure", "level") == Expected.level)
            try #require(probe.text("cameras", "1", "path") == nil)
            try #require(probe.text("touchscreens", "0", "name") == "Virtual Kiosk Touchscreen")
            try #require(probe.text("touchscreens", "1", "path") == nil)
            try #require(probe.text("accelerometers", "0", "name") == "accel_3d")
            try #require(probe.text("errors", "0", "message") == nil)
        }

        @Test("A camera without focus follows a tap with its exposure, and says so")
        func exposureOnly() throws {
            try Stage.set("exposure-only", devices: ["--without", "focus-auto,focus"]) { stage in
                let levels = try stage.said("levels")
                try #require(levels.text("focusLevel") == "none" && levels.text("exposureLevel") == Expected.level)
                let log = try stage.kiosk.mark()
                try stage.tap(320, 400)
                let settled = try stage.said("settled")
                try #require(settled.isNull("focus") && settled.text("exposure") == Expected.exposureOutcome)
                // A region for exposure alone, a quarter of the sensor's sides.
                let region = Expected.region("160,361", size: "320x240", auto: 1)
                try stage.received(region + Expected.heldExposure(230), since: log)
            }
        }

        @Test("A camera without exposure follows a tap with its focus, and says so")
        func focusOnly() throws {
            try Stage.set("focus-only", devices: ["--without", "ae-mode,exposure"]) { stage in
                let levels = try stage.said("levels")
                try #require(levels.text("focusLevel") == Expected.level && levels.text("exposureLevel") == "none")
                let log = try stage.kiosk.mark()
                try stage.tap(320, 400)
                let settled = try stage.said("settled")
                try #require(settled.text("focus") == "converged" && settled.isNull("exposure"))
                let region = Expected.region("214,401", auto: 8)
                try stage.received(region + Expected.retriggered + ["focus-auto 0", "focus 100"], since: log)
            }
        }

        @Test("A camera without any control is used, a tap is refused with a sentence, and probe ends with 1")
        func nothing() throws {
            try Stage.set("fixed", devices: ["--without", "focus-auto,focus,ae-mode,exposure,roi"]) { stage in
                let levels = try stage.said("levels")
                try #require(levels.text("focusLevel") == "none" && levels.text("exposureLevel") == "none")
                try #require(try ChildProcess.run([Guest.program("tapfocus"), "probe"]).status == 1)
                try stage.tap(320, 400)
                // A touchscreen that udev is still setting up is told of, too.
                try stage.said("error") { $0.text("message")?.contains("neither a focus nor an exposure") == true }
                try #require(stage.run.said(since: 0, "state").count == 1)
                try #require(stage.writes() == [])
            }
        }
    }
}
