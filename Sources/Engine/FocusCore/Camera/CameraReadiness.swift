/// Whether a photo may be taken now, and which frames show what was set.
public struct CameraReadiness: Sendable {
    /// True while nothing settles: no tap is on its way or settles, no exposure is found again in a light, no search, plan or zoom is
    /// under way, and no write is unanswered.
    public private(set) var isAtRest = true
    /// The frames that lens and exposure need until they show what was written, as searches have learned it or quirks tell it; nil: nothing
    /// is known.
    public private(set) var framesToShow: (lens: Int?, exposure: Int?) = (nil, nil)
    /// True while a tap is on its way: when the camera accepts it, it ends a temporary compensation.
    public private(set) var isTapAsked = false
    /// True while the exposure is held, or adjusts to be held, and no tap is on its way.
    public private(set) var holdsExposure = false
    /// The exposure compensation that frames show, in EV; nil: unknown.
    public private(set) var compensation: Double?
    /// The held lens, as far as a photo may have it beside its position; nil: focus is not held, or by a lock, or at a position that is not
    /// known, or a tap settles.
    public private(set) var heldLens: HeldLens?
    /// Where the held lens stands beside its position, for a photo, in the driver's units; nil: at its position, or focus is not held.
    public private(set) var lensAside: Int64?
    /// True while focus is held, and its present position was read back as it was written.
    public private(set) var isLensRead = false

    /// Without a camera nothing settles.
    init() {}

    init(_ holding: Holding, _ frames: Frames, _ camera: KnownCamera, isBusy: Bool) {
        isAtRest = !isBusy && !frames.searches.isSearching
        framesToShow = (frames.searches.focus.delay?.longest, frames.searches.exposure.delay)
        isTapAsked = holding.tap.isAsked
        let exposure = holding.components[.exposure]
        holdsExposure = !isTapAsked && (exposure.hasHold || exposure.isAdjusting)
        compensation = holding.shownCompensation(frames, camera)
        heldLens = holding.heldLens(frames, camera)
        let focus = holding.components[.focus]
        lensAside = focus.aside
        isLensRead = focus.isHeld && focus.hold?.isVerified == true
    }
}
