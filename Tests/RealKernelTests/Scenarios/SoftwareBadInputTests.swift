import Testing

extension OnARealKernel {
    /// Absurd cameras, scenes and frames: every tap ends in time, at a level that is announced, and no control stays in
    /// manual mode.
    @Suite struct SoftwareBadInput {
        /// A fault, and the result that a tap must have in spite of it.
        struct Trouble: Sendable {
            var name: String
            var options: [String] = []
            /// Commands before the tap.
            var scene: [String] = []
            /// Commands at the end of the exposure search, or at its beginning if there is none.
            var during: [String] = []
            /// The outcome of focus; nil for any.
            var focus: String?
            var focusLevel: String?
            /// Commands before the check of continuous mode.
            var afterwards: [String] = []
        }

        static let ranges = [
            Trouble(
                name: "range-empty", options: ["--focus-range", "100,100,1"], focusLevel: "whole frame"),
            Trouble(name: "range-inverted", options: ["--focus-range", "250,0,5"], focusLevel: "whole frame"),
            Trouble(
                name: "range-huge", options: ["--focus-range", "0,65535,1"], focus: "converged", focusLevel: "software"),
            Trouble(name: "reads-zero", options: ["--reads-zero", "focus,exposure"], focusLevel: "software"),
            Trouble(name: "unknown-format", options: ["--format", "unknown"], focusLevel: "whole frame"),
        ]

        static let scenes = [
            Trouble(name: "white", scene: ["scene white"], focus: "failed", focusLevel: "software"),
            Trouble(name: "black", scene: ["scene black"], focus: "failed", focusLevel: "software"),
            Trouble(name: "noise", scene: ["scene noise"], focus: "failed", focusLevel: "software"),
        ]

        static let frames = [
            Trouble(
                name: "hanging", during: ["frames stop"], focus: "failed", focusLevel: "software",
                afterwards: ["frames go"]),
            Trouble(
                name: "broken", during: ["frames corrupt 3", "frames short 3", "frames drop 5"], focus: "converged",
                focusLevel: "software"),
        ]

        @Test(
            "A lens with an absurd range, or a control that always reads 0",
            .enabled(if: !Guest.hasRegion, "one kernel is enough: the camera has no region of interest here"),
            arguments: ranges)
        func range(_ trouble: Trouble) throws {
            try endsWell(trouble)
        }

        @Test(
            "Everything white, black or noise",
            .enabled(if: Guest.hasRegion, "one kernel is enough: scenes know of none"))
        func scene() throws {
            try endsWell("scenes", Self.scenes)
        }

        @Test(
            "A stream that hangs, and broken, short and missing frames, during the search",
            .enabled(if: !Guest.hasRegion, "one kernel is enough: the camera has no region of interest here"))
        func frame() throws {
            try endsWell("frames", Self.frames)
        }

        private func endsWell(_ trouble: Trouble) throws {
            try endsWell(trouble.name, [trouble])
        }

        private func endsWell(_ name: String, _ troubles: [Trouble]) throws {
            let options = ["--without", "roi"] + (troubles.first?.options ?? [])
            try Stage.set("bad-\(name)", devices: options, camera: .searched, run: nil) { stage in
                let controls: [PlainCamera.Control] = [.focusAuto, .exposureAuto, .gain]
                let before = try stage.values(controls)
                try stage.start()
                for trouble in troubles {
                    try tapEnds(trouble, stage)
                    for command in trouble.afterwards + ["scene normal"] { try stage.kiosk.tell(command) }
                    try stage.becomesContinuous()
                    try #require(
                        try stage.kiosk.status().boolean("camera", "focus-automatic") == true, "\(trouble.name)")
                    try #require(
                        try stage.kiosk.status().boolean("camera", "exposure-automatic") == true, "\(trouble.name)")
                }
                try stage.end()
                try #require(try stage.values(controls) == before)
            }
        }

        private func tapEnds(_ trouble: Trouble, _ stage: Stage) throws {
            for command in trouble.scene { try stage.kiosk.tell(command) }
            // The camera's own autofocus has come to rest.
            try stage.quiet(for: 0.5)
            let lens = try stage.kiosk.status().number("camera", "lens")
            let (run, start) = (stage.run.mark, Clock.now)
            try stage.tap(Half.near.touch, 400)
            if !trouble.during.isEmpty { try stage.said("exposed", since: run, within: Stage.searchTime) }
            for command in trouble.during { try stage.kiosk.tell(command) }
            let settled = try stage.said("settled", since: run, within: Stage.searchTime)
            print("\(trouble.name): \((Clock.now - start) / 1_000_000) ms, \(settled.line)")
            try #require(settled.time - start < 12_000_000_000)
            if trouble.name == "reads-zero" {
                try #require(stage.complaints(since: run).contains { $0.contains("several times") })
            }
            if let level = trouble.focusLevel { try #require(settled.text("focusLevel") == level) }
            guard let focus = trouble.focus else { return }
            try #require(settled.text("focus") == focus)
            var now = try stage.kiosk.status().number("camera", "lens")
            if focus == "failed" {
                // The lens takes up to a second to return.
                for _ in 0..<10 where abs((now ?? -1) - (lens ?? 0)) > 5 {
                    try stage.kiosk.tell("wait 200ms")
                    now = try stage.kiosk.status().number("camera", "lens")
                }
                let distance = abs((now ?? -1) - (lens ?? 0))
                try #require(distance <= 5, "the lens was at \(lens ?? -1), and is at \(now ?? -1)")
            }
            if focus == "converged" { try #require(try stage.measure(.near).boolean("in-depth-of-field") == true) }
        }
    }
}
