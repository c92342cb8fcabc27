import FocusCore

/// The settings for what is measured in frames: focus, exposure, and a change of scene.
extension EngineSettings {
    public struct Autofocus: Equatable, Sendable {
        public var coarseStep: Double?
        public var longestStep: Double?
        public var fineStep: Double?
        public var contrastRatio: Double?
        public var certainRatio: Double?
        public var leastSharpness: Double?
        public var confirmations: Double?
        public var retries: Double?
        public var evaluations: Double?
        public var noise: Double?
        public var lensDelay: Double?
        public var writePatience: Double?
        public var attempts: Double?
        public var confirmationRatio: Double?
        public var changeRatio: Double?
        public var stillFrames: Double?
        public var searchesPerMinute: Double?
    }

    public struct Autoexposure: Equatable, Sendable {
        public var target: Double?
        public var placeWeight: Double?
        public var tolerance: Double?
        public var longestDelay: Double?
        public var clippedShare: Double?
        public var longestShare: Double?
        public var confirmingFrames: Double?
        public var mostFrames: Double?
        /// camera, none, 50Hz or 60Hz.
        public var mains: String?
    }

    public struct Scene: Equatable, Sendable {
        public var change: Double?
        public var changedShare: Double?
        public var stillness: Double?
        public var movingShare: Double?
        public var stillTime: Double?
        public var referenceTimeConstant: Double?
        public var lightFactor: Double?
        public var pause: Double?
    }
}

#if !hasFeature(Embedded)
    extension EngineSettings.Autofocus: Codable {}
    extension EngineSettings.Autoexposure: Codable {}
    extension EngineSettings.Scene: Codable {}
#endif

extension EngineSettings {
    /// Copies the frame settings of a configuration.
    mutating func setFrameSettings(_ configuration: Configuration) {
        let autofocus = configuration.autofocus
        self.autofocus = Autofocus(
            coarseStep: autofocus.coarseStep,
            longestStep: autofocus.longestStep,
            fineStep: autofocus.fineStep,
            contrastRatio: autofocus.contrastRatio,
            certainRatio: autofocus.certainRatio,
            leastSharpness: autofocus.leastSharpness,
            confirmations: Double(autofocus.confirmations),
            retries: Double(autofocus.retries),
            evaluations: Double(autofocus.evaluations),
            noise: autofocus.noise,
            lensDelay: Double(autofocus.lensDelay),
            writePatience: Double(autofocus.writePatience),
            attempts: Double(autofocus.attempts),
            confirmationRatio: autofocus.confirmationRatio,
            changeRatio: autofocus.changeRatio,
            stillFrames: Double(autofocus.stillFrames),
            searchesPerMinute: Double(autofocus.searchesPerMinute))
        let autoexposure = configuration.autoexposure
        self.autoexposure = Autoexposure(
            target: autoexposure.target,
            placeWeight: autoexposure.placeWeight,
            tolerance: autoexposure.tolerance,
            longestDelay: Double(autoexposure.longestDelay),
            clippedShare: autoexposure.clippedShare,
            longestShare: autoexposure.longestShare,
            confirmingFrames: Double(autoexposure.confirmingFrames),
            mostFrames: Double(autoexposure.mostFrames),
            mains: Self.name(of: autoexposure.mains))
        let scene = configuration.scene
        self.scene = Scene(
            change: scene.change,
            changedShare: scene.changedShare,
            stillness: scene.stillness,
            movingShare: scene.movingShare,
            stillTime: scene.stillTime.seconds,
            referenceTimeConstant: scene.referenceTimeConstant.seconds,
            lightFactor: scene.lightFactor,
            pause: scene.pause.seconds)
    }

    func applyAutofocus(to result: inout FocusSearchSettings) throws(SettingError) {
        guard let autofocus else { return }
        try Self.number(autofocus.coarseStep, "autofocus.coarseStep", 0.001...1, into: &result.coarseStep)
        try Self.number(autofocus.longestStep, "autofocus.longestStep", 0.001...1, into: &result.longestStep)
        try Self.number(autofocus.fineStep, "autofocus.fineStep", 0...1, into: &result.fineStep)
        try Self.number(autofocus.contrastRatio, "autofocus.contrastRatio", 0...1, into: &result.contrastRatio)
        try Self.number(autofocus.certainRatio, "autofocus.certainRatio", 0...1, into: &result.certainRatio)
        try Self.number(
            autofocus.leastSharpness, "autofocus.leastSharpness", 0...1000, into: &result.leastSharpness)
        try Self.count(autofocus.confirmations, "autofocus.confirmations", 1...8, into: &result.confirmations)
        try Self.count(autofocus.retries, "autofocus.retries", 0...3, into: &result.retries)
        try Self.count(autofocus.evaluations, "autofocus.evaluations", 3...48, into: &result.evaluations)
        try Self.number(autofocus.noise, "autofocus.noise", 0...0.2, into: &result.noise)
        try Self.count(autofocus.lensDelay, "autofocus.lensDelay", 0...30, into: &result.lensDelay)
        try Self.count(autofocus.writePatience, "autofocus.writePatience", 1...300, into: &result.writePatience)
        try Self.count(autofocus.attempts, "autofocus.attempts", 0...5, into: &result.attempts)
        try Self.number(
            autofocus.confirmationRatio, "autofocus.confirmationRatio", 0...1, into: &result.confirmationRatio)
        try Self.number(autofocus.changeRatio, "autofocus.changeRatio", 0...1, into: &result.changeRatio)
        try Self.count(autofocus.stillFrames, "autofocus.stillFrames", 1...1000, into: &result.stillFrames)
        try Self.count(
            autofocus.searchesPerMinute, "autofocus.searchesPerMinute", 0...16, into: &result.searchesPerMinute)
    }

    func applyAutoexposure(to result: inout ExposureSettings) throws(SettingError) {
        guard let autoexposure else { return }
        try Self.number(autoexposure.target, "autoexposure.target", 0.02...0.85, into: &result.target)
        try Self.number(autoexposure.placeWeight, "autoexposure.placeWeight", 0...1, into: &result.placeWeight)
        try Self.number(autoexposure.tolerance, "autoexposure.tolerance", 0.01...0.5, into: &result.tolerance)
        try Self.count(autoexposure.longestDelay, "autoexposure.longestDelay", 0...32, into: &result.longestDelay)
        try Self.number(autoexposure.clippedShare, "autoexposure.clippedShare", 0...1, into: &result.clippedShare)
        try Self.number(autoexposure.longestShare, "autoexposure.longestShare", 0.01...1000, into: &result.longestShare)
        try Self.count(
            autoexposure.confirmingFrames, "autoexposure.confirmingFrames", 1...100, into: &result.confirmingFrames)
        try Self.count(autoexposure.mostFrames, "autoexposure.mostFrames", 1...1000000, into: &result.mostFrames)
        if let mains = autoexposure.mains {
            guard let choice = Self.mainsChoices.first(where: { Self.name(of: $0) == mains }) else {
                throw SettingError(key: "autoexposure.mains", expected: "one of camera, none, 50Hz, 60Hz")
            }
            result.mains = choice
        }
    }

    func applyScene(to result: inout SceneSettings) throws(SettingError) {
        guard let scene else { return }
        try Self.number(scene.change, "scene.change", 0...255, into: &result.change)
        try Self.number(scene.changedShare, "scene.changedShare", 0...1, into: &result.changedShare)
        try Self.number(scene.stillness, "scene.stillness", 0...255, into: &result.stillness)
        try Self.number(scene.movingShare, "scene.movingShare", 0...1, into: &result.movingShare)
        try Self.time(scene.stillTime, "scene.stillTime", into: &result.stillTime)
        try Self.time(scene.referenceTimeConstant, "scene.referenceTimeConstant", into: &result.referenceTimeConstant)
        try Self.number(scene.lightFactor, "scene.lightFactor", 1...256, into: &result.lightFactor)
        try Self.time(scene.pause, "scene.pause", into: &result.pause)
    }

    private static let mainsChoices: [MainsChoice] = [.camera, .none, .fixed(.hertz50), .fixed(.hertz60)]

    private static func name(of choice: MainsChoice) -> String {
        switch choice {
        case .camera: "camera"
        case .none: "none"
        case .fixed(let frequency): frequency.name.description
        }
    }

    private static func number(
        _ value: Double?, _ key: String, _ range: ClosedRange<Double>, into result: inout Double
    ) throws(SettingError) {
        guard let value else { return }
        guard range.contains(value) else {
            throw SettingError(key: key, expected: "a number, \(range.lowerBound)…\(range.upperBound)")
        }
        result = value
    }

    private static func count(
        _ value: Double?, _ key: String, _ range: ClosedRange<Int>, into result: inout Int
    ) throws(SettingError) {
        guard let value else { return }
        guard let whole = Int(exactly: value), range.contains(whole) else {
            throw SettingError(key: key, expected: "a whole number, \(range.lowerBound)…\(range.upperBound)")
        }
        result = whole
    }
}
