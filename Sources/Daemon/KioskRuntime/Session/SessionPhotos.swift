import FocusCore
import LinuxDevices

/// The photos of a session: what they know of its other parts, and where their lines and announcements go.
extension Photos {
    func connect(with session: Session) {
        scene = { [unowned session] in
            let (engine, camera) = (session.steps.engine, session.devices.camera.arrival?.identity)
            let readiness = engine.readiness
            return Photos.Scene(
                holder: session.frames.holder, writes: session.frames.writes, camera: camera?.name ?? "",
                maker: camera?.maker, isAtRest: readiness.isAtRest, framesToShow: readiness.framesToShow,
                heldLens: readiness.heldLens, lensAside: readiness.lensAside, isLensRead: readiness.isLensRead,
                isTapAsked: readiness.isTapAsked, holdsExposure: readiness.holdsExposure,
                compensation: engine.compensation, shownCompensation: readiness.compensation,
                regionShare: session.options.configuration.regions.focus)
        }
        send = { [weak session] line, client in session?.audience.server?.sendUnasked(line, to: client) }
        announce = { [weak session] announcement, client in
            session?.audience.say(announcement, answering: client, .photo)
        }
        // A lasting compensation stays what it is, and is in force again with the next tap at the latest.
        compensate = { [weak session] in session?.feed(.temporaryCompensation($0)) }
        moveLens = { [weak session] in session?.feed(.lensOffset($0)) }
        setTimer = { [weak session] in session?.set(.photo, $0) }
    }

    /// Follows a request about photos.
    func follow(_ request: ControlRequest, of client: ControlServer.ClientID) {
        switch request {
        case .photo(let photo): take(photo, for: client)
        case .photoTaken(let taken): self.taken(taken, by: client)
        case .photoKept(let kept): self.kept(kept, by: client)
        case .photoFailed(let failed): self.failed(failed, by: client)
        default: break
        }
    }
}
