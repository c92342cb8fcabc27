/// The camera's options on the command line.
extension Options {
    static let cameraHelp = """
          --without NAMES     without these controls (comma-separated; see below)
          --with NAMES        with these, too: privacy, white-balance-auto
          --roi               with region of interest (as it is anyway)
          --manual-exposure-only   with an exposure to set, and no automatic that could set it
          --scene NEAR,FAR    distances of the left and the right half of the scene, in metres (default 0.25,1)
          --lens-speed STEPS  how fast the lens moves, in focus positions per second (default: its range in a second)
          --focus-range MIN,MAX,STEP   the range that the focus control reports (default 0,250,5); it may be absurd
          --lens-lag FRAMES   a lens movement shows this many frames later (0 to 5, default 0)
          --exposure-lag FRAMES   the same for exposure and gain (0 to 5, default 0)
          --ignore NAME[:COUNT],…   writes to these controls (the first COUNT of them) are accepted without effect
          --reads-zero NAMES  these controls always read 0
          --noise PERCENT     the sensor's noise: standard deviation, in percent of white (default 0.5)
          --flicker HZ        the lamps are fed with mains of 50 or 60 Hz (default: they do not flicker)
          --format FORMAT     yuyv (the default), mjpeg, unknown (to programs) or nameless (unknown to the kernel, too)
          --sizes COUNT       offers only the smallest sizes: 1 (160x120), 2 (and 320x240) or 3 (and 640x480; the default)
          --log-frames        also writes each painted frame into the log
        """

    /// Reads an option of the camera; returns false for other options.
    mutating func readCameraOption(_ name: String, _ value: () throws -> String) throws -> Bool {
        switch name {
        case "--roi": camera.controls.insert(.roi)
        case "--with": camera.controls.formUnion(try Self.controls(value()))
        case "--without": camera.controls.subtract(try Self.controls(value()))
        case "--manual-exposure-only": camera.exposureIsManualOnly = true
        case "--scene": scene = try Self.scene(value())
        case "--lens-speed": camera.lensSpeed = try Self.positive(value(), name)
        case "--focus-range": camera.lensRange = try Self.lensRange(value())
        case "--lens-lag": camera.lensLag = try Self.number(value(), in: 0...5, "\(name) takes 0 to 5 frames")
        case "--exposure-lag": camera.exposureLag = try Self.number(value(), in: 0...5, "\(name) takes 0 to 5 frames")
        case "--ignore": camera.ignored = try Self.ignored(value())
        case "--reads-zero": camera.readingZero = Set(try Self.controls(value()))
        case "--noise": camera.noise = try Self.number(value(), in: 0...100, "\(name) takes 0 to 100 percent") / 100
        case "--flicker": camera.mains = try Self.mains(value())
        case "--format": camera.format = try Self.choice(value(), "format", StreamFormat.names)
        case "--sizes":
            let most = ImageSize.all.count
            camera.sizeCount = try Self.number(value(), in: 1...most, "\(name) takes 1 to \(most)")
        case "--log-frames": logsFrames = true
        default: return false
        }
        return true
    }

    private static func controls(_ text: String) throws -> [CameraControl] {
        try text.split(separator: ",").map { try choice($0, "control", CameraControl.names) }
    }

    private static func ignored(_ text: String) throws -> [CameraControl: Int] {
        var result: [CameraControl: Int] = [:]
        for part in text.split(separator: ",") {
            let words = part.split(separator: ":", maxSplits: 1)
            var count = Misbehaviour.always
            if words.count > 1 {
                guard let number = Int(words[1]), number > 0 else {
                    throw Failure("--ignore takes a count above 0 after the colon, not \(words[1])")
                }
                count = number
            }
            guard let name = words.first else { throw Failure("--ignore takes names of controls, not \(part)") }
            result[try choice(name, "control", CameraControl.names)] = count
        }
        return result
    }

    private static func scene(_ text: String) throws -> Scene {
        let parts = text.split(separator: ",")
        guard parts.count == 2 else { throw Failure("--scene takes two distances, NEAR,FAR, not \(text)") }
        var scene = Scene()
        scene.near.distance = try positive(String(parts[0]), "--scene")
        scene.far.distance = try positive(String(parts[1]), "--scene")
        return scene
    }

    /// Each of them has two bytes in UVC.
    private static func lensRange(_ text: String) throws -> LensRange {
        let numbers = text.split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy({ (-32_768...65_535).contains($0) }) else {
            throw Failure("--focus-range takes three whole numbers of 16 bits, MIN,MAX,STEP, not \(text)")
        }
        return LensRange(minimum: numbers[0], maximum: numbers[1], step: numbers[2])
    }

    private static func mains(_ text: String) throws -> Double {
        guard text == "50" || text == "60" else { throw Failure("--flicker takes 50 or 60, not \(text)") }
        return text == "50" ? 50 : 60
    }

    private static func positive(_ text: String, _ what: String) throws -> Double {
        guard let value = Double(text), value > 0, value.isFinite else {
            throw Failure("\(what) takes a number above 0, not \(text)")
        }
        return value
    }
}
