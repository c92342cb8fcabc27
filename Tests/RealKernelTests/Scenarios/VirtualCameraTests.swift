import Testing

extension OnARealKernel {
    /// The virtual camera itself, as any program sees it: the properties that the other tests rely on.
    @Suite(.enabled(if: Guest.hasRegion, "one kernel is enough: this is about the virtual camera itself"))
    struct VirtualCameras {
        /// Only a camera, controlled by the test, whose lens arrives at once.
        private static let plain = ["--devices", "camera", "--lens-speed", "100000"]

        private func with(
            _ options: [String], _ test: (VirtualKiosk, PlainCamera, String) throws -> Void
        ) throws {
            let kiosk = try VirtualKiosk(Self.plain + options)
            defer { kiosk.quit() }
            let node = try kiosk.tell("await camera")
            try test(kiosk, try PlainCamera(node), node)
        }

        private func takeOver(_ camera: PlainCamera) throws {
            try #require(camera.set(.focusAuto, to: 0) == nil)
            try #require(camera.set(.exposureAuto, to: 1) == nil)
        }

        @Test("Sharpness of each half rises up to its distance and falls beyond it, over the whole range")
        func optics() throws {
            try with([]) { kiosk, camera, _ in
                try takeOver(camera)
                // Neither half is over-exposed.
                camera.set(.exposure, to: 120)
                try #require(camera.start() == nil)
                var (near, far) = ([Double](), [Double]())
                let positions = Array(stride(from: 0, through: 250, by: 25))
                for lens in positions {
                    camera.set(.focus, to: lens)
                    let frame = try camera.newFrame()
                    near.append(frame.sharpness(frame.near))
                    far.append(frame.sharpness(frame.far))
                }
                print("sharpness of the near half:", near.map { ($0 * 1000).rounded() / 1000 })
                print("sharpness of the far half: ", far.map { ($0 * 1000).rounded() / 1000 })
                for (curve, best) in [(near, 100), (far, 25)] {
                    for index in 1..<positions.count {
                        #expect((curve[index] > curve[index - 1]) == (positions[index] <= best), "\(positions[index])")
                    }
                }
            }
        }

        @Test("Brightness is light times exposure times gain, and the record agrees with the frames")
        func brightness() throws {
            try with([]) { kiosk, camera, _ in
                try takeOver(camera)
                try #require(camera.start() == nil)
                for (exposure, gain, signal) in [(100, 0, 0.195), (100, 64, 0.391), (230, 0, 0.449)] {
                    camera.set(.exposure, to: exposure)
                    camera.set(.gain, to: gain)
                    let frame = try camera.newFrame()
                    let record = try kiosk.status()
                    let near = try #require(record.number("camera", "near", "mean"))
                    let far = try #require(record.number("camera", "far", "mean"))
                    #expect(abs(frame.mean(frame.near, everyRow: 1) - near) < 0.004)
                    #expect(abs(frame.mean(frame.far, everyRow: 1) - far) < 0.004)
                    #expect(abs(near / signal - 1) < 0.05)
                }
            }
        }

        @Test("A lens lag and an exposure lag have the given number of frames", arguments: [(0, 1), (3, 4), (5, 2)])
        func lag(lens: Int, exposure: Int) throws {
            try with(["--lens-lag", "\(lens)", "--exposure-lag", "\(exposure)"]) { kiosk, camera, _ in
                try takeOver(camera)
                try #require(camera.start() == nil)
                for _ in 0..<8 { _ = try camera.frame() }
                try kiosk.tell("frames log 12")
                let mark = try kiosk.mark()
                camera.set(.focus, to: 200)
                camera.set(.exposure, to: 777)
                for _ in 0..<12 { _ = try camera.frame() }
                // After the last frame in the log.
                _ = try kiosk.mark()
                let records = kiosk.log.records(from: mark)
                func framesBefore(_ control: String, _ member: String, _ value: Double) -> Int? {
                    let since = records.drop { $0.text("control") != control }.filter { $0.event == "frame" }
                    return since.firstIndex { $0.number(member) == value }
                }
                #expect(framesBefore("focus", "lens", 200) == lens)
                #expect(framesBefore("exposure", "exposure", 777) == exposure)
            }
        }

        @Test("A write can be ignored, once or for ever, and a control can read 0")
        func ignorance() throws {
            try with(["--ignore", "focus:1,exposure"]) { kiosk, camera, _ in
                try takeOver(camera)
                let before = try #require(camera.get(.focus))
                try #require(camera.set(.focus, to: 200) == nil)
                #expect(camera.get(.focus) == before)
                try #require(camera.set(.focus, to: 200) == nil)
                #expect(camera.get(.focus) == 200)

                let exposure = try #require(camera.get(.exposure))
                for _ in 0..<3 { try #require(camera.set(.exposure, to: 500) == nil) }
                #expect(camera.get(.exposure) == exposure)
                try kiosk.tell("heed exposure")
                try #require(camera.set(.exposure, to: 500) == nil)
                #expect(camera.get(.exposure) == 500)

                try kiosk.tell("ignore gain 2")
                for _ in 0..<2 { camera.set(.gain, to: 50) }
                #expect(camera.get(.gain) == 0)
                camera.set(.gain, to: 50)
                #expect(camera.get(.gain) == 50)

                try kiosk.tell("reads-zero focus")
                #expect(camera.get(.focus) == 0)
                #expect(try kiosk.status().number("camera", "lens") == 200)
            }
        }

        @Test("Cameras that lack controls stream, and have the others")
        func lacking() throws {
            let all: [PlainCamera.Control] = [.gain, .exposureAuto, .exposure, .focus, .focusAuto]
            let cameras: [([String], [PlainCamera.Control])] = [
                (["--without", "roi,focus-auto"], [.gain, .exposureAuto, .exposure, .focus]),
                (["--without", "roi"], all),
                (["--without", "roi,ae-mode,exposure"], [.gain, .focus, .focusAuto]),
                (["--without", "roi", "--manual-exposure-only"], all),
                (["--without", "focus,focus-auto"], [.gain, .exposureAuto, .exposure]),
            ]
            for (options, expected) in cameras {
                try with(options) { _, camera, _ in
                    try #require(camera.start() == nil)
                    _ = try camera.newFrame()
                    #expect(all.filter { camera.limits($0) != nil } == expected, "\(options)")
                    guard options.contains("--manual-exposure-only") else { return }
                    #expect(camera.get(.exposureAuto) == 1)
                    #expect(camera.set(.exposureAuto, to: 3) != nil)
                    #expect(camera.set(.exposure, to: 100) == nil)
                }
            }
        }

        @Test("The lens has the given range, sensible or not")
        func range() throws {
            for range in [[0, 1023, 1], [0, 65_535, 1], [100, 100, 1], [250, 0, 5]] {
                let text = range.map(String.init).joined(separator: ",")
                try with(["--without", "roi,focus-auto", "--focus-range", text]) { kiosk, camera, _ in
                    print("--focus-range \(text): the kernel says \(camera.limits(.focus) ?? [])")
                    // Kernels leave out controls whose range is empty or inverted, or pass them on unchanged.
                    if let limits = camera.limits(.focus), range[0] < range[1] { #expect(limits == range) }
                    try #require(camera.start() == nil)
                    _ = try camera.newFrame()
                    guard text == "0,1023,1" else { return }
                    try #require(camera.set(.focus, to: 409) == nil)
                    _ = try camera.newFrame()
                    let tapped = try kiosk.measure(x: 0.1, y: 0.3, width: 0.2, height: 0.3)
                    #expect(tapped.text("half") == "near" && tapped.number("best-lens") == 409)
                    #expect(tapped.boolean("in-depth-of-field") == true)
                }
            }
        }

        @Test("Each size streams at the negotiated rate, and another program's stream makes the camera busy")
        func streams() throws {
            try with([]) { kiosk, camera, node in
                for (width, height, rate) in [(160, 120, 30), (320, 240, 15), (640, 480, 15)] {
                    try #require(camera.start(width: width, height: height, rate: rate) == nil)
                    #expect(camera.width == width && camera.height == height)
                    #expect(try camera.newFrame().bytes.count == width * height * 2)
                    #expect(try kiosk.status().text("camera", "size") == "\(width)x\(height)")
                    camera.stop()
                }
                let other = try ChildProcess([Guest.program("virtual-kiosk"), "--hold", node, "320x240"])
                let line = other.output.wait(from: 0, until: .init(timeIntervalSinceNow: 20), for: \.first)
                #expect(line == "streaming 320x240 YUYV")
                // EBUSY
                #expect(camera.start() == 16)
                other.kill(9)
                _ = try other.waitForEnd(within: 10)
                #expect(camera.start() == nil)
                _ = try camera.newFrame()
            }
        }
    }
}
