/// The way of focus and exposure from a tap to their hold.
struct Settling: Equatable, Sendable {
    private var trackers: PerComponent<SettleTracker>
    /// The accepted tap whose end has not been reported yet.
    var tap: AskedTap?
    /// The point that the camera has last accepted a tap for.
    var heldPoint: PointOfInterest?
    /// How often what a component holds has been written, and what was read back as it should be.
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
