/// A camera's capabilities without the controls that have turned out to be useless.
struct LearnedCapabilities: Equatable, Sendable, Snapshotable {
    private let description: CameraDescription
    private(set) var capabilities: CameraCapabilities
    private var experience: ControlExperience
    /// Controls that have failed each time they were used. They count as missing.
    private var useless = ControlSet()
    private(set) var holder: FrameHolder?

    /// True when contacts of the touchscreen are no taps, because the program that shows the picture sends the taps.
    @inline(__always)
    var takesTapsFromHolder: Bool { holder?.sendsTaps ?? false }

    init(_ description: CameraDescription) {
        self.description = description
        capabilities = CameraCapabilities(description)
        experience = ControlExperience(description)
    }

    mutating func note(_ call: ControlCall, _ result: ControlResult) { experience.note(call, result) }

    /// Another program holds the camera's stream from now on, or lets go of it.
    /// - Returns: the new levels.
    mutating func hold(by holder: FrameHolder?) -> LevelReport {
        self.holder = holder
        capabilities = CameraCapabilities(description, without: useless, holder: holder)
        return capabilities.levels
    }

    /// Handles a refused write. A control that has always failed counts as missing until the camera arrives again.
    /// - Returns: the new levels; nil when they have not changed.
    mutating func dropUselessControl(of call: ControlCall) -> LevelReport? {
        guard case .write(let settings) = call.operation, settings.count == 1, let id = settings[0]?.id,
            experience.isUseless(id), !useless.contains(id)
        else { return nil }
        useless.insert(id)
        let before = capabilities.levels
        capabilities = CameraCapabilities(description, without: useless, holder: holder)
        return capabilities.levels == before ? nil : capabilities.levels
    }
}
