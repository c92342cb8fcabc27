import FocusCore
import SimulatedDevices

/// A random world: its camera, its configuration, and its events. The same number gives the same world.
struct WorldPlan: Sendable {
    var number: UInt64
    var configuration: Configuration
    var camera: CameraPlan
    /// The program that holds the stream when the engine starts; nil: none does.
    var holder: FrameHolder?
    var actions: [WorldAction]
    var ending: Ending
    /// True if somebody locks, zooms, lights, shuts and changes the camera, too.
    var isPhone = false

    /// The final part of a world, before the stop. The camera obeys then, except for its permanent faults.
    enum Ending: Sendable {
        case nothing, viewShown
        /// No events for a while.
        case rest
        /// A tap; the stream dies when everything is held.
        case streamDies(x: Double, y: Double)
        case tap(x: Double, y: Double)
        /// A tap; the device is moved when the force lock is over.
        case motion(x: Double, y: Double)
        /// A tap, and a compensation that changes and returns.
        case compensation(x: Double, y: Double)
        /// A tap, and a light that comes and goes.
        case light(x: Double, y: Double)
        /// A tap, and photos with lens positions of their own.
        case lens(x: Double, y: Double)
    }

    init(number: UInt64) {
        var random = SplitMix64(seed: number &* 0x9e37_79b9_7f4a_7c15 ^ 0x736f_616b)
        self.number = number
        configuration = Self.configuration(&random)
        camera = CameraPlan.random(&random)
        actions = (0..<random.below(30)).map { _ in WorldAction.random(&random) }
        let (x, y) = (random.number(0.05...0.95), random.number(0.05...0.95))
        ending = random.pick(
            [
                .nothing, .viewShown, .viewShown, .rest, .tap(x: x, y: y), .motion(x: x, y: y), .streamDies(x: x, y: y),
                .compensation(x: x, y: y),
            ])
        addPhone()
        addLens()
        // Of its own numbers, so that the worlds without such a program have stayed what they were.
        var program = SplitMix64(seed: number ^ 0x7072_6f67)
        guard program.chance(0.3) else { return }
        if program.chance(0.3) { holder = WorldAction.holder(&program) }
        actions = WorldAction.withProgram(actions, &program)
    }

    private static func configuration(_ random: inout SplitMix64) -> Configuration {
        var configuration = Configuration()
        if random.chance(0.2) { configuration.unlockAfter = .milliseconds(random.integer(1000...20_000)) }
        if random.chance(0.2) { configuration.forceLockTime = .milliseconds(random.integer(0...6000)) }
        if random.chance(0.2) { configuration.exposureCompensation = random.number(-4...4) }
        configuration.sceneWatch = random.pick(SceneWatch.allCases)
        if random.chance(0.1) { configuration.autofocus.searchesPerMinute = Int(random.integer(0...16)) }
        if random.chance(0.1) { configuration.motion.rule = .article }
        return configuration
    }
}

/// An event of a world, and its delay after the event before.
struct WorldAction: Sendable {
    /// Nanoseconds since the previous action.
    var delay: Int64
    var kind: Kind

    enum Kind: Sendable {
        case viewTapped(x: Double, y: Double)
        /// A tap in coordinates of the camera's picture.
        case pictureTapped(x: Double, y: Double)
        /// From now on, a program holds the camera's stream like this; nil: none does.
        case program(FrameHolder?)
        /// A finger on the touchscreen; `hold` in nanoseconds, `slide` in units.
        case finger(x: Double, y: Double, hold: Int64, slide: Int32)
        case touchesLost
        case viewShown
        case compensation(Double)
        /// A compensation for one customer; nil: the customer's program is gone.
        case customersCompensation(Double?)
        /// The device is shaken for this long, in nanoseconds.
        case shake(Int64)
        case scene(SceneState)
        case cameraLeaves, cameraComes, accelerometerLeaves, accelerometerComes, touchscreenLeaves, touchscreenComes
        /// From now on this share of the calls fails with this errno.
        case failures(share: Double, errno: Int32)
        /// From now on answers take up to this long, in nanoseconds.
        case lateness(Int64)
        /// From now on starting the stream fails with this errno; 0 ends that.
        case streamRefusal(Int32)
        case streamDies(Int32)
        /// The stream runs without frames for this long, in nanoseconds.
        case streamStalls(Int64)
        /// This number of writes is answered without effect.
        case ignoredWrites(Int)
        case otherProgram(ControlID, Int64)
        case imageSize(Int32, Int32)
        /// Somebody locks, zooms, or has switched a light.
        case told(Input.Event)
        /// Another program zooms.
        case zoomed(Int64)
        case shutter(isClosed: Bool)
        /// Another camera, of the same kind, takes the place of the present one.
        case releaseCamera
        /// An invalid frame, sample or timer.
        case nonsense(UInt64)
        case stop
    }

    static func random(_ random: inout SplitMix64) -> WorldAction {
        let delays: [ClosedRange<Int64>] = [
            0...0, 0...50_000_000, 0...500_000_000, 0...4_000_000_000, 0...12_000_000_000,
        ]
        return WorldAction(delay: random.integer(random.pick(delays)), kind: kind(&random))
    }

    private static func kind(_ random: inout SplitMix64) -> Kind {
        let errnos: [Int32] = [5, 5, 13, 16, 19, 22, 71, 110]
        switch random.below(100) {
        case 0..<30: return .viewTapped(x: random.number(-0.1...1.1), y: random.number(-0.1...1.1))
        case 30..<38:
            return .finger(
                x: random.number(0...1), y: random.number(0...1), hold: random.integer(0...900_000_000),
                slide: random.chance(0.8) ? 0 : Int32(random.integer(0...2000)))
        case 38: return .touchesLost
        case 39..<45: return .viewShown
        case 45..<48: return .compensation(random.chance(0.3) ? 0 : random.number(-5...5))
        case 48..<50: return .customersCompensation(random.chance(0.3) ? nil : random.number(-5...5))
        case 50..<55: return .shake(random.integer(100_000_000...2_000_000_000))
        case 55..<60: return .scene(SceneState.random(&random))
        case 60..<62: return .cameraLeaves
        case 62..<65: return .cameraComes
        case 65: return .accelerometerLeaves
        case 66..<68: return .accelerometerComes
        case 68: return .touchscreenLeaves
        case 69: return .touchscreenComes
        case 70..<76: return .failures(share: random.pick([0, 0, 0.1, 0.5, 1]), errno: random.pick(errnos))
        case 76..<81: return .lateness(random.pick([0, 10_000_000, 300_000_000, 3_000_000_000]))
        case 81..<84: return .streamRefusal(random.pick([0, 0, 16, 5, 28]))
        case 84..<86: return .streamDies(random.pick([5, 19, 110]))
        case 86: return .streamStalls(random.integer(100_000_000...5_000_000_000))
        case 87..<90: return .ignoredWrites(Int(random.integer(0...8)))
        case 90..<95: return .otherProgram(random.pick(CameraPlan.named), random.pick([0, 1, 3, 100]))
        case 95: return .imageSize(Int32(random.integer(0...2000)), Int32(random.integer(0...2000)))
        case 96..<99: return .nonsense(random.next())
        default: return random.chance(0.5) ? .stop : .viewShown
        }
    }
}

struct SceneState: Sendable {
    /// The sharpest lens position, as a share of the lens's range.
    var peak = 0.6
    /// Width of the peak, as a share of the range; 0 for a scene without detail.
    var width = 0.1
    /// The mean luma of the whole image at an exposure of 150 without gain.
    var light = 0.4
    /// The brightness of the image's parts, by which the engine notices a change of the scene.
    var pattern: UInt8 = 0
    /// Noise of the sharpness, as a share.
    var noise = 0.0

    static func random(_ random: inout SplitMix64) -> SceneState {
        SceneState(
            peak: random.nextUnit(), width: random.chance(0.1) ? 0 : random.number(0.02...0.3),
            light: random.pick([0.4, 0.01, 3, random.number(0.05...1)]), pattern: UInt8(random.below(256)),
            noise: random.chance(0.7) ? 0 : random.number(0...0.2))
    }
}

/// Events that are invalid, but that a device or a late message may send.
enum WorldNonsense {
    /// - Parameter request: the request whose frames flow, or 0.
    static func event(_ odd: inout SplitMix64, request: UInt32, at now: Int64) -> Input.Event {
        let numbers = [Double.nan, .infinity, -1, 1e300, 0]
        switch odd.below(6) {
        case 0: return .acceleration(Acceleration(x: odd.pick(numbers), y: odd.pick(numbers), z: 0))
        case 1:
            let frame = FrameStatistics(
                request: odd.chance(0.5) ? request : request &- 1, sequence: UInt32(truncatingIfNeeded: odd.next()),
                captured: Instant(nanoseconds: now), sharpness: odd.pick(numbers), mean: odd.pick(numbers))
            return .frames(.measured(frame))
        case 2: return .timer(odd.pick(TimerID.allCases), generation: UInt32(odd.below(20)))
        case 3: return WorldCamera.oddAnswer(&odd)
        case 4: return .exposureCompensation(odd.pick([.nan, .infinity]))
        default: return .touch(TouchContact(slot: .max, phase: .move, x: .max, y: .min))
        }
    }
}
