import FocusCore

/// A camera with optics, an autofocus and an autoexposure of its own, and the manners of a USB camera on Linux.
///
/// It is a value: it has no clock, and whatever is asked of it says at which moment.
public struct SimulatedCamera: Equatable, Sendable {
    public let model: CameraModel
    public var optics: Optics
    /// Where the lens is, in units of `ControlID.focusAbsolute`.
    public private(set) var lens: Double
    /// The exposure time, in units of 100 µs.
    public internal(set) var exposure: Double
    var autofocus: Autofocus
    var values: [ControlID: ControlValue]
    var refusals: [ControlID: Int32] = [:]
    /// False: it was unplugged, and answers ENODEV to everything.
    public var isConnected = true
    private var frames: Int64 = 0

    /// 30 frames a second.
    public static let frameTime = TimeSpan(nanoseconds: 33_333_333)
    /// How far the lens gets within a frame.
    private static let lensPerFrame = 100.0
    /// The level that exposure aims at, linear: a grey card's 18 %, and a little more because displays are bright.
    static let exposureTarget = 0.22

    public init(model: CameraModel = .region, optics: Optics = Optics()) {
        self.model = model
        self.optics = optics
        // A lens that does not move is set to 1 m.
        lens = model.focus == .fixed ? 102 : 300
        exposure = 250
        autofocus = Autofocus(target: lens)
        values = [
            .focusAuto: .integer(model.focus == .fixed ? 0 : 1),
            .exposureAuto: .integer(model.hasAutomaticExposure ? 3 : 1),
            .lock3A: .integer(0),
            .regionRectangle: .rectangle(CameraModel.wholeImage),
            .regionAuto: .integer(model.regionBits),
        ]
        if isFocusAutomatic { autofocus.begin() }
    }

    /// What its driver tells when it is opened.
    public var description: CameraDescription {
        var told = values
        for id in [ControlID.focusAbsolute, .exposureAbsolute, .autoFocusStatus] { told[id] = currentValue(id) }
        return model.description(values: told)
    }

    /// From now on each write of the control fails with the errno; nil: not any more.
    public mutating func refuse(_ id: ControlID, errno: Int32?) {
        refusals[id] = errno
    }

    /// Lets time pass, frame by frame.
    public mutating func advance(to time: Instant) {
        let due = time.nanoseconds / Self.frameTime.nanoseconds
        while frames < due {
            frames += 1
            takeFrame()
        }
    }

    /// The part of the picture that focus looks at.
    public var focusRegion: NormalizedRectangle { region(bit: ControlBits.focus) }

    /// The part of the picture that exposure looks at.
    public var exposureRegion: NormalizedRectangle { region(bit: ControlBits.exposure) }

    /// Whether the lens is on its way to something sharp.
    public var isSearching: Bool { autofocus.isSearching }

    /// Whether continuous autofocus is on.
    public var isFocusAutomatic: Bool { values[.focusAuto] == .integer(1) }

    /// Whether exposure follows the picture.
    public var isExposureAutomatic: Bool { values[.exposureAuto] == .integer(3) }

    func isLocked(_ bit: Int64) -> Bool {
        (values[.lock3A]?.integer ?? 0) & bit != 0
    }

    /// What a control holds at this moment.
    func currentValue(_ id: ControlID) -> ControlValue? {
        switch id {
        case .focusAbsolute: .integer(Int64(lens.rounded()))
        case .exposureAbsolute: .integer(Int64(exposure.rounded()))
        case .autoFocusStatus: .integer(autofocus.status)
        default: values[id]
        }
    }

    private mutating func takeFrame() {
        let isFocusFree = !isLocked(ControlBits.lockFocus)
        let way = autofocus.target - lens
        lens += min(max(way, -Self.lensPerFrame), Self.lensPerFrame)
        if isFocusFree, autofocus.isSearching {
            if lens == autofocus.target {
                autofocus.look(lens: lens, sharpness: optics.sharpness(of: focusRegion, lens: lens))
            }
        } else if isFocusFree, isFocusAutomatic {
            autofocus.watch(sharpness: optics.sharpness(of: focusRegion, lens: lens))
        }
        if isExposureAutomatic, !isLocked(ControlBits.exposure) { expose() }
    }

    /// A part of the way to the exposure that would be right, as long as it is not nearly right.
    private mutating func expose() {
        let brightness = optics.brightness(of: exposureRegion, exposure: exposure)
        let ratio = min(max(Self.exposureTarget / max(brightness, 0.001), 0.4), 2.5)
        guard abs(ratio - 1) > 0.03 else { return }
        let next = exposure + exposure * (ratio - 1) * 0.2
        exposure = min(max(next, CameraModel.exposureRange.lowerBound), CameraModel.exposureRange.upperBound)
    }

    private func region(bit: Int64) -> NormalizedRectangle {
        guard let rectangle = values[.regionRectangle]?.rectangle, rectangle.width > 0, rectangle.height > 0,
            model.regionBits & (values[.regionAuto]?.integer ?? 0) & bit != 0
        else { return .whole }
        let width = Double(CameraModel.imageWidth)
        let height = Double(CameraModel.imageHeight)
        return NormalizedRectangle(
            x: Double(rectangle.left) / width, y: Double(rectangle.top) / height,
            width: Double(rectangle.width) / width, height: Double(rectangle.height) / height)
    }
}

/// The bits of the controls that are masks.
enum ControlBits {
    /// In V4L2_CID_UVC_REGION_OF_INTEREST_AUTO and in V4L2_CID_3A_LOCK.
    static let exposure: Int64 = 1
    /// In V4L2_CID_UVC_REGION_OF_INTEREST_AUTO.
    static let focus: Int64 = 8
    /// In V4L2_CID_3A_LOCK.
    static let lockFocus: Int64 = 4
}
