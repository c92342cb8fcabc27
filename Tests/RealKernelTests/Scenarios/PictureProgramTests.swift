import Foundation
import Testing

extension OnARealKernel {
    /// The programs that README recommends, on a camera that needs its frames looked at.
    @Suite struct PicturePrograms {
        /// Starts the program, and waits until its frames are used.
        private static func start(_ program: PictureProgram, on stage: Stage) throws -> ChildProcess {
            let run = stage.run.mark
            let process = try program.start(on: try stage.kiosk.tell("await camera"), socket: stage.run.socket)
            do {
                try untilHeld(stage, since: run)
                // A program that ends at once would leave the frames to tapfocus, and every tap would end right.
                usleep(700_000)
                try #require(!process.hasEnded)
            } catch {
                print("---- \(program.rawValue): \(process.output.text)\n\(process.errors.text)")
                throw error
            }
            return process
        }

        private static func untilHeld(_ stage: Stage, since run: Int) throws {
            try stage.said("levels", since: run, within: 60) {
                $0.text("focusReason")?.contains("another program measures") == true
            }
            try stage.logged("streaming", within: 60) { $0.boolean("on") == true }
        }

        /// Ends it at once, as a crash does.
        private static func kill(_ process: ChildProcess) throws {
            process.kill(SIGKILL)
            _ = try process.waitForEnd(within: 10)
        }

        @Test(
            "Near, far, a second tap in a search, killed in a search, and back again: each tap ends as it should",
            arguments: PictureProgram.allCases)
        func taps(_ program: PictureProgram) throws {
            try Stage.set("picture-\(program.rawValue)", devices: Stage.withoutRegion, camera: .searched) { stage in
                let process = try Self.start(program, on: stage)
                for half in Half.allCases { try stage.tapEndsRight(half) }
                try #require(!process.hasEnded, "\(process.errors.text)")
                try stage.beginSearch(.far)
                try stage.tapEndsRight(.near)
                let run = stage.run.mark
                try stage.beginSearch(.far)
                try Self.kill(process)
                let settled = try stage.said("settled", since: run, within: Stage.searchTime)
                try #require(settled.text("focusLevel") == "whole frame" && settled.text("focus") == "converged")
                try #require(stage.complaints(since: run).contains { $0.contains("in the middle of a search") })
                // The last frames of a killed program may still be in its pipe.
                if program == .python { _ = try? Shell.run("pkill -KILL gst-launch-1.0") }
                let again = try Self.start(program, on: stage)
                try stage.tapEndsRight(.far)
                try Self.kill(again)
                if program == .python { _ = try? Shell.run("pkill -KILL gst-launch-1.0") }
            }
        }

        @Test("A pipeline that plays before tapfocus starts, and through its restart, is served each time")
        func beforeAndAfter() throws {
            try Stage.set("picture-before", devices: Stage.withoutRegion, camera: .searched, run: nil) { stage in
                let socket = NSTemporaryDirectory() + "picture-before.sock"
                let process = try PictureProgram.pipeline.start(
                    on: try stage.kiosk.tell("await camera"), socket: socket)
                try stage.logged("streaming", within: 60) { $0.boolean("on") == true }
                try stage.start()
                try Self.untilHeld(stage, since: 0)
                try stage.tapEndsRight(.near)
                try stage.end()
                try stage.restart(try stage.camera.settings())
                try Self.untilHeld(stage, since: 0)
                try stage.tapEndsRight(.far)
                let stops = stage.kiosk.log.records().filter { $0.event == "streaming" }
                try #require(stops.count == 1, "the picture never stops")
                try Self.kill(process)
            }
        }
    }
}
