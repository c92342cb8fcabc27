import Foundation
import Testing

extension OnARealKernel {
    /// An application shows the camera's picture and measures its frames: tapfocus focuses without the camera's stream.
    @Suite struct Holders {
        /// An application on the stage's camera.
        private static func program(_ stage: Stage) throws -> HoldingProgram {
            let program = HoldingProgram(camera: try stage.kiosk.tell("await camera"), socket: stage.run.socket)
            try program.untilHeld()
            return program
        }

        @Test("Taps near and far end sharp and well exposed, and the picture never stops")
        func taps() throws {
            try Stage.set("holder", devices: Stage.withoutRegion, camera: .searched) { stage in
                let run = stage.run.mark
                let program = try Self.program(stage)
                let levels = try stage.said("levels", since: run) { $0.text("focusLevel") == "software" }
                try #require(levels.text("focusReason")?.contains("another program measures") == true)
                let before = program.frames
                for half in Half.allCases { try stage.tapEndsRight(half) }
                print(
                    "\(program.frames - before) frames shown, \(program.measured) measured,",
                    "at most \(program.longestGap / 1_000_000) ms apart")
                try #require(program.measured > 10 && program.frames > before)
                let complaints = stage.complaints(since: run).filter { $0.contains("frames") }
                try #require(complaints.isEmpty)
                // Nobody needs frames any more, unless the scene is watched; after the view is shown nothing is measured.
                try stage.becomesContinuous()
                try stage.quiet(for: 0.5)
                let rested = program.measured
                usleep(500_000)
                try #require(program.measured == rested && program.told.last?.contains("rest") == true)
                try program.end()
            }
        }

        @Test("A camera that is unplugged and comes back is held by the program again")
        func unplugged() throws {
            try Stage.set("holder-unplugged", devices: Stage.withoutRegion, camera: .searched) { stage in
                let program = try Self.program(stage)
                try stage.beginSearch(.near)
                let run = try stage.unplugCameraForAMoment()
                try stage.said("levels", since: run) {
                    $0.text("focusReason")?.contains("another program measures") == true
                }
                try program.untilHeld()
                for half in Half.allCases { try stage.tapEndsRight(half) }
                try program.end()
            }
        }

        @Test("The socket says who holds what, and why somebody else cannot")
        func refusals() throws {
            try Stage.set("holder-refusals", devices: Stage.withoutRegion, camera: .searched) { stage in
                let program = try Self.program(stage)
                let client = try SocketClient(stage.run.socket)
                func answer(_ line: String) throws -> Record {
                    try client.send(line)
                    return try client.line(within: Stage.patience)
                }
                try #require(try answer(#"{"request":"status"}"#).text("camera", "frames") == "holder")
                let node = try stage.kiosk.tell("await camera")
                let taken = try answer(#"{"request":"hold-frames","camera":"\#(node)"}"#)
                try #require(taken.text("message")?.contains("process \(getpid())") == true, "\(taken.line)")
                let other = try answer(#"{"request":"hold-frames","camera":"/dev/video77"}"#)
                try #require(other.text("message")?.contains(node) == true, "\(other.line)")
                try program.end()
                try #require(try answer(#"{"request":"hold-frames","camera":"\#(node)"}"#).event == "held")
                try #require(try answer(#"{"request":"status"}"#).text("camera", "frames") == "reserved")
                // Reserved: tapfocus stays away, and says what a tap can do.
                let run = stage.run.mark
                try stage.tap(Half.near.touch, 400)
                let settled = try stage.said("settled", since: run, within: Stage.searchTime)
                try #require(settled.text("focusLevel") == "whole frame")
            }
        }
    }
}
