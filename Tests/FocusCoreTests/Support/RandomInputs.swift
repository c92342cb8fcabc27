import SimulatedDevices

@testable import FocusCore

/// Random inputs, valid and invalid, in any order.
struct RandomInputs {
    var random: SplitMix64
    private let numbers: [Double] = [0, 0.25, 0.5, 1, -1, 1.5, 1e300, .nan, .infinity]
    private let extremes: [Int64] = [.min, -1, 0, 1, 3, 9, 250, .max]
    /// The time, which mostly advances.
    private(set) var time: Int64 = 0
    private var call: UInt32 = 0
    private var ids = 0
    private var request: UInt32 = 0
    private var sequence: UInt32 = 0
    private var generations: [TimerID: UInt32] = [:]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Learns which answers would be valid.
    mutating func note(_ effects: EffectList) {
        effects.forEach { effect in
            switch effect {
            case .call(let made):
                call = made.id
                switch made.operation {
                case .write(let settings): ids = settings.count
                case .read(let list): ids = list.count
                }
            case .requestFrames(let id, _): request = id
            case .arm(let id, _, let generation): generations[id] = generation
            default: break
            }
        }
    }

    mutating func next() -> Input {
        time = random.chance(0.01) ? random.pick(extremes) : time &+ Int64(random.integer(0...400_000_000))
        return Input(event(), at: Instant(nanoseconds: time))
    }

    private mutating func event() -> Input.Event {
        switch random.integer(0...99) {
        case 0..<3: .start
        case 3..<6: .cameraArrived(camera())
        case 6: .cameraLeft
        case 7: .touchscreenArrived(touchscreen())
        case 8: .touchscreenLeft
        case 9: .accelerometerArrived
        case 10: .accelerometerLeft
        case 11..<25: .touch(contact())
        case 25: .touchesLost
        case 26..<40: .acceleration(sample())
        case 40..<60: timer()
        case 60..<63: .viewShown
        case 63..<69: .viewTapped(x: random.pick(numbers), y: random.pick(numbers))
        case 69: .pictureTapped(x: random.pick(numbers), y: random.pick(numbers))
        case 70..<80: .cameraAnswered(result())
        case 80..<84: framesAnswered()
        case 84..<96: .frames(.measured(frame()))
        case 96: .framesHeld(holder())
        case 97: .frames(.lost(request: random.chance(0.8) ? request : request &- 1, errno: 19))
        case 98: random.chance(0.3) ? changed() : random.chance(0.3) ? lens() : compensation()
        default: random.chance(0.1) ? .stop : random.chance(0.5) ? .viewShown : told()
        }
    }

    /// Another program has changed a control.
    private mutating func changed() -> Input.Event {
        if random.chance(0.1) { return .releaseCamera }
        if random.chance(0.3) { return .lightChanged(isOn: random.chance(0.5)) }
        if random.chance(0.2) { return .shutterChanged(isClosed: random.chance(0.5)) }
        if random.chance(0.3) {
            let rate = random.chance(0.5) ? random.pick(numbers) : nil
            let number = random.pick(numbers)
            let targets: [ZoomWish.Target] = [.linear(number), .factor(number), .original, .here]
            return .zoom(ZoomWish(random.pick(targets), rate: rate))
        }
        return random.chance(0.5) ? .controlsChanged : .zoomChanged(random.pick([.min, 0, 100, 150, 400, .max]))
    }

    /// The events of a program that shows the picture.
    private mutating func told() -> Input.Event {
        random.chance(0.3) ? .tapsSent(random.chance(0.3)) : random.chance(0.3) ? kept() : .viewPlaced(placement())
    }

    /// Somebody keeps what is held, or does not any more.
    private mutating func kept() -> Input.Event {
        guard random.chance(0.7) else { return .keepEnded }
        let keeper = random.pick(Keeper.allCases)
        guard random.chance(0.5) else { return .keep(KeepWish(.held, by: keeper)) }
        return .keep(KeepWish(.view(x: random.pick(numbers), y: random.pick(numbers)), by: keeper))
    }

    /// A photo wants the lens beside where it is held, or has it.
    private mutating func lens() -> Input.Event {
        .lensOffset(random.chance(0.3) ? nil : random.pick(numbers + [0.05, -0.05, -0.25]))
    }

    private mutating func compensation() -> Input.Event {
        switch random.integer(0...3) {
        case 0: .exposureCompensation(random.pick(numbers))
        case 1: .temporaryCompensation(nil)
        default: .temporaryCompensation(random.pick(numbers))
        }
    }

    private mutating func placement() -> ViewPlacement? {
        guard random.chance(0.8) else { return nil }
        return ViewPlacement(
            screen: ScreenSize(width: random.pick(numbers), height: random.pick(numbers)),
            view: ViewRectangle(
                x: random.pick(numbers), y: random.pick(numbers), width: random.pick(numbers),
                height: random.pick(numbers)),
            videoGravity: random.pick(VideoGravity.allCases), rotation: random.pick(Rotation.allCases),
            isMirrored: random.chance(0.5))
    }

    private mutating func holder() -> FrameHolder? {
        random.chance(0.3) ? nil : FrameHolder(givesFrames: random.chance(0.5), sendsTaps: random.chance(0.2))
    }

    private mutating func framesAnswered() -> Input.Event {
        let id = random.chance(0.8) ? request : UInt32(truncatingIfNeeded: random.pick(extremes))
        switch random.integer(0...5) {
        case 0: return .frames(.unavailable(request: id, errno: random.pick([0, 5, 16, 19, -1])))
        case 1: return .frames(.ended(request: id))
        case 2:
            let interval = TimeSpan(nanoseconds: random.pick(extremes))
            return .frames(
                .began(
                    FramesBegan(
                        request: id, width: random.pick(extremes), height: random.pick(extremes), interval: interval)))
        default:
            return .frames(
                .began(
                    FramesBegan(request: id, width: 640, height: 360, interval: .milliseconds(33))))
        }
    }

    private mutating func camera() -> CameraDescription {
        random.chance(0.7) ? random.pick(CameraExamples.all) : RandomCamera.any(&random, extremes)
    }

    private mutating func touchscreen() -> TouchscreenDescription {
        func number(_ random: inout SplitMix64) -> Int32 { Int32(truncatingIfNeeded: random.pick(extremes)) }
        if random.chance(0.7) { return TouchTimeLine.screen }
        return TouchscreenDescription(
            minimumX: number(&random), maximumX: number(&random), minimumY: number(&random),
            maximumY: number(&random), unitsPerMillimetreX: number(&random), unitsPerMillimetreY: number(&random),
            calibration: CalibrationMatrix(random.pick(numbers), 0, 0, 0, random.pick(numbers), 0))
    }

    private mutating func contact() -> TouchContact {
        let isWild = random.chance(0.1)
        return TouchContact(
            slot: isWild ? Int32(truncatingIfNeeded: random.pick(extremes)) : Int32(random.integer(0...1)),
            phase: random.pick(TouchContact.Phase.allCases),
            x: isWild ? Int32(truncatingIfNeeded: random.pick(extremes)) : 1000, y: 1000,
            major: isWild ? Int32(truncatingIfNeeded: random.pick(extremes)) : 0)
    }

    private mutating func frame() -> FrameStatistics {
        sequence &+= random.chance(0.05) ? UInt32(truncatingIfNeeded: random.pick(extremes)) : 1
        func number(_ random: inout SplitMix64, _ numbers: [Double]) -> Double {
            random.chance(0.05) ? random.pick(numbers) : Double(random.integer(0...100)) / 100
        }
        var grid = LumaGrid()
        for index in grid.cells.indices { grid.cells[index] = UInt8(random.integer(0...255)) }
        return FrameStatistics(
            request: random.chance(0.9) ? request : call, sequence: sequence, captured: Instant(nanoseconds: time),
            lens: random.chance(0.9) ? Int64(random.integer(0...250)) : random.pick(extremes),
            exposure: random.chance(0.9) ? Int64(random.integer(0...300)) : nil, gain: nil,
            sharpness: number(&random, numbers), mean: number(&random, numbers), bright: number(&random, numbers),
            dark: number(&random, numbers), grid: random.chance(0.5) ? grid : nil)
    }

    private mutating func sample() -> Acceleration {
        guard random.chance(0.95) else {
            return Acceleration(x: random.pick(numbers), y: random.pick(numbers), z: random.pick(numbers))
        }
        return Acceleration(x: random.noise(4), y: random.noise(4), z: 9.8)
    }

    private mutating func timer() -> Input.Event {
        let id = random.pick(TimerID.allCases)
        let generation = generations[id] ?? 0
        return .timer(id, generation: random.chance(0.9) ? generation : UInt32(random.integer(0...20)))
    }

    private mutating func result() -> ControlResult {
        var values = InlineList<4, ControlValue?>()
        let count = random.chance(0.8) ? ids : random.integer(0...4)
        for _ in 0..<count {
            let box = PixelRectangle(left: .min, top: .max, width: -1, height: .max)
            let choices: [ControlValue?] = [nil, .integer(random.pick(extremes)), .rectangle(box), .integer(3)]
            values.append(random.pick(choices))
        }
        let errnos: [Int32] = [0, 0, 0, 0, 5, 13, 16, 22, 19, -1, .min]
        return ControlResult(
            call: random.chance(0.9) ? call : UInt32(random.integer(0...50)), errno: random.pick(errnos),
            values: values)
    }
}
