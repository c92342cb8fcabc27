import FocusCore
import KioskLines
import LinuxDevices

extension Photos {
    /// The surroundings of a photo, at one moment.
    struct Scene {
        var holder: FrameExchange.Holder?
        /// The writes that mark the frames of the present camera.
        var writes: WriteRecord?
        /// The driver's name of the camera; empty: no camera is connected.
        var camera = ""
        /// Nil: the camera does not tell it.
        var maker: String?
        /// True while nothing settles.
        var isAtRest = true
        /// The frames that lens and exposure need until they show what was written; nil: nothing is known.
        var framesToShow: (lens: Int?, exposure: Int?) = (nil, nil)
        /// Nil: no photo can have the lens beside where it is.
        var heldLens: HeldLens?
        /// Where it stands beside the position at which it is held; nil: there, or it is not held.
        var lensAside: Int64?
        /// True if the held position was read back as it was written.
        var isLensRead = true
        /// True while a tap is on its way.
        var isTapAsked = false
        /// True while the exposure is held, or is about to be.
        var holdsExposure = false
        /// The compensation that is wanted, in EV.
        var compensation = 0.0
        /// The compensation that frames show, in EV; nil: unknown.
        var shownCompensation: Double?
        /// Of the region for focus, as a share of the picture's width and height.
        var regionShare = RegionSizes().focus

        /// Where nothing is known of the camera: the frames from a write to the first one that shows it.
        private static let usualFramesToShow = (lens: 1, exposure: 2)

        /// The time from which frames show the focus and exposure that are set.
        /// - Parameter travel: of the lens, where nothing is known of the frames that it needs.
        func rest(in stream: HeldStream, at now: Instant, travel: TimeSpan) -> Instant {
            let changed = writes?.lastChanges() ?? (lens: nil, exposure: nil)
            func shown(_ written: Instant?, after frames: Int, travel: TimeSpan = .zero) -> Instant {
                guard let written else { return now }
                let span = stream.exposure.nanoseconds.multipliedReportingOverflow(by: Int64(max(frames, 0)))
                let shown = written.advanced(by: TimeSpan(nanoseconds: span.overflow ? 0 : span.partialValue))
                return max(now, shown.advanced(by: travel))
            }
            let usual = Self.usualFramesToShow
            return max(
                framesToShow.lens.map { shown(changed.lens, after: $0) }
                    ?? shown(changed.lens, after: usual.lens, travel: travel),
                shown(changed.exposure, after: framesToShow.exposure ?? usual.exposure))
        }
    }
}
