/// The inputs that an engine waits for. Whoever goes on with an engine in the middle of its session has to cause them.
public struct EngineOutlook: Sendable {
    /// The timers that are armed, and their generations.
    public var timers: [(id: TimerID, generation: UInt32)] = []
    /// The effect that the camera has not answered yet: a call, a request for frames, or their release.
    public var demand: Effect?
    /// The request for the frames that come; nil: none come.
    public var frames: FrameRequest?
    /// The answer with which they began.
    public var began: FramesBegan?
    /// The version of the measure of the latest frames, which may have ended; nil: there were none.
    public var measure: Int64?
    /// The camera with its usable controls, and their values as far as they are known; nil: there is none.
    public var camera: CameraDescription?
    /// True if samples of the accelerometer are wanted.
    public var isSensorAwake = false
}

extension EngineOutlook {
    init(_ engine: Engine) {
        for id in TimerID.allCases {
            if let generation = engine.numbering.timers.generation(of: id) { timers.append((id, generation)) }
        }
        isSensorAwake = engine.motion.sensor == .awake
        guard let controller = engine.controller else { return }
        demand = (controller.calls.underWay?.demand).map { Effect($0) }
        frames = controller.frames.stream.request
        began = controller.frames.stream.begun
        measure = controller.frames.stream.measure
        camera = Self.description(of: controller, engine.picture)
    }

    private static func description(of controller: CameraSession, _ picture: Picture) -> CameraDescription {
        var controls = controller.capabilities.controls
        for index in controls.indices {
            if let value = controller.camera.values.ledger[controls[index].id] { controls[index].value = value }
        }
        return CameraDescription(
            imageWidth: picture.width, imageHeight: picture.height, controls: controls,
            givesFrames: controller.capabilities.givesFrames, quirks: controller.capabilities.quirks)
    }
}

extension Engine {
    /// The inputs that the engine waits for.
    public var outlook: EngineOutlook { EngineOutlook(self) }
}
