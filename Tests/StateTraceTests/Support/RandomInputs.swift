import FocusCore
import SimulatedDevices

/// Random inputs of all kinds, with extreme numbers.
struct RandomInputs {
    var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    mutating func below(_ count: Int) -> Int { Int(generator.next() % UInt64(max(count, 1))) }

    mutating func chance(_ share: Double) -> Bool { generator.nextUnit() < share }

    /// Any bit pattern, with numbers at the edges more often than by chance.
    mutating func double() -> Double {
        let edges: [Double] = [
            0, -0.0, 1, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne, 0.1, 9.80665, 1e22, 1e23, 9_007_199_254_740_992,
        ]
        return chance(0.3) ? edges[below(edges.count)] : Double(bitPattern: generator.next())
    }

    mutating func int32() -> Int32 {
        let edges: [Int32] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        return chance(0.4) ? edges[below(edges.count)] : Int32(truncatingIfNeeded: generator.next())
    }

    mutating func int64() -> Int64 {
        let edges: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        return chance(0.4) ? edges[below(edges.count)] : Int64(bitPattern: generator.next())
    }

    mutating func rectangle() -> PixelRectangle {
        PixelRectangle(left: int32(), top: int32(), width: int32(), height: int32())
    }

    mutating func value() -> ControlValue? {
        switch below(3) {
        case 0: nil
        case 1: .integer(int64())
        default: .rectangle(rectangle())
        }
    }

    mutating func control() -> ControlDescription {
        var control = ControlDescription(
            id: ControlID(rawValue: UInt32(truncatingIfNeeded: generator.next())), minimum: int64(), maximum: int64(),
            step: int64(), defaultValue: int64(), menuItems: generator.next(), isReadOnly: chance(0.5),
            isWriteOnly: chance(0.5), bounds: chance(0.5) ? rectangle() : nil, minimumWidth: int32(),
            minimumHeight: int32(), value: value())
        if chance(0.3) { for _ in 0..<below(5) { control.menuIntegers.append(int64()) } }
        return control
    }

    mutating func camera() -> CameraDescription {
        var controls: [ControlDescription] = []
        for _ in 0..<below(5) { controls.append(control()) }
        var description = CameraDescription(
            imageWidth: int32(), imageHeight: int32(), controls: controls, givesFrames: chance(0.5))
        if chance(0.5) { description.quirks = quirks() }
        if chance(0.5) { description.remembered = remembered() }
        return description
    }

    mutating func remembered() -> [RememberedOriginal] {
        (0..<below(4)).map { _ in
            RememberedOriginal(
                id: ControlID(rawValue: UInt32(truncatingIfNeeded: generator.next())),
                original: value() ?? .integer(int64()), written: value() ?? .rectangle(rectangle()))
        }
    }

    mutating func quirks() -> CameraQuirks {
        var quirks = CameraQuirks(
            lensMinimum: chance(0.5) ? int64() : nil, lensMaximum: chance(0.5) ? int64() : nil,
            lensDelay: chance(0.5) ? int32() : nil, exposureDelay: chance(0.5) ? int32() : nil,
            cannotBeReadBack: chance(0.5), resetsAtStreamStart: chance(0.5),
            writePause: TimeSpan(nanoseconds: chance(0.5) ? int64() : 0),
            firstFrameTime: chance(0.5) ? TimeSpan(nanoseconds: int64()) : nil,
            zoomLeast: chance(0.5) ? double() : nil, zoomMost: chance(0.5) ? double() : nil)
        if chance(0.5) { for _ in 0...below(CameraQuirks.mostExposureTimes) { quirks.exposureTimes.append(int64()) } }
        for _ in 0..<below(9) {
            quirks.unusable.append(ControlID(rawValue: UInt32(truncatingIfNeeded: generator.next())))
        }
        return quirks
    }

    mutating func frame() -> FrameStatistics {
        var grid = LumaGrid()
        for index in grid.cells.indices { grid.cells[index] = UInt8(truncatingIfNeeded: generator.next()) }
        return FrameStatistics(
            request: UInt32(truncatingIfNeeded: generator.next()),
            sequence: UInt32(truncatingIfNeeded: generator.next()), captured: Instant(nanoseconds: int64()),
            lens: chance(0.5) ? int64() : nil, exposure: chance(0.5) ? int64() : nil,
            gain: chance(0.5) ? int64() : nil, sharpness: double(), mean: double(), bright: double(), dark: double(),
            grid: chance(0.5) ? grid : nil)
    }

    mutating func touchscreen() -> TouchscreenDescription {
        TouchscreenDescription(
            minimumX: int32(), maximumX: int32(), minimumY: int32(), maximumY: int32(), unitsPerMillimetreX: int32(),
            unitsPerMillimetreY: int32(),
            calibration: CalibrationMatrix(double(), double(), double(), double(), double(), double()))
    }

    private mutating func id() -> UInt32 { UInt32(truncatingIfNeeded: generator.next()) }

    mutating func answer() -> ControlResult {
        var result = ControlResult(call: UInt32(truncatingIfNeeded: generator.next()), errno: int32())
        for _ in 0..<below(5) { result.values.append(value()) }
        return result
    }

    private mutating func placement() -> ViewPlacement {
        ViewPlacement(
            screen: ScreenSize(width: double(), height: double()),
            view: ViewRectangle(x: double(), y: double(), width: double(), height: double()),
            videoGravity: VideoGravity.allCases[below(3)], rotation: Rotation.allCases[below(4)],
            isMirrored: chance(0.5))
    }

    /// The number of kinds of inputs; `kind` is below it.
    static let kinds = 41

    mutating func event(kind: Int) -> Input.Event {
        switch kind {
        case 0: .start
        case 1: .cameraArrived(camera())
        case 2: .cameraLeft
        case 3: .touchscreenArrived(touchscreen())
        case 4: .touchscreenLeft
        case 5: .accelerometerArrived
        case 6: .accelerometerLeft
        case 7:
            .touch(
                TouchContact(
                    slot: int32(), phase: TouchContact.Phase.allCases[below(4)], x: int32(), y: int32(), major: int32(),
                    isPalm: chance(0.5)))
        case 8: .touchesLost
        case 9: .acceleration(Acceleration(x: double(), y: double(), z: double()))
        case 10:
            .timer(
                TimerID.allCases[below(TimerID.allCases.count)],
                generation: UInt32(truncatingIfNeeded: generator.next()))
        case 11: .viewShown
        case 12: .viewTapped(x: double(), y: double())
        case 13: .cameraAnswered(answer())
        case 14: .frames(.measured(frame()))
        case 15: .frames(.lost(request: id(), errno: int32()))
        case 16: .exposureCompensation(double())
        case 17: .controlsChanged
        case 18:
            .frames(
                .began(
                    FramesBegan(
                        request: id(), width: int64(), height: int64(), interval: TimeSpan(nanoseconds: int64()),
                        measure: chance(0.5) ? 1 : int64())))
        case 19: .frames(.unavailable(request: id(), errno: int32()))
        case 20: .frames(.ended(request: id()))
        case 21: .viewTapped(x: double(), y: double(), tap: TapID(generator.next()))
        case 22: .pictureTapped(x: double(), y: double(), tap: chance(0.5) ? TapID(generator.next()) : nil)
        case 23: .framesHeld(FrameHolder(givesFrames: chance(0.5), sendsTaps: chance(0.5)))
        case 24: .framesHeld(nil)
        case 25: .temporaryCompensation(double())
        case 26: .temporaryCompensation(nil)
        case 27: .viewPlaced(placement())
        case 28: .viewPlaced(nil)
        case 29: .tapsSent(chance(0.5))
        case 30: .zoomChanged(int64())
        case 31: .keep(KeepWish(.held, by: chance(0.5) ? .person : .application, tap: TapID(generator.next())))
        case 32:
            .keep(
                KeepWish(
                    chance(0.5) ? .view(x: double(), y: double()) : .picture(x: double(), y: double()), by: .person))
        case 33: .keepEnded
        case 38: .releaseCamera
        case 37: .lightChanged(isOn: chance(0.5))
        case 34: .shutterChanged(isClosed: chance(0.5))
        case 35: .zoom(ZoomWish(chance(0.5) ? .linear(double()) : .factor(double()), rate: chance(0.5) ? 2 : nil))
        case 36: .zoom(ZoomWish(chance(0.5) ? .original : .here))
        case 39: .lensOffset(chance(0.5) ? double() : nil)
        default: .stop
        }
    }

    mutating func event() -> Input.Event { event(kind: below(Self.kinds)) }
}
