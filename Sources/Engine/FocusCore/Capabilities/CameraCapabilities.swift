/// The abilities of a camera, found from its checked description: the levels of focus and exposure, and the reason for each.
public struct CameraCapabilities: Equatable, Sendable, Snapshotable {
    /// The levels at which a tap starts. A component whose write is refused falls to a lower one.
    public let levels: LevelReport
    /// The errors in the description.
    public let faults: InlineList<4, Fault>
    /// The bounds and the smallest size of a region; nil without a region of interest.
    public let region: RegionGeometry?
    /// The menu item of V4L2_CID_EXPOSURE_AUTO that exposes automatically; nil without one.
    public let automaticExposure: Int64?
    /// True when frames can be measured, here or by another program.
    public var givesFrames: Bool { survey.givesFrames }
    /// Known faults of the camera that its driver does not report.
    public let quirks: CameraQuirks
    /// The exposure times that can be set, in units of 100 µs; nil without such a control.
    let exposureTimes: ControlSteps?
    private let survey: LevelSurvey
    let controls: [ControlDescription]

    /// Bits of V4L2_CID_UVC_REGION_OF_INTEREST_AUTO (UVC 1.5, 4.2.2.1.20).
    static let regionExposureBit: Int64 = 0x01
    static let regionFocusBit: Int64 = 0x08
    /// Bits of V4L2_CID_3A_LOCK.
    static let lockExposureBit: Int64 = 0x01
    static let lockFocusBit: Int64 = 0x04
    static let lockBits = lockExposureBit | lockFocusBit
    /// V4L2_EXPOSURE_MANUAL.
    static let manualExposure: Int64 = 1
    /// V4L2_EXPOSURE_SHUTTER_PRIORITY: the exposure time is manual, the iris automatic.
    static let shutterPriority: Int64 = 2

    public init(_ description: CameraDescription) {
        self.init(description, without: ControlSet())
    }

    /// - Parameters:
    ///   - useless: controls that count as missing, because they have failed each time they were used.
    ///   - holder: another program that holds the camera's stream.
    init(_ description: CameraDescription, without useless: ControlSet, holder: FrameHolder? = nil) {
        var faults = InlineList<4, Fault>()
        var usable: [ControlDescription] = []
        for control in description.controls {
            guard !description.quirks.excludes(control.id), !control.hasNothingToSet else { continue }
            if let control = Self.checked(control, &faults) { usable.append(control) }
        }
        usable = Self.withoutHiddenExposure(usable)
        let all = usable
        let unreadable = ControlSet(unreadableIn: all)
        usable.removeAll { useless.contains($0.id) || unreadable.contains($0.id) }
        controls = usable
        self.faults = faults
        quirks = description.quirks
        exposureTimes = usable.control(.exposureAbsolute).flatMap(description.quirks.exposureTimes)
        if let control = usable.control(.regionRectangle), let bounds = control.bounds {
            region = RegionGeometry(
                bounds: bounds, minimumWidth: control.minimumWidth, minimumHeight: control.minimumHeight)
        } else {
            region = nil
        }
        automaticExposure = usable.control(.exposureAuto).flatMap(Self.automaticItem)
        let survey = LevelSurvey(
            controls: usable, hasRegion: region != nil, automaticExposure: automaticExposure, holder: holder,
            isReadable: description.givesFrames)
        // The levels that the camera would have if none of its controls failed.
        let offered = LevelSurvey(
            controls: all, hasRegion: region != nil,
            automaticExposure: all.control(.exposureAuto).flatMap(Self.automaticItem), holder: holder,
            isReadable: description.givesFrames)
        levels = LevelReport(
            focus: survey.finding(for: .focus).withFailures(comparedTo: offered.finding(for: .focus)),
            exposure: survey.finding(for: .exposure).withFailures(comparedTo: offered.finding(for: .exposure)))
        self.survey = survey
    }

    /// The control, if the camera has it and it can be used.
    public func control(_ id: ControlID) -> ControlDescription? { controls.control(id) }

    var bestLevels: PerComponent<CameraLevel> {
        PerComponent(focus: levels.focus.level, exposure: levels.exposure.level)
    }

    @inline(__always)
    var canFollowTaps: Bool { levels.focus.level != .none || levels.exposure.level != .none }

    /// True when the control exists and can be written.
    public func canWrite(_ id: ControlID) -> Bool {
        control(id).map { !$0.isReadOnly } ?? false
    }

    /// True when the control exists and can be read.
    public func canRead(_ id: ControlID) -> Bool {
        control(id).map { !$0.isWriteOnly } ?? false
    }

    /// The bits for focus and exposure that the camera supports in V4L2_CID_UVC_REGION_OF_INTEREST_AUTO.
    var regionAutoBits: Int64 {
        (control(.regionAuto)?.maximum ?? 0) & (Self.regionFocusBit | Self.regionExposureBit)
    }

    /// The next lower level that the camera offers for a component.
    func levelBelow(_ level: CameraLevel, for component: Component) -> CameraLevel {
        survey.level(below: level, for: component)
    }

    /// True when the camera has no automatic for a component, so that the engine must search for it in continuousAuto.
    func needsEngine(_ component: Component) -> Bool {
        guard levels[component].level == .software else { return false }
        return component == .focus ? !canWrite(.focusAuto) : automaticExposure == nil
    }

    /// The control with a usable range and step; nil, and a fault, when its range is unusable.
    private static func checked(
        _ control: ControlDescription, _ faults: inout InlineList<4, Fault>
    ) -> ControlDescription? {
        var control = control
        if control.id == .regionRectangle {
            guard let bounds = control.bounds, bounds.left >= 0, bounds.top >= 0,
                RegionGeometry(bounds: bounds, minimumWidth: 1, minimumHeight: 1) != nil
            else {
                faults.append(.controlRangeUnusable(control.id))
                return nil
            }
            return control
        }
        guard control.minimum <= control.maximum else {
            faults.append(.controlRangeUnusable(control.id))
            return nil
        }
        if control.step <= 0 {
            // Buttons and bit masks have no step; V4L2 drivers report 0 for them.
            if control.id == .focusAbsolute || control.id == .exposureAbsolute {
                faults.append(.controlStepUnusable(control.id))
            }
            control.step = 1
        }
        return control
    }

    /// The menu item that exposes automatically: the default, if it is an automatic one, otherwise aperture priority
    /// (3), otherwise auto (0). UVC cameras usually offer "manual" and "aperture priority", but not "auto".
    static func automaticItem(of control: ControlDescription) -> Int64? {
        func exists(_ item: Int64) -> Bool {
            item >= control.minimum && item <= control.maximum && item < 64
                && (control.menuItems == 0 || control.menuItems & (1 << UInt64(item)) != 0)
        }
        guard !control.isReadOnly else { return nil }
        let usual = control.defaultValue
        if usual == 0 || usual == 3, exists(usual) { return usual }
        if exists(3) { return 3 }
        return exists(0) ? 0 : nil
    }

    /// The exposure times and gains that the camera and the time between two frames (zero: no limit) allow; nil: there is no time to set.
    func exposureRange(_ settings: ExposureSettings, interval: TimeSpan) -> ExposureRange? {
        guard let times = exposureTimes else { return nil }
        let gain = canWrite(.gain) ? control(.gain) : nil
        let gains = gain.flatMap { ControlSteps(least: $0.minimum, most: $0.maximum, step: $0.step) }
        let mains = control(.powerLineFrequency)?.value?.integer
        return ExposureRange(
            times: times, gains: gains, interval: interval,
            mains: settings.mains.frequency(camera: mains.flatMap(MainsFrequency.init(powerLineFrequency:))),
            longestShare: settings.longestShare,
            longestTime: settings.longestTime < ExposureSettings.anyTime ? settings.longestTime : nil)
    }
}
