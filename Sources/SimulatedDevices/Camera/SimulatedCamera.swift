import FocusCore

/// A camera with optics, and, as its model has them, an autofocus, an autoexposure and frames; with the manners of a USB
/// camera on Linux.
///
/// It is a value: it has no clock, and whatever is asked of it says at which moment.
public struct SimulatedCamera: Equatable, Sendable {
    public let model: CameraModel
    public var optics: Optics
    /// Where the lens is, in units of `ControlID.focusAbsolute`.
    public private(set) var lens: Double
    /// The exposure time of the last frame, in units of 100 µs.
    public private(set) var exposure: Double
    /// What the gain made of the last frame; 1: nothing.
    public private(set) var amplification = 1.0
    var autofocus: Autofocus
    var values: [ControlID: ControlValue]
    var refusals: [ControlID: Int32] = [:]
    /// What was told while it is set by hand, in units of 100 µs.
    var wantedExposure: Double
    /// Of `CameraModel.ignoredLensWrites`, how many are left.
    var lensWritesToIgnore = 0
    /// The last values that the driver has written; nil: never.
    var written: [ControlID: Int64] = [:]
    var stream: CameraStream?
    var patches = PatchMemory()
    /// False: it was unplugged, and answers ENODEV to everything.
    public var isConnected = true
    /// Whether another program has its stream: nobody else gets one then.
    public var isBusy = false
    private(set) var frames: Int64 = 0
    private var lensLine: DelayLine
    private var exposureLine: DelayLine
    private var gainLine: DelayLine

    /// 30 frames a second.
    public static let frameTime = TimeSpan(nanoseconds: 33_333_333)
    /// The level that its autoexposure aims at, linear: a grey card's 18 %, and a little more because displays are bright.
    static let exposureTarget = 0.22
    /// What an autofocus sees that looks at the middle only: a ninth of the picture.
    private static let middle = NormalizedRectangle(around: PointOfInterest(x: 0.5, y: 0.5), share: 1.0 / 3)

    public init(model: CameraModel = .region, optics: Optics = Optics()) {
        self.model = model
        self.optics = optics
        // A lens that does not move is set to 1 m.
        lens = model.focus == .fixed ? 102 : 300
        exposure = 250
        wantedExposure = exposure
        autofocus = Autofocus(target: lens)
        lensLine = DelayLine(lens, frames: model.lensLag)
        exposureLine = DelayLine(exposure, frames: model.exposureDelay)
        gainLine = DelayLine(Double(CameraModel.gainRange.lowerBound), frames: model.exposureDelay)
        values = [
            .focusAuto: .integer(model.focus == .fixed || model.focus == .manual ? 0 : 1),
            .exposureAuto: .integer(model.exposure == .automatic ? 3 : 1),
            .gain: .integer(CameraModel.gainRange.lowerBound),
            .powerLineFrequency: .integer(model.mains == .hertz60 ? 2 : 1),
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

    /// When the last frame was captured.
    var captured: Instant { Instant(nanoseconds: frames * Self.frameTime.nanoseconds) }

    /// The part of the picture that its autofocus looks at.
    public var focusRegion: NormalizedRectangle { region(bit: ControlBits.focus) }

    /// The part of the picture that its autoexposure looks at.
    public var exposureRegion: NormalizedRectangle { region(bit: ControlBits.exposure) }

    /// Whether its autofocus is on its way to something sharp.
    public var isSearching: Bool { autofocus.isSearching }

    /// Whether continuous autofocus is on.
    public var isFocusAutomatic: Bool { values[.focusAuto] == .integer(1) }

    /// Whether exposure follows the picture.
    public var isExposureAutomatic: Bool { values[.exposureAuto] == .integer(3) }

    /// The light of the last frame, but for the lamps' flicker.
    public var frameExposure: FrameExposure { FrameExposure(time: exposure, amplification: amplification) }

    func isLocked(_ bit: Int64) -> Bool {
        (values[.lock3A]?.integer ?? 0) & bit != 0
    }

    /// What a control holds at this moment. Where the camera moves it, that is where it is; else, what it was told.
    func currentValue(_ id: ControlID) -> ControlValue? {
        switch id {
        case .focusAbsolute:
            .integer(Int64((isFocusAutomatic || isSearching ? lens : autofocus.target).rounded()))
        case .exposureAbsolute: .integer(Int64((isExposureAutomatic ? exposure : wantedExposure).rounded()))
        case .autoFocusStatus: .integer(autofocus.status)
        default: values[id]
        }
    }

    private mutating func takeFrame() {
        let isFocusFree = !isLocked(ControlBits.lockFocus)
        let way = lensLine.pass(autofocus.target) - lens
        lens += min(max(way, -model.lensSpeed), model.lensSpeed)
        if isFocusFree, autofocus.isSearching {
            if lens == autofocus.target { autofocus.look(lens: lens, sharpness: seenSharpness()) }
        } else if isFocusFree, isFocusAutomatic {
            autofocus.watch(sharpness: seenSharpness())
        }
        if isExposureAutomatic, !isLocked(ControlBits.exposure) { expose() }
        exposure = exposureLine.pass(wantedExposure)
        let gain = gainLine.pass(Double(values[.gain]?.integer ?? 0))
        if model.hasGain { amplification = gain / Double(CameraModel.gainRange.lowerBound) }
    }

    private mutating func seenSharpness() -> Double {
        patches.patch(focusRegion, of: optics).sharpness(lens: lens, exposure: frameExposure)
    }

    /// A part of the way to the exposure that would be right, as long as it is not nearly right.
    private mutating func expose() {
        wantedExposure = exposure
        exposureLine.jump(to: exposure)
        let brightness = patches.patch(exposureRegion, of: optics).brightness(frameExposure)
        let ratio = min(max(Self.exposureTarget / max(brightness, 0.001), 0.4), 2.5)
        guard abs(ratio - 1) > 0.03 else { return }
        let next = exposure + exposure * (ratio - 1) * 0.2
        wantedExposure = min(max(next, CameraModel.exposureRange.lowerBound), CameraModel.exposureRange.upperBound)
        exposureLine.jump(to: wantedExposure)
    }

    private func region(bit: Int64) -> NormalizedRectangle {
        guard let rectangle = values[.regionRectangle]?.rectangle, rectangle.width > 0, rectangle.height > 0,
            model.regionBits & (values[.regionAuto]?.integer ?? 0) & bit != 0
        else { return model.looksAtMiddle ? Self.middle : .whole }
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
