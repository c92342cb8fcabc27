import FocusCore

/// A simulated USB camera on Linux with optics and, depending on its model, autofocus, autoexposure and frames.
///
/// It is a value without a clock: each call says at which time it is made.
public struct SimulatedCamera: Equatable, Sendable {
    public let model: CameraModel
    public var optics: Optics
    /// The position of the lens, in units of `ControlID.focusAbsolute`.
    public private(set) var lens: Double
    /// The exposure of the last frame, without the lamps' flicker.
    public private(set) var frameExposure = FrameExposure(time: 250)
    var autofocus: Autofocus
    var driver: SimulatedDriver
    var sensor: SensorSettings
    var stream: CameraStream?
    var patches = PatchMemory()
    /// False after it was unplugged: every call then fails with ENODEV.
    public var isConnected = true
    /// True while another program has the stream; nobody else gets one then.
    public var isBusy = false
    private(set) var frames: Int64 = 0

    /// The time between frames: 30 frames a second.
    public static let frameTime = TimeSpan(nanoseconds: 33_333_333)
    /// The linear level that the autoexposure aims at: a grey card's 18 %, and a little more because displays are bright.
    static let exposureTarget = 0.22
    /// The region of an autofocus that measures only the middle: a ninth of the picture.
    private static let middle = NormalizedRectangle(around: PointOfInterest(x: 0.5, y: 0.5), share: 1.0 / 3)

    public init(model: CameraModel = .region, optics: Optics = Optics()) {
        self.model = model
        self.optics = optics
        self.optics.zoom = 1
        // A fixed lens is focused at 1 m.
        lens = model.focus == .fixed ? 102 : 300
        autofocus = Autofocus(target: lens)
        sensor = SensorSettings(lens: DelayLine(lens))
        driver = SimulatedDriver(model.description)
        driver.values = [
            .focusAuto: .integer(model.focus == .fixed || model.focus == .manual ? 0 : 1),
            .exposureAuto: .integer(model.exposure == .automatic ? 3 : 1),
            .gain: .integer(CameraModel.gainRange.lowerBound),
            .powerLineFrequency: .integer(model.mains == .hertz60 ? 2 : 1),
            .lock3A: .integer(0),
            .regionRectangle: .rectangle(CameraModel.wholeImage),
            .regionAuto: .integer(model.regionBits),
            .zoomAbsolute: .integer(CameraModel.zoomRange.lowerBound),
        ]
        if isFocusAutomatic { autofocus.begin() }
    }

    /// The description that the driver reports when the camera is opened.
    public var description: CameraDescription { presentDriver.description }

    /// The driver with the values that the automatics have moved.
    var presentDriver: SimulatedDriver {
        var driver = driver
        let moved: [ControlID] = [.focusAbsolute, .exposureAbsolute, .autoFocusStatus]
        for id in moved { driver.values[id] = currentValue(id) }
        return driver
    }

    /// Makes writes of the control fail with the errno; nil: writes succeed again.
    public mutating func refuse(_ id: ControlID, errno: Int32?) { driver.misbehaviour.refusals[id] = errno }

    /// The frames of ten minutes: long before, its automatics have come to rest.
    private static let longestLife: Int64 = 600 * 30

    /// Advances frame by frame to the given time; over a pause of more than ten minutes, only through the last ten.
    public mutating func advance(to time: Instant) {
        let due = time.nanoseconds / Self.frameTime.nanoseconds
        frames = max(frames, due - Self.longestLife)
        while frames < due {
            frames += 1
            takeFrame()
        }
    }

    var captured: Instant { Instant(nanoseconds: frames * Self.frameTime.nanoseconds) }

    public var focusRegion: NormalizedRectangle { region(bit: ControlBits.focus) }

    public var exposureRegion: NormalizedRectangle { region(bit: ControlBits.exposure) }

    public var isSearching: Bool { autofocus.isSearching }

    public var isFocusAutomatic: Bool { driver.integer(.focusAuto) == 1 }

    public var isExposureAutomatic: Bool { driver.integer(.exposureAuto) == 3 }

    /// The exposure time of the last frame, in units of 100 µs.
    public var exposure: Double { frameExposure.time }

    /// The factor of the gain in the last frame; 1: none.
    public var amplification: Double { frameExposure.amplification }

    func isLocked(_ bit: Int64) -> Bool { (driver.integer(.lock3A) ?? 0) & bit != 0 }

    /// The current value of a control: the camera's own value where an automatic moves it, otherwise the value that was set.
    func currentValue(_ id: ControlID) -> ControlValue? {
        switch id {
        case .focusAbsolute: .integer(Int64((isFocusAutomatic || isSearching ? lens : autofocus.target).rounded()))
        case .exposureAbsolute: .integer(Int64((isExposureAutomatic ? exposure : sensor.wantedExposure).rounded()))
        case .autoFocusStatus: .integer(autofocus.status)
        default: driver.values[id]
        }
    }

    private mutating func takeFrame() {
        let isFocusFree = !isLocked(ControlBits.lockFocus)
        let way = sensor.lens.pass(autofocus.target, delay: model.lensLag) - lens
        lens += min(max(way, -model.lensSpeed), model.lensSpeed)
        if isFocusFree, autofocus.isSearching {
            if lens == autofocus.target { autofocus.look(lens: lens, sharpness: seenSharpness()) }
        } else if isFocusFree, isFocusAutomatic {
            autofocus.watch(sharpness: seenSharpness())
        }
        if isExposureAutomatic, !isLocked(ControlBits.exposure) { expose() }
        frameExposure.time = sensor.exposure.pass(sensor.wantedExposure, delay: model.exposureDelay)
        let gain = sensor.gain.pass(Double(driver.integer(.gain) ?? 0), delay: model.exposureDelay)
        if model.hasGain { frameExposure.amplification = gain / Double(CameraModel.gainRange.lowerBound) }
        frameExposure.light = optics.light
    }

    private mutating func seenSharpness() -> Double {
        patches.patch(focusRegion, of: optics).sharpness(lens: lens, exposure: frameExposure)
    }

    /// Moves the exposure part of the way to the right one, unless it is nearly right.
    private mutating func expose() {
        let brightness = patches.patch(exposureRegion, of: optics).brightness(frameExposure)
        let ratio = min(max(Self.exposureTarget / max(brightness, 0.001), 0.4), 2.5)
        var next = exposure
        if abs(ratio - 1) > 0.03 {
            next += exposure * (ratio - 1) * 0.2
            next = min(max(next, CameraModel.exposureRange.lowerBound), CameraModel.exposureRange.upperBound)
        }
        sensor.wantedExposure = next
        sensor.exposure.jump(to: next)
    }

    private func region(bit: Int64) -> NormalizedRectangle {
        guard let rectangle = driver.values[.regionRectangle]?.rectangle, rectangle.width > 0, rectangle.height > 0,
            model.regionBits & (driver.integer(.regionAuto) ?? 0) & bit != 0
        else { return model.looksAtMiddle ? Self.middle : .whole }
        let width = Double(CameraModel.wholeImage.width)
        let height = Double(CameraModel.wholeImage.height)
        return NormalizedRectangle(
            x: Double(rectangle.left) / width, y: Double(rectangle.top) / height,
            width: Double(rectangle.width) / width, height: Double(rectangle.height) / height)
    }
}

/// The values that were set, by hand or by an automatic. It takes effect some frames later.
struct SensorSettings: Equatable, Sendable {
    var lens: DelayLine<Double>
    /// The exposure time, in units of 100 µs.
    var wantedExposure = 250.0
    var exposure = DelayLine(250.0)
    var gain = DelayLine(Double(CameraModel.gainRange.lowerBound))
}

enum ControlBits {
    /// Exposure, in V4L2_CID_UVC_REGION_OF_INTEREST_AUTO and in V4L2_CID_3A_LOCK.
    static let exposure: Int64 = 1
    /// Focus, in V4L2_CID_UVC_REGION_OF_INTEREST_AUTO.
    static let focus: Int64 = 8
    /// Focus, in V4L2_CID_3A_LOCK.
    static let lockFocus: Int64 = 4
}
