import FocusCore

extension EngineSettings {
    /// All values of a configuration, so that the file says what was in force.
    public init(_ configuration: Configuration) {
        let view = configuration.view
        forceLockTime = configuration.forceLockTime.seconds
        screen = view.screen.map { [$0.width, $0.height] }
        self.view = view.view.map { [$0.x, $0.y, $0.width, $0.height] }
        videoGravity = view.videoGravity.name.description
        rotation = Int(view.rotation.rawValue)
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
        self.motion = Motion(
            rule: motion.rule.name.description, deviation: motion.deviation, duration: motion.duration.seconds,
            gravityTimeConstant: motion.gravityTimeConstant.seconds, shockTime: motion.shockTime.seconds,
            articleThreshold: motion.articleThreshold, articleInterval: motion.articleInterval.seconds)
        let settle = configuration.settle
        self.settle = Settle(
            pollInterval: settle.pollInterval.seconds, stableTime: settle.stableTime.seconds,
            shortestTime: settle.shortestTime.seconds, deadline: settle.deadline.seconds,
            timeGiven: settle.timeGiven.seconds, retryDelay: settle.retryDelay.seconds)
    }

    /// The configuration that these settings make of the defaults.
    /// - Throws: `SettingError` for the first value that is outside its range.
    public func configuration() throws(SettingError) -> Configuration {
        var result = Configuration()
        try Self.time(forceLockTime, "forceLockTime", into: &result.forceLockTime)
        try applyView(to: &result.view)
        try Self.share(regions?.focus, "regions.focus", into: &result.regions.focus)
        try Self.share(regions?.exposure, "regions.exposure", into: &result.regions.exposure)
        try applyTap(to: &result.tap)
        try applyMotion(to: &result.motion)
        try applySettle(to: &result.settle)
        return result
    }

    private func applyView(to result: inout ViewSettings) throws(SettingError) {
        if let screen = try Self.numbers(screen, 2, "screen") {
            guard screen[0] > 0, screen[1] > 0 else {
                throw SettingError(key: "screen", expected: "a width and a height above 0, in pixels")
            }
            result.screen = ScreenSize(width: screen[0], height: screen[1])
        }
        if let view = try Self.numbers(view, 4, "view") {
            let rectangle = ViewRectangle(x: view[0], y: view[1], width: view[2], height: view[3])
            guard rectangle.hasArea else {
                throw SettingError(key: "view", expected: "x, y, and a width and a height above 0, in pixels")
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
        if let rule = motion?.rule {
            result.rule = try Self.choice(rule, MotionRule.allCases, "motion.rule") { $0.name }
        }
        try Self.length(motion?.deviation, "motion.deviation", into: &result.deviation)
        try Self.time(motion?.duration, "motion.duration", into: &result.duration)
        try Self.time(motion?.gravityTimeConstant, "motion.gravityTimeConstant", into: &result.gravityTimeConstant)
        try Self.time(motion?.shockTime, "motion.shockTime", into: &result.shockTime)
        try Self.length(motion?.articleThreshold, "motion.articleThreshold", into: &result.articleThreshold)
        try Self.time(motion?.articleInterval, "motion.articleInterval", into: &result.articleInterval)
    }

    private func applySettle(to result: inout SettleTimes) throws(SettingError) {
        try Self.time(settle?.pollInterval, "settle.pollInterval", atLeast: 0.001, into: &result.pollInterval)
        try Self.time(settle?.stableTime, "settle.stableTime", into: &result.stableTime)
        try Self.time(settle?.shortestTime, "settle.shortestTime", into: &result.shortestTime)
        try Self.time(settle?.deadline, "settle.deadline", into: &result.deadline)
        try Self.time(settle?.timeGiven, "settle.timeGiven", into: &result.timeGiven)
        try Self.time(settle?.retryDelay, "settle.retryDelay", atLeast: 0.001, into: &result.retryDelay)
    }
}

extension EngineSettings {
    /// A day: whoever wants longer wants forever, and gets it.
    private static let longestTime = 86_400.0

    private static func time(
        _ seconds: Double?, _ key: String, atLeast least: Double = 0, into result: inout Span
    ) throws(SettingError) {
        guard let seconds else { return }
        guard seconds >= least, seconds <= longestTime else {
            throw SettingError(key: key, expected: "seconds, \(least)…\(longestTime)")
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

    private static func numbers(_ values: [Double]?, _ count: Int, _ key: String) throws(SettingError) -> [Double]? {
        guard let values else { return nil }
        guard values.count == count, values.allSatisfy(\.isFinite) else {
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
