import Testing

extension OnARealKernel {
    /// Taps on cameras that cannot follow them at the finger, so the engine measures the frames. The virtual camera's
    /// own record judges the results.
    @Suite struct SoftwareTaps {
        /// A camera that lacks something, and the result that a tap on it must have.
        struct Lacking: Sendable {
            var name: String
            var options: [String]
            var demands = Stage.Demands.both
            var camera = Stage.Camera.searched
        }

        static let cameras = [
            Lacking(name: "software", options: ["--without", "roi"], camera: .searchedAsUsual),
            Lacking(name: "by-hand", options: ["--without", "roi,focus-auto", "--manual-exposure-only"]),
            Lacking(
                name: "lens-only", options: ["--without", "roi,ae-mode,exposure,gain"], demands: .focus),
            Lacking(
                name: "no-lens", options: ["--without", "roi,focus,focus-auto", "--format", "mjpeg"], demands: .exposure
            ),
        ]

        @Test(
            "A tap on either half ends sharp and well exposed there, and the end restores the controls",
            arguments: cameras)
        func tap(_ lacking: Lacking) throws {
            try Stage.set(lacking.name, devices: lacking.options, camera: lacking.camera, run: nil) { stage in
                let controls: [PlainCamera.Control] = [.focusAuto, .exposureAuto, .gain]
                let before = try stage.values(controls)
                try stage.start()
                let levels = try stage.said("levels")
                try #require((levels.text("focusLevel") == "software") == lacking.demands.contains(.focus))
                try #require((levels.text("exposureLevel") == "software") == lacking.demands.contains(.exposure))
                for half in Half.allCases { try stage.tapEndsRight(half, lacking.demands) }
                try stage.end()
                try #require(try stage.values(controls) == before)
            }
        }

        @Test("Without autofocus the view's centre is kept sharp, and is again after another scene has come to rest")
        func keptSharp() throws {
            try Stage.set("kept-sharp", devices: ["--without", "roi,focus-auto"], camera: .searched) { stage in
                // The centre lies on both halves, so both get the same distance.
                var run = 0
                for distance in ["0.25", "1"] {
                    try stage.kiosk.tell("scene \(distance) \(distance)")
                    for attempt in 1...3 {
                        let searched = try stage.said("searched", since: run, within: 40)
                        run = stage.run.mark
                        let centre = try stage.kiosk.measure(x: 0.375, y: 0.375, width: 0.25, height: 0.25)
                        print("\(distance) m: \(searched.line)")
                        if centre.boolean("in-depth-of-field") == true { break }
                        // As for taps, an attempt is repeated if the machine stalled.
                        try #require(attempt < 3, "\(centre.line)")
                        try stage.becomesContinuous()
                    }
                }
                try #require(stage.run.said(since: 0, "state").allSatisfy { $0.text("state") == "continuousAuto" })
            }
        }

        /// Lags of lens and exposure, in frames: divided among the kernels, which do not influence them.
        static let lags = Guest.hasRegion ? [(1, 2), (3, 4), (5, 1)] : [(2, 1), (4, 3)]

        @Test("It ends right whatever the lens and the exposure lag, up to five and four frames", arguments: lags)
        func lag(lens: Int, exposure: Int) throws {
            let options = [
                "--without", "roi", "--lens-speed", "100000", "--lens-lag", "\(lens)", "--exposure-lag", "\(exposure)",
            ]
            try Stage.set("lag-\(lens)-\(exposure)", devices: options, camera: .searched) { stage in
                for half in Half.allCases { try stage.tapEndsRight(half, lags: true) }
            }
        }
    }
}
