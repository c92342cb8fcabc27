import Testing

extension OnARealKernel {
    /// Cameras that refuse calls, lack controls, or hang.
    @Suite struct Refusals {
        @Test(
            "A camera that refuses its region follows the tap in its frames, or with the whole frame without them",
            .enabled(if: Guest.hasRegion, "this kernel cannot ask for a region"),
            arguments: ["software", "whole frame"])
        func regionRefused(level: String) throws {
            let isSearched = level == "software"
            let devices = isSearched ? [] : ["--format", "unknown"]
            let camera = isSearched ? Stage.Camera.searched : .itself
            try Stage.set("region-refused-\(level.prefix(5))", devices: devices, camera: camera) { stage in
                try stage.kiosk.tell("refuse roi")
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                try stage.tap(960, 400)
                try stage.state("autoAndForceLocked", since: run)
                let settled = try stage.said("settled", since: run)
                try #require(settled.text("focus") == "converged" && settled.text("focusLevel") == level)
                try #require(settled.text("exposure") == "converged" && settled.text("exposureLevel") == level)
                let writes = stage.writes(since: log)
                let region = isSearched ? "801,361 320x240" : "854,401 213x160"
                try #require(writes.first == "roi \(region) auto 9 refused")
                let focus = writes.filter { $0.hasPrefix("focus-auto") }
                let retriggered = ["focus-auto 0", "focus-auto 1", "focus-auto 0"]
                try #require(focus == (isSearched ? ["focus-auto 0"] : retriggered))
                let refused = Stage.saidWrites(stage.run.said(since: run)).filter { $0.hasPrefix("roi") }
                try #require(refused.count == 2 && refused.allSatisfy { !$0.hasSuffix("auto 9") })
                // The camera then accepts its originals at the end.
                try stage.kiosk.tell("accept roi")
            }
        }

        @Test("A tap that the camera refuses completely is an error, and changes nothing: the first one's lock goes on")
        func everythingRefused() throws {
            // With readable frames the engine could follow the tap by the controls that are manual already.
            try Stage.set("all-refused", devices: ["--format", "unknown"]) { stage in
                let run = stage.run.mark
                try stage.tap(320, 400)
                let first = try stage.state("autoAndForceLocked", since: run)
                try stage.said("settled", since: run)
                for control in ["roi", "focus-auto", "ae-mode"] { try stage.kiosk.tell("refuse \(control)") }
                let (log, second) = (try stage.kiosk.mark(), stage.run.mark)
                try stage.tap(960, 400)
                let error = try stage.said("error", since: second)
                try #require(error.text("message")?.contains("refuse") == true)
                let end = try stage.state("unlockableLocked", since: run)
                try #require((2_950_000_000...3_300_000_000).contains(end.time - first.time))
                try #require(end.number("point", "x") == first.number("point", "x"))
                try #require(stage.run.said(since: run, "state").count == 2)
                let writes = stage.writes(since: log)
                try #require(!writes.isEmpty && writes.allSatisfy { $0.hasSuffix("refused") })

                for control in ["roi", "focus-auto", "ae-mode"] { try stage.kiosk.tell("accept \(control)") }
                let third = stage.run.mark
                try stage.tap(960, 400)
                try stage.state("autoAndForceLocked", since: third)
            }
        }

        @Test("In continuousAuto, too, a refused tap changes nothing")
        func refusedInContinuous() throws {
            try Stage.set("refused-in-continuous", devices: ["--without", "ae-mode,exposure"]) { stage in
                for control in ["roi", "focus-auto"] { try stage.kiosk.tell("refuse \(control)") }
                let run = stage.run.mark
                try stage.tap(960, 400)
                try stage.said("error", since: run)
                try stage.silence("state", since: run, for: 3.2)
                let answer = try stage.run.ask("tap", "0.5", "0.5")
                try #require(answer.status == 1 && answer.errors.contains("refuse"))
                try #require(try stage.run.ask("status").output.contains("continuousAuto"))
                // The camera then accepts its originals at the end.
                for control in ["roi", "focus-auto"] { try stage.kiosk.tell("accept \(control)") }
            }
        }

        @Test("A camera that refuses to hold has failed to settle; the machine goes on, and unlocks")
        func holdRefused() throws {
            try Stage.set("hold-refused") { stage in
                let run = stage.run.mark
                try stage.tap(320, 400)
                try stage.state("autoAndForceLocked", since: run)
                for control in ["focus-auto", "ae-mode"] { try stage.kiosk.tell("refuse \(control)") }
                let settled = try stage.said("settled", since: run)
                try #require(settled.text("focus") == "failed" && settled.text("exposure") == "failed")
                try stage.state("unlockableLocked", since: run)
                for control in ["focus-auto", "ae-mode"] { try stage.kiosk.tell("accept \(control)") }
                let log = try stage.kiosk.mark()
                try #require(try stage.run.ask("show-view").status == 0)
                try stage.received(Expected.continuous, since: log)
            }
        }

        @Test("While a control hangs for 2 s, the control socket answers within 1 s")
        func hang() throws {
            try Stage.set("hang") { stage in
                let client = try SocketClient(stage.run.socket)
                try stage.kiosk.tell("hang \(Guest.hasRegion ? "roi" : "focus-auto") 2s")
                let (log, run) = (try stage.kiosk.mark(), stage.run.mark)
                try stage.tap(320, 400)
                try stage.logged("write", since: log)
                let asked = Clock.now
                try client.send(#"{"request":"status"}"#)
                let status = try client.line(within: 10)
                try #require(Clock.now - asked < 1_000_000_000)
                try #require(status.event == "status" && status.text("state") == "continuousAuto")
                try #require(stage.run.said(since: run, "state").isEmpty, "the control hangs no more")
                try stage.state("autoAndForceLocked", since: run)
                try stage.kiosk.tell("hang \(Guest.hasRegion ? "roi" : "focus-auto") 0")
            }
        }
    }
}
