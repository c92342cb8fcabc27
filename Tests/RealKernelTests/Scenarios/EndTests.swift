import FocusCore
import Glibc
import LinuxDevices
import Testing

extension OnARealKernel {
    /// The end of tapfocus.
    @Suite struct Ending {
        /// The moment of the signal.
        enum Moment: String, CaseIterable {
            case locked, settling, continuous
        }

        @Test("A signal at any time restores the camera's unusual originals, and the socket file is gone")
        func manualOriginals() throws {
            let originals: [(ControlID, ControlValue)] = [
                (.focusAuto, .integer(0)), (.focusAbsolute, .integer(55)), (.exposureAuto, .integer(1)),
                (.exposureAbsolute, .integer(321)),
            ]
            try endsWith(originals, name: "manual-originals") { stage, log in
                try #require(stage.writes(since: log) == Expected.continuous)
            }
        }

        @Test("A signal restores the camera's automatics")
        func automaticOriginals() throws {
            var region: [(ControlID, ControlValue)] = []
            if Guest.hasRegion {
                let rectangle = PixelRectangle(left: 100, top: 200, width: 300, height: 400)
                region = [(.regionRectangle, .rectangle(rectangle)), (.regionAuto, .integer(1))]
            }
            let originals = [(ControlID.focusAuto, ControlValue.integer(1)), (.exposureAuto, .integer(3))] + region
            try endsWith(originals, name: "automatic-originals") { stage, log in
                try #require(stage.writes(since: log) == Expected.region("534,400"))
            }
        }

        private func endsWith(
            _ originals: [(ControlID, ControlValue)], name: String, started: (Stage, Int) throws -> Void
        ) throws {
            let kiosk = try VirtualKiosk(Stage.Camera.itself.options)
            defer { kiosk.quit() }
            let path = try kiosk.tell("await camera")
            for moment in Moment.allCases {
                for (id, value) in originals { try CameraAccess.write(id, value, path) }
                try Stage.set("\(name)-\(moment.rawValue)", on: kiosk, run: nil) { stage in
                    let log = try stage.kiosk.mark()
                    try stage.start()
                    try started(stage, log)
                    if moment != .continuous {
                        try stage.tap(320, 400)
                        try stage.state("autoAndForceLocked")
                    }
                    if moment == .locked { try stage.state("unlockableLocked") }
                    try stage.end(moment == .settling ? SIGINT : SIGTERM)
                    for (id, value) in originals {
                        try #require(try CameraAccess.read(id, path) == value, "control \(id.rawValue), \(moment)")
                    }
                    try #require(access(stage.run.socket, F_OK) != 0)
                }
            }
        }

        @Test("A camera that refuses its originals is reported at the end, without delaying it")
        func originalsRefused() throws {
            try Stage.set("originals-refused") { stage in
                try stage.tap(320, 400)
                try stage.said("settled")
                try stage.kiosk.tell("refuse ae-mode")
                let run = stage.run.mark
                stage.run.process.kill(SIGTERM)
                try #require(try stage.run.process.waitForEnd(within: 20) == 1)
                let error = try stage.said("error", since: run, within: 1)
                try #require(error.text("message")?.contains("original settings") == true)
                let writes = Stage.saidWrites(stage.run.said(since: run))
                try #require(writes.contains("focus-auto 1") && writes.contains { $0.hasPrefix("exposure-auto 3 E") })
                try #require(access(stage.run.socket, F_OK) != 0)
            }
        }

        @Test("Killed without warning, it starts again on the same socket, and the camera is back in continuous")
        func killed() throws {
            try Stage.set("killed") { stage in
                try stage.tap(320, 400)
                try stage.said("settled")
                stage.run.process.kill(SIGKILL)
                try #require(try stage.run.process.waitForEnd(within: 10) == -SIGKILL)
                try #require(access(stage.run.socket, F_OK) == 0)
                let log = try stage.kiosk.mark()
                try stage.restart()
                try stage.received(Expected.continuous, since: log)
                try stage.tap(960, 400)
                try stage.state("autoAndForceLocked")
            }
        }

        @Test(
            "Killed while it holds, as by a watchdog, it starts again, and at its end the camera is as it was at first",
            arguments: [SIGKILL, SIGABRT])
        func killedWhileHeld(by signal: Int32) throws {
            let kiosk = try VirtualKiosk(Stage.Camera.itself.options)
            defer { kiosk.quit() }
            let path = try kiosk.tell("await camera")
            let automatics = [ControlID.focusAuto, .exposureAuto]
            let before = try automatics.map { try CameraAccess.read($0, path) }
            try Stage.set("killed-while-held-\(signal)", on: kiosk, run: nil) { stage in
                try stage.start()
                try stage.tap(320, 400)
                try stage.said("settled")
                for id in automatics { try stage.run.untilKept(id) }
                stage.run.process.kill(signal)
                try #require(try stage.run.process.waitForEnd(within: 10) == -signal)
                try #require(try automatics.map { try CameraAccess.read($0, path) } != before, "it holds by hand")
                try stage.restart()
                try stage.end()
                try #require(try automatics.map { try CameraAccess.read($0, path) } == before)
            }
        }
    }
}

/// Another program's access to the camera.
enum CameraAccess {
    static func write(_ id: ControlID, _ value: ControlValue, _ path: String) throws {
        let camera = try V4L2Camera(path: path)
        _ = camera.describe()
        var settings = InlineList<4, ControlSetting>()
        _ = settings.append(ControlSetting(id, value))
        let result = camera.perform(ControlCall(id: 1, operation: .write(settings)))
        guard result.errno == 0 else {
            throw HarnessError("cannot prepare control \(id.rawValue): errno \(result.errno)")
        }
    }

    static func read(_ id: ControlID, _ path: String) throws -> ControlValue? {
        try V4L2Camera(path: path).describe().control(id)?.value
    }
}
