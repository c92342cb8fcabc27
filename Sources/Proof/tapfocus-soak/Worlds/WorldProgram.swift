import FocusCore
import SimulatedDevices

/// The program that shows the picture in a world. It may hold the camera's stream, and then measures the frames or not.
///
/// It keeps to the rules of the session: before another source gives the frames, the engine hears that they are reserved, and
/// releases what it has requested.
struct WorldProgram {
    /// The way in which it holds the stream; nil: it does not hold it.
    private(set) var holder: FrameHolder?
    /// The holder in the last input of the engine about it.
    private(set) var told: FrameHolder?
    private var source = 0
    /// The source of the engine's present request; nil: it has none.
    private var requested: Int?

    init(_ holder: FrameHolder? = nil) { self.holder = holder }

    mutating func hold(_ holder: FrameHolder?) {
        guard holder != self.holder else { return }
        self.holder = holder
        source += 1
    }

    /// The engine requests frames, and gets none while they are only reserved.
    mutating func request() { requested = told?.givesFrames == false ? nil : source }

    var servesRequest: Bool { requested != nil }

    /// True if the program measures the frames, and not the camera's own stream.
    var givesFrames: Bool { told?.givesFrames == true }

    mutating func requestEnded() { requested = nil }

    mutating func cameraLeft() { (told, requested) = (nil, nil) }

    /// The event for the engine; nil if it knows who has the frames.
    mutating func news() -> Input.Event? {
        let isFree = requested == nil || requested == source
        let news = isFree ? holder : FrameHolder(givesFrames: false, sendsTaps: holder?.sendsTaps ?? false)
        guard news != told else { return nil }
        told = news
        return .framesHeld(news)
    }
}

extension WorldAction {
    /// The actions with others between them that the program which shows the picture makes.
    static func withProgram(_ actions: [WorldAction], _ random: inout SplitMix64) -> [WorldAction] {
        var actions = actions
        for _ in 0...random.below(6) {
            let longest: Int64 = random.pick([0, 300_000_000, 5_000_000_000])
            let delay = random.integer(0...longest)
            let kind: Kind =
                random.chance(0.3)
                ? .pictureTapped(x: random.number(-0.1...1.1), y: random.number(-0.1...1.1))
                : .program(holder(&random))
            actions.insert(WorldAction(delay: delay, kind: kind), at: random.below(actions.count + 1))
        }
        return actions
    }

    static func holder(_ random: inout SplitMix64) -> FrameHolder? {
        random.chance(0.3) ? nil : FrameHolder(givesFrames: random.chance(0.7), sendsTaps: random.chance(0.3))
    }
}
