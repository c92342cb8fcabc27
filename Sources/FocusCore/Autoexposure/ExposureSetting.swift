/// The values of an exposure that can be set.
public struct ExposureSetting: Equatable, Sendable, Snapshotable {
    /// V4L2_CID_EXPOSURE_ABSOLUTE, in units of 100 µs.
    public var time: Int64
    /// V4L2_CID_GAIN, in a unit that only the camera knows. Nil: there is no gain, or its value is unknown.
    public var gain: Int64?

    public init(time: Int64, gain: Int64? = nil) {
        self.time = time
        self.gain = gain
    }
}
