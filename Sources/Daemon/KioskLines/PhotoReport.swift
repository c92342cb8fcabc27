import FocusCore
import JSONLines
import TraceLines

/// A photo that is there.
public struct PhotoReport: Equatable, Sendable {
    /// Of the file, as the holder says it.
    public var path: String
    /// The state of focus and exposure when its frame was exposed.
    public var outcomes: PhotoOutcomes
    /// From the earliest time that counted to the beginning of the exposure, in whole µs.
    public var lag: TimeSpan
    /// The size of the file.
    public var bytes: Int64
    /// Of the region, in a unit of the measure's own; nil: one frame was asked for, and it was not measured.
    public var sharpness: Double?
    /// The lens position of a photo that was to have one of its own, in the driver's units; nil: it was to have none, or it is not known.
    public var lens: Int64?
    /// The client's id of the photo.
    public var id: TapID?

    public init(
        path: String, outcomes: PhotoOutcomes, lag: TimeSpan = .zero, bytes: Int64 = 0, sharpness: Double? = nil,
        lens: Int64? = nil, id: TapID? = nil
    ) {
        self.path = path
        self.outcomes = outcomes
        self.lag = lag
        self.bytes = bytes
        self.sharpness = sharpness
        self.lens = lens
        self.id = id
    }

    static var blank: PhotoReport {
        PhotoReport(path: "", outcomes: PhotoOutcomes(focus: nil, exposure: nil))
    }

    /// The fields but the id, which stands behind `request`.
    mutating func describe(_ fields: inout some LineVisitor) {
        fields.required("path", &path)
        fields.nullable("focus", &outcomes.focus)
        fields.nullable("exposure", &outcomes.exposure)
        var microseconds = lag.nanoseconds / 1000
        fields.field("lag", &microseconds)
        let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
        lag = TimeSpan(nanoseconds: overflow ? .max : nanoseconds)
        fields.field("bytes", &bytes)
        fields.field("sharpness", &sharpness)
        fields.field("lens", &lens)
    }
}

/// The facts about a photo's frame, for its metadata. Unknown ones are nil.
package struct PhotoFacts: Equatable, Sendable {
    package var outcomes: PhotoOutcomes
    /// The region at the held point, in shares of the holder's frames.
    package var region: NormalizedRectangle?
    /// In µs.
    package var exposureTime: Int64?
    /// In the driver's units.
    package var gain: Int64?
    /// In the driver's units.
    package var lens: Int64?
    /// The exposure compensation that the frame has, in EV.
    package var compensation: Double?
    /// The driver's name of the camera.
    package var camera: String
    /// As the camera's USB device tells it.
    package var maker: String?

    package init(
        outcomes: PhotoOutcomes, region: NormalizedRectangle? = nil, exposureTime: Int64? = nil, gain: Int64? = nil,
        lens: Int64? = nil, compensation: Double? = nil, camera: String = "", maker: String? = nil
    ) {
        self.outcomes = outcomes
        self.region = region
        self.exposureTime = exposureTime
        self.gain = gain
        self.lens = lens
        self.compensation = compensation
        self.camera = camera
        self.maker = maker
    }

    /// The event `keep-photo`, with its line feed.
    package func line(id: UInt32) -> [UInt8] {
        JSONLine.event("keep-photo") { line in
            line.field("id", id)
            if let focus = outcomes.focus { line.field("focus", focus) }
            if let exposure = outcomes.exposure { line.field("exposure", exposure) }
            if let region { line.field("region", region) }
            if let exposureTime { line.field("exposureTime", exposureTime) }
            if let gain { line.field("gain", gain) }
            if let lens { line.field("lens", lens) }
            if let compensation { line.field("ev", compensation) }
            line.text("camera", camera)
            if let maker { line.text("maker", maker) }
        }
    }
}
