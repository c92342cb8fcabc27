import FocusCore
import LinuxDevices

/// The movies of a session: what they know of its other parts, and where their lines and announcements go.
extension Movies {
    func connect(with session: Session) {
        holder = { [unowned session] in session.frames.holder }
        send = { [weak session] line, client in session?.audience.server?.sendUnasked(line, to: client) }
        announce = { [weak session] announcement, asker in
            guard let asker else {
                session?.audience.say(announcement)
                return
            }
            session?.audience.say(announcement, answering: asker.client, asker.request)
        }
        setTimer = { [weak session] in session?.set(.movie, $0) }
    }

    /// Follows a request about movies.
    func follow(_ request: ControlRequest, of client: ControlServer.ClientID) {
        switch request {
        case .movie(let movie): begin(movie, for: client)
        case .endMovie(let id): end(for: client, id: id)
        case .movieBegun(let begun): self.begun(begun, by: client)
        case .movieEnded(let ended): self.ended(ended, by: client)
        default: break
        }
    }
}
