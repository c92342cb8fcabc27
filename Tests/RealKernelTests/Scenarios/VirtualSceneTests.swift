import Testing

extension OnARealKernel {
    /// The virtual camera's scene, and the faults of its frames.
    @Suite(.enabled(if: Guest.hasRegion, "one kernel is enough: this is about the virtual camera itself"))
    struct VirtualScenes {
        private func with(_ options: [String] = [], _ test: (VirtualKiosk, PlainCamera) throws -> Void) throws {
            let kiosk = try VirtualKiosk(["--devices", "camera", "--lens-speed", "100000"] + options)
            defer { kiosk.quit() }
            let camera = try PlainCamera(try kiosk.tell("await camera"))
            try #require(camera.set(.focusAuto, to: 0) == nil)
            try #require(camera.set(.exposureAuto, to: 1) == nil)
            camera.set(.exposure, to: 120)
            try #require(camera.start() == nil)
            try test(kiosk, camera)
        }

        @Test("The scene can be white, black, or without any structure; and its subject can change")
        func scenes() throws {
            try with { kiosk, camera in
                camera.set(.focus, to: 100)
                let normal = try camera.newFrame()
                try kiosk.tell("scene white")
                let white = try camera.newFrame()
                #expect(white.mean(0..<160) == 1)
                try kiosk.tell("scene black")
                let black = try camera.newFrame()
                #expect(black.mean(0..<160) == 0)
                try kiosk.tell("scene noise")
                let sharp = try camera.newFrame()
                camera.set(.focus, to: 0)
                let blurred = try camera.newFrame()
                #expect(abs(sharp.sharpness(sharp.near) / blurred.sharpness(blurred.near) - 1) < 0.1)

                try kiosk.tell("scene normal")
                camera.set(.focus, to: 100)
                #expect(abs(try camera.newFrame().mean(normal.near) - normal.mean(normal.near)) < 0.01)
                try kiosk.tell("subject change near")
                let changed = try camera.newFrame()
                #expect(abs(changed.mean(normal.near) / normal.mean(normal.near) - 0.6) < 0.05)
                #expect(abs(changed.mean(normal.far) - normal.mean(normal.far)) < 0.01)
                #expect(changed.sharpness(normal.near) > 0.5 * normal.sharpness(normal.near))
            }
        }

        @Test("Lamps on the mains flicker, unless the shutter is open for whole half periods")
        func flicker() throws {
            try with(["--flicker", "50"]) { _, camera in
                func swing(_ exposure: Int) throws -> Double {
                    camera.set(.exposure, to: exposure)
                    _ = try camera.newFrame()
                    let means = try (0..<12).compactMap { _ in try camera.frame().map { $0.mean($0.near) } }
                    let (least, most) = (means.min() ?? 0, means.max() ?? 0)
                    return (most - least) / max(0.001, most)
                }
                let (steady, flickering) = (try swing(200), try swing(50))
                print("swing of brightness: \(steady) at 20 ms, \(flickering) at 5 ms")
                #expect(steady < 0.02)
                #expect(flickering > 0.1)
            }
        }

        @Test("Frames can be cut off, erroneous, lost, or missing, and the stream goes on")
        func faults() throws {
            try with { kiosk, camera in
                for fault in ["short", "corrupt", "drop"] {
                    let before = try camera.newFrame()
                    try kiosk.tell("frames \(fault) 3")
                    var last = before.sequence
                    var (missing, erroneous) = (0, 0)
                    for _ in 0..<15 {
                        let frame = try #require(try camera.frame())
                        missing += Int(frame.sequence) - Int(last) - 1
                        erroneous += frame.isErroneous || frame.bytes.count < 160 * 120 * 2 ? 1 : 0
                        last = frame.sequence
                    }
                    print("frames \(fault) 3: \(missing) missing, \(erroneous) erroneous")
                    // Kernels drop bad frames, or pass them on with an error mark.
                    #expect(missing + erroneous >= 3)
                }
                try kiosk.tell("frames stop")
                for _ in 0..<5 { _ = try camera.frame(within: 0.3) }
                #expect(try camera.frame(within: 0.5) == nil)
                try kiosk.tell("frames go")
                #expect(try camera.frame() != nil)
            }
        }
    }
}
