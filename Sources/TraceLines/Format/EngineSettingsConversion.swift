import FocusCore

extension EngineSettings {
    /// All values of a configuration, including the defaults, so that the file shows the values in force.
    public init(_ configuration: Configuration) {
        let view = configuration.view
        forceLockTime = configuration.forceLockTime.seconds
        unlockAfter = configuration.unlockAfter?.seconds
        exposureCompensation = configuration.exposureCompensation
        sceneWatch = configuration.sceneWatch.name.description
        sceneWatchAfter = configuration.sceneWatchAfter.seconds
        screen = view.screen.map { "\(Self.text($0.width))x\(Self.text($0.height))" }
        self.view = view.view.map { rectangle in
            let size = "\(Self.text(rectangle.width))x\(Self.text(rectangle.height))"
            return "\(Self.text(rectangle.x)),\(Self.text(rectangle.y)),\(size)"
        }
        videoGravity = view.videoGravity.name.description
        rotation = Double(view.rotation.rawValue)
        mirrored = view.isMirrored
        crop = [view.crop.x, view.crop.y, view.crop.width, view.crop.height]
        calibration = view.calibration.map { [$0.a, $0.b, $0.c, $0.d, $0.e, $0.f] }
        regions = Regions(focus: configuration.regions.focus, exposure: configuration.regions.exposure)
        tap = Tap(
            longestTime: configuration.tap.longestTime.seconds, farthestMovement: configuration.tap.farthestMovement,
            farthestMovementShare: configuration.tap.farthestMovementShare,
            largestContact: configuration.tap.largestContact,
            largestContactShare: configuration.tap.largestContactShare)
        let motion = configuration.motion
        motionRule = motion.rule.name.description
        motionDetection = MotionDetection(
            deviation: motion.deviation, duration: motion.duration.seconds,
            gravityTimeConstant: motion.gravityTimeConstant.seconds, shockTime: motion.shockTime.seconds,
            articleThreshold: motion.articleThreshold, articleInterval: motion.articleInterval.seconds)
        let settle = configuration.settle
        self.settle = Settle(
            pollInterval: settle.pollInterval.seconds, stableTime: settle.stableTime.seconds,
            shortestTime: settle.shortestTime.seconds, deadline: settle.deadline.seconds,
            timeGiven: settle.timeGiven.seconds, searchDeadline: settle.searchDeadline.seconds,
            retryDelay: settle.retryDelay.seconds)
        setFrameSettings(configuration)
    }

    /// The configuration: these settings over the defaults.
    /// - Throws: `SettingError` for the first value outside its range.
    public func configuration() throws(SettingError) -> Configuration {
        var result = Configuration()
        try Self.time(forceLockTime, "forceLockTime", into: &result.forceLockTime)
        try applyUnlocking(to: &result)
        try applyView(to: &result.view)
        try Self.share(regions?.focus, "regions.focus", into: &result.regions.focus)
        try Self.share(regions?.exposure, "regions.exposure", into: &result.regions.exposure)
        try applyTap(to: &result.tap)
        try applyMotion(to: &result.motion)
        try applySettle(to: &result.settle)
        try applyAutofocus(to: &result.autofocus)
        try applyAutoexposure(to: &result.autoexposure)
        try applyScene(to: &result.scene)
        return result
    }

    private func applyUnlocking(to result: inout Configuration) throws(SettingError) {
        if let unlockAfter {
            var time = TimeSpan.zero
            try Self.time(unlockAfter, "unlockAfter", atLeast: 1, into: &time)
            result.unlockAfter = time
        }
        if let exposureCompensation {
            guard Configuration.compensationRange.contains(exposureCompensation) else {
                throw SettingError(key: "exposureCompensation", expected: "EV, -4…4")
            }
            result.exposureCompensation = exposureCompensation
        }
        if let sceneWatch {
            result.sceneWatch = try Self.choice(sceneWatch, SceneWatch.allCases, "sceneWatch") { $0.name }
        }
        try Self.time(sceneWatchAfter, "sceneWatchAfter", into: &result.sceneWatchAfter)
    }

    private func applyView(to result: inout ViewSettings) throws(SettingError) {
        if let screen {
            guard let size = Self.size(Substring(screen)) else {
                throw SettingError(key: "screen", expected: "WIDTHxHEIGHT in pixels, for example 1280x800")
            }
            result.screen = size
        }
        if let view {
            guard let rectangle = Self.rectangle(view) else {
                throw SettingError(key: "view", expected: "X,Y,WIDTHxHEIGHT in pixels, for example 0,0,1280x800")
            }
            result.view = rectangle
        }
        if let videoGravity {
            result.videoGravity = try Self.choice(videoGravity, VideoGravity.allCases, "videoGravity") { $0.name }
        }
        if let rotation {
            guard let known = Int16(exactly: rotation).flatMap(Rotation.init(rawValue:)) else {
                throw SettingError(key: "rotation", expected: "0, 90, 180 or 270")
            }
            result.rotation = known
        }
        result.isMirrored = mirrored ?? result.isMirrored
        if let crop = try Self.numbers(crop, 4, "crop") {
            let rectangle = NormalizedRectangle(x: crop[0], y: crop[1], width: crop[2], height: crop[3])
            guard rectangle.hasArea else {
                throw SettingError(key: "crop", expected: "x, y, width, height of a part of the image, each in 0…1")
            }
            result.crop = rectangle
        }
        if let matrix = try Self.numbers(calibration, 6, "calibration") {
            let given = CalibrationMatrix(matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5])
            guard given.isUsable else {
                throw SettingError(key: "calibration", expected: "six numbers of a matrix that can be inverted")
            }
            result.calibration = given
        }
    }

    private func applyTap(to result: inout TapLimits) throws(SettingError) {
        try Self.time(tap?.longestTime, "tap.longestTime", into: &result.longestTime)
        try Self.length(tap?.farthestMovement, "tap.farthestMovement", into: &result.farthestMovement)
        try Self.share(tap?.farthestMovementShare, "tap.farthestMovementShare", into: &result.farthestMovementShare)
        try Self.length(tap?.largestContact, "tap.largestContact", into: &result.largestContact)
        try Self.share(tap?.largestContactShare, "tap.largestContactShare", into: &result.largestContactShare)
    }

    private func applyMotion(to result: inout MotionSettings) throws(SettingError) {
        if let motionRule {
            result.rule = try Self.choice(motionRule, MotionRule.allCases, "motionRule") { $0.name }
        }
        let motion = motionDetection
        try Self.length(motion?.deviation, "motionDetection.deviation", into: &result.deviation)
        try Self.time(motion?.duration, "motionDetection.duration", into: &result.duration)
        try Self.time(
            motion?.gravityTimeConstant, "motionDetection.gravityTimeConstant", into: &result.gravityTimeConstant)
        try Self.time(motion?.shockTime, "motionDetection.shockTime", into: &result.shockTime)
        try Self.length(motion?.articleThreshold, "motionDetection.articleThreshold", into: &result.articleThreshold)
        try Self.time(motion?.articleInterval, "motionDetection.articleInterval", into: &result.articleInterval)
    }

    private func applySettle(to result: inout SettleTimes) throws(SettingError) {
        try Self.time(settle?.pollInterval, "settle.pollInterval", atLeast: 0.001, into: &result.pollInterval)
        try Self.time(settle?.stableTime, "settle.stableTime", into: &result.stableTime)
        try Self.time(settle?.shortestTime, "settle.shortestTime", into: &result.shortestTime)
        try Self.time(settle?.deadline, "settle.deadline", into: &result.deadline)
        try Self.time(settle?.timeGiven, "settle.timeGiven", into: &result.timeGiven)
        try Self.time(settle?.searchDeadline, "settle.searchDeadline", into: &result.searchDeadline)
        try Self.time(settle?.retryDelay, "settle.retryDelay", atLeast: 0.001, into: &result.retryDelay)
    }
}

extension EngineSettings {
    /// The longest accepted time, in seconds: a day.
    private static let longestTime = 86_400.0

    static func time(
        _ seconds: Double?, _ key: String, atLeast least: Double = 0, into result: inout TimeSpan
    ) throws(SettingError) {
        guard let seconds else { return }
        guard seconds >= least, seconds <= longestTime else {
            throw SettingError(key: key, expected: "seconds, \(text(least))…\(text(longestTime))")
        }
        result = .seconds(seconds)
    }

    private static func length(_ value: Double?, _ key: String, into result: inout Double) throws(SettingError) {
        guard let value else { return }
        guard value.isFinite, value > 0 else { throw SettingError(key: key, expected: "a number above 0") }
        result = value
    }

    private static func share(_ value: Double?, _ key: String, into result: inout Double) throws(SettingError) {
        guard let value else { return }
        guard value > 0, value <= 1 else { throw SettingError(key: key, expected: "a share above 0 and up to 1") }
        result = value
    }

    /// Whole pixels are written without a decimal point.
    private static func text(_ value: Double) -> String {
        guard let whole = Int64(exactly: value), whole != 0 || value.sign == .plus else { return "\(value)" }
        return "\(whole)"
    }

    private static func size(_ text: Substring) -> ScreenSize? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map(DecimalNumber.value(of:))
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0,
            (width * height).isFinite
        else { return nil }
        return ScreenSize(width: width, height: height)
    }

    private static func rectangle(_ text: String) -> ViewRectangle? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, let x = DecimalNumber.value(of: parts[0]),
            let y = DecimalNumber.value(of: parts[1]), let size = size(parts[2])
        else {
            return nil
        }
        let rectangle = ViewRectangle(x: x, y: y, width: size.width, height: size.height)
        return rectangle.hasArea ? rectangle : nil
    }

    private static func numbers(_ values: [Double]?, _ count: Int, _ key: String) throws(SettingError) -> [Double]? {
        guard let values else { return nil }
        guard values.count == count, values.allSatisfy({ $0.isFinite }) else {
            throw SettingError(key: key, expected: "\(count) numbers")
        }
        return values
    }

    private static func choice<Value>(
        _ given: String, _ all: [Value], _ key: String, _ name: (Value) -> StaticString
    ) throws(SettingError) -> Value {
        for value in all where name(value).description == given { return value }
        let names = all.map { name($0).description }.joined(separator: ", ")
        throw SettingError(key: key, expected: "one of \(names)")
    }
}
