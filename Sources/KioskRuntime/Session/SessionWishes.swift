import FocusCore

/// The wishes of clients, which end with their connections.
struct ClientWishes {
    /// The client that was the last to ask for a temporary compensation.
    var compensation: ControlServer.ClientID?
    /// The places at which clients show the picture, one for each of them. The last one counts; it spoke last.
    var views: [(client: ControlServer.ClientID, placement: ViewPlacement)] = []
    /// The clients that send the taps.
    var tapSenders: Set<ControlServer.ClientID> = []
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
        wishes.views.removeAll { $0.client == client }
        wishes.views.append((client, placement))
        feed(.viewPlaced(placement))
    }

    /// A client sends the taps from now on.
    func takeTaps(from client: ControlServer.ClientID) {
        wishes.tapSenders.insert(client)
        if wishes.tapSenders.count == 1 { feed(.tapsSent(true)) }
    }

    /// A connection has closed.
    func clientLeft(_ client: ControlServer.ClientID) {
        frames.clientLeft(client)
        if wishes.compensation == client {
            wishes.compensation = nil
            feed(.temporaryCompensation(nil))
        }
        if let index = wishes.views.firstIndex(where: { $0.client == client }) {
            let counted = index == wishes.views.count - 1
            wishes.views.remove(at: index)
            if counted { feed(.viewPlaced(wishes.views.last?.placement)) }
        }
        if wishes.tapSenders.remove(client) != nil, wishes.tapSenders.isEmpty { feed(.tapsSent(false)) }
    }
}
