import FocusCore

/// The clients whose wishes end with their connections: the last one that asked for each.
struct ClientWishes {
    /// The client that asked for the temporary compensation.
    var compensation: ControlServer.ClientID?
    /// The client that said where it shows the picture.
    var view: ControlServer.ClientID?
}

/// Wishes of clients that end with their connections.
extension Session {
    /// A new exposure compensation.
    func compensate(_ ev: Double, untilContinuous: Bool, for client: ControlServer.ClientID) {
        wishes.compensation = untilContinuous ? client : nil
        feed(untilContinuous ? .temporaryCompensation(ev) : .exposureCompensation(ev))
    }

    /// A client shows the picture there.
    func place(_ placement: ViewPlacement, for client: ControlServer.ClientID) {
        wishes.view = client
        feed(.viewPlaced(placement))
    }

    /// A connection has closed.
    func clientLeft(_ client: ControlServer.ClientID) {
        frames.clientLeft(client)
        if wishes.compensation == client {
            wishes.compensation = nil
            feed(.temporaryCompensation(nil))
        }
        if wishes.view == client {
            wishes.view = nil
            feed(.viewPlaced(nil))
        }
    }
}
