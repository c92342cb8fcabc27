/// A tap at a point of the camera's image, on its way to the camera.
struct AskedTap: Equatable, Sendable, Snapshotable {
    var point: PointOfInterest
    var id: TapID?
    /// The keeper of the point once the camera has accepted the tap; nil: nobody keeps it.
    var keeper: Keeper?
}

/// The taps of one camera, as in the chart `StateCharts/tap.scxml`: the one that is on its way to the camera, and the accepted one that
/// has not been reported as settled yet. Both may be there at the same time.
struct TapLife: Equatable, Sendable, Snapshotable {
    private(set) var asked: AskedTap?
    /// The accepted tap for which `settled` has not been reported yet.
    private(set) var settling: AskedTap?
    /// The point of the latest accepted tap, where focus and exposure settle or are held; nil: they follow the scene.
    private(set) var heldPoint: PointOfInterest?
    /// True once the tap that settles has got more time.
    private var isExtended = false

    var isAsked: Bool { !asked.isNone }

    var isSettling: Bool { !settling.isNone }

    mutating func ask(_ tap: AskedTap) { asked = tap }

    /// The wish to keep the point of the tap on its way is withdrawn.
    mutating func forgetKeeper() { asked?.keeper = nil }

    /// Another instruction comes before the camera has answered.
    /// - Returns: the tap that is lost by it; nil: none was on its way.
    mutating func overtake() -> AskedTap? {
        defer { asked = nil }
        return asked
    }

    /// The camera has refused every way to follow the tap. What was held before stays held.
    mutating func refuse() -> AskedTap? { overtake() }

    mutating func accept() -> AskedTap? {
        guard let tap = overtake() else { return nil }
        settling = tap
        isExtended = false
        heldPoint = tap.point
        return tap
    }

    /// The picture has changed under the tap that settles: it gets more time, once.
    /// - Returns: false when none settles, or it has got more time before.
    mutating func extend() -> Bool {
        guard isSettling, !isExtended else { return false }
        isExtended = true
        return true
    }

    /// Focus and exposure have both come to their end.
    /// - Returns: the tap that is to be reported, once.
    mutating func settle() -> AskedTap? {
        defer { settling = nil }
        return settling
    }

    /// Nothing settles and nothing is held any more: the camera is gone, follows the scene again, or gets its originals back.
    mutating func letGo() {
        settling = nil
        heldPoint = nil
    }
}
