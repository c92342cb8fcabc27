/// The progress of focus and exposure from a tap to their hold.
struct Settling: Equatable, Sendable, Snapshotable {
    private var trackers: PerComponent<SettleTracker>
    /// The accepted tap for which `settled` has not been reported yet.
    var tap: AskedTap?
    /// The point of the latest tap that the camera accepted.
    var heldPoint: PointOfInterest?
    /// The read-back of the holds.
    var verification = Verification()

    init(_ capabilities: CameraCapabilities) {
        func position(_ id: ControlID) -> Int64? { capabilities.control(id)?.value?.integer }
        trackers = PerComponent(
            focus: SettleTracker(position: position(.focusAbsolute)),
            exposure: SettleTracker(position: position(.exposureAbsolute)))
    }

    subscript(component: Component) -> SettleTracker {
        get { trackers[component] }
        set { trackers[component] = newValue }
    }
}
