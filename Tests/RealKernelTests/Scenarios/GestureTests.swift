import Glibc
import Testing

extension OnARealKernel {
    /// Taps and other gestures, and their places.
    @Suite struct Gestures {
        @Test("A gesture that is no tap, or is beside the picture, is named, and the camera gets no call")
        func ignored() throws {
            // A picture of 4:3 on 1280 × 800 is 1067 wide, with bars of 107 on either side.
            try Stage.set("ignored", run: ["--video-gravity", "fit"]) { stage in
                let log = try stage.kiosk.mark()
                let gestures = [
                    (["tap 50 400"], "on a letterbox bar"), (["tap 1200 400"], "on a letterbox bar"),
                    (["drag 300 300 700 500"], "dragged"), (["palm 640 400"], "palm"),
                    (["tap 640 400 600ms"], "held too long"),
                    (
                        ["finger down 0 500 400", "finger down 1 700 400", "finger up 1", "finger up 0"],
                        "second finger"
                    ),
                    (["finger down 0 640 400", "finger cancel 0"], "palm"),
                ]
                for (commands, reason) in gestures {
                    let run = stage.run.mark
                    for command in commands { try stage.kiosk.tell(command) }
                    let ignored = try stage.said("tap-ignored", since: run)
                    try #require(ignored.text("reason") == reason)
                    try stage.quiet(for: 0.2)
                    try #require(stage.run.said(since: run).map(\.event) == ["tap-ignored"])
                }
                try #require(stage.writes(since: log) == [])
                try stage.tap(640, 400)
                try stage.state("autoAndForceLocked")
            }
        }

        /// For a touch at (320, 200) of 1279 × 799 units on a screen of 1280 × 800 pixels, a picture of 4:3 that fills
        /// it, and a sensor of 1280 × 960. The values were calculated by hand.
        static let turns: [(degrees: Int, mirrored: Bool, x: Double, y: Double, region: String)] = [
            (0, false, 0.2502, 0.2919, "214,200"), (0, true, 0.7498, 0.2919, "853,200"),
            (90, false, 0.3830, 0.7498, "384,640"), (90, true, 0.3830, 0.2502, "384,160"),
            (180, false, 0.7498, 0.7081, "853,600"), (180, true, 0.2502, 0.7081, "214,600"),
            (270, false, 0.6170, 0.2502, "683,160"), (270, true, 0.6170, 0.7498, "683,640"),
        ]

        @Test("A tap on a turned or mirrored picture is led back to the place in the camera's image")
        func turned() throws {
            let kiosk = try VirtualKiosk(Stage.Camera.itself.options)
            defer { kiosk.quit() }
            for turn in Self.turns {
                let options = ["--rotation", "\(turn.degrees)"] + (turn.mirrored ? ["--mirrored"] : [])
                let name = "rotation-\(turn.degrees)\(turn.mirrored ? "-mirrored" : "")"
                try Stage.set(name, on: kiosk, run: options) { stage in
                    try tap(320, 200, stage, x: turn.x, y: turn.y, region: turn.region)
                }
            }
        }

        @Test("In a picture on a part of the screen a tap counts from its corner; a tap beside it is ignored")
        func view() throws {
            try Stage.set("view", run: ["--view", "640,0,640x480"]) { stage in
                let log = try stage.kiosk.mark()
                try stage.tap(320, 240)
                try #require(try stage.said("tap-ignored").text("reason") == "outside the view")
                try #require(stage.writes(since: log) == [])
                try tap(800, 120, stage, x: 0.2510, y: 0.2503, region: "215,160")
            }
        }

        @Test("The touchscreen's calibration matrix, given by a udev rule, turns its taps")
        func calibration() throws {
            try Self.withRule {
                try Stage.set("calibration", run: ["--screen", "1280x800"], tapTurned)
            }
        }

        @Test("A touchscreen that udev is still setting up is announced and awaited, and its calibration is used")
        func beingSetUp() throws {
            try Self.withRule {
                try Stage.set("touch-set-up", run: nil) { stage in
                    try stage.kiosk.tell("unplug touch")
                    try Shell.run("udevadm settle")
                    try Shell.controlUdev("--stop-exec-queue")
                    defer { try? Shell.controlUdev("--start-exec-queue") }
                    try stage.kiosk.tell("plug touch")
                    try stage.start(["--screen", "1280x800"])
                    try stage.said("error") { $0.text("message")?.contains("udev is still setting it up") == true }
                    try Shell.controlUdev("--start-exec-queue")
                    try arrival(of: stage)
                    try tapTurned(stage)
                }
            }
        }

        /// The rule turns by a quarter: (0.2502, 0.2503) on the panel is (0.7497, 0.2502) on the screen.
        private static func withRule(_ body: () throws -> Void) throws {
            let rule = "/run/udev/rules.d/70-tapfocus-test.rules"
            let match =
                #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Virtual Kiosk Touchscreen""#
            try Shell.run("mkdir -p /run/udev/rules.d")
            try Shell.write(match + #", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0""# + "\n", to: rule)
            try Shell.controlUdev("--reload")
            defer {
                unlink(rule)
                try? Shell.controlUdev("--reload")
            }
            try body()
        }

        /// Waits for the touchscreen. If it does not arrive, prints the state of udev and tapfocus.
        private func arrival(of stage: Stage) throws {
            do {
                try stage.said("device") { $0.text("device") == "touchscreen" && $0.text("change") == "arrived" }
            } catch {
                let state = "ls -l /run/udev; ps ax | grep udev; udevadm info --query=all --name=/dev/input/event1"
                print("udev's state:", (try? ChildProcess.run(["/bin/sh", "-c", state + " 2>&1"]).output) ?? "unknown")
                throw error
            }
        }

        private func tapTurned(_ stage: Stage) throws {
            try tap(320, 200, stage, x: 0.7497, y: 0.2918, region: "853,200")
        }

        private func tap(_ x: Int, _ y: Int, _ stage: Stage, x wantedX: Double, y wantedY: Double, region: String)
            throws
        {
            let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
            try stage.tap(x, y)
            let state = try stage.state("autoAndForceLocked", since: run)
            try #require(abs((state.number("point", "x") ?? 0) - wantedX) < 0.0001)
            try #require(abs((state.number("point", "y") ?? 0) - wantedY) < 0.0001)
            let writes = Expected.region(region) + Expected.retriggered
            try #require(Array(stage.writes(since: log).prefix(writes.count)) == writes)
        }
    }
}
