import FocusCore

/// The wishes of clients that end with their connections. Every change is an input of the engine.
struct ClientWishes {
    /// The client that was the last to ask for a temporary compensation.
    private var customer: UInt64?
    /// Where clients show the picture, one place for each of them. The last one counts, because its client spoke last.
    private var views: [(client: UInt64, placement: ViewPlacement)] = []
    private var tapSenders: Set<UInt64> = []
    /// The client that keeps what is held; nil: none does.
    private var locker: Locker?

    /// The client whose zoom ends with its connection; nil: no client has one.
    private var zoomer: UInt64?

    /// The clients that have switched a light of their own.
    private var lights = LightOwners()

    /// True while the lamp that TapFocus switches is lit.
    private var isLampLit = false

    /// True while a light is on.
    var isLit: Bool { isLampLit || !lights.isEmpty }

    private struct Locker {
        var client: UInt64
        var keeper: Keeper
        var stays: Bool
    }

    /// A client has switched a light.
    mutating func light(isOn: Bool, stays: Bool, for client: UInt64) -> Input.Event {
        if isOn { lights.add(client, stays: stays) } else { lights.remove(client) }
        return .lightChanged(isOn: isLit)
    }

    /// The lamp that TapFocus switches is lit, or is off again.
    mutating func lamp(isLit: Bool) -> Input.Event {
        isLampLit = isLit
        return .lightChanged(isOn: self.isLit)
    }

    /// A client wants another zoom.
    mutating func zoom(_ request: ZoomRequest, for client: UInt64) -> Input.Event {
        switch request.wish.target {
        case .here: break  // It stops, and is still the zoom of the client that has asked for it.
        case .original: zoomer = nil
        case .linear, .factor: zoomer = request.stays ? nil : client
        }
        return .zoom(request.wish)
    }

    /// A client sets the exposure compensation.
    /// - Parameter untilContinuous: the engine takes it back by itself; the end of the connection takes it back, too.
    mutating func compensate(_ ev: Double, untilContinuous: Bool, for client: UInt64) -> Input.Event {
        customer = untilContinuous ? client : nil
        return untilContinuous ? .temporaryCompensation(ev) : .exposureCompensation(ev)
    }

    mutating func place(_ placement: ViewPlacement, for client: UInt64) -> Input.Event {
        views.removeAll { $0.client == client }
        views.append((client, placement))
        return .viewPlaced(placement)
    }

    /// A client sends the taps from now on. Returns nil if another client does so already.
    mutating func sendTaps(from client: UInt64) -> Input.Event? {
        tapSenders.insert(client)
        return tapSenders.count == 1 ? .tapsSent(true) : nil
    }

    /// Somebody keeps what is held from now on, or nobody does any more.
    mutating func locked(by keeper: Keeper?, for maker: ClientTaps.Maker?) {
        guard let keeper, let maker else { return locker = nil }
        // A tap of the client that has locked moves its lock.
        let stays = maker.request == .tap ? locker?.stays ?? false : maker.stays
        locker = Locker(client: maker.client, keeper: keeper, stays: stays)
    }

    /// True if the client's taps move a lock of its own.
    func isKeeping(_ client: UInt64) -> Bool { locker?.client == client && locker?.keeper == .application }

    /// True if another connection, which is still there, keeps what is held until it says otherwise.
    func isKept(againstAll client: UInt64) -> Bool {
        guard let locker, locker.keeper == .application else { return false }
        return locker.client != client && !locker.stays
    }

    /// The connection of a client has closed.
    /// - Parameter awaitsLock: true if a lock that it has asked for has not begun.
    mutating func end(of client: UInt64, awaitsLock: Bool) -> [Input.Event] {
        var inputs: [Input.Event] = []
        if awaitsLock || locker?.client == client && locker?.stays == false {
            locker = nil
            inputs.append(.keepEnded)
        }
        if lights.end(of: client), !isLit { inputs.append(.lightChanged(isOn: false)) }
        if zoomer == client {
            zoomer = nil
            inputs.append(.zoom(ZoomWish(.original)))
        }
        if customer == client {
            customer = nil
            inputs.append(.temporaryCompensation(nil))
        }
        if let index = views.firstIndex(where: { $0.client == client }) {
            let counted = index == views.count - 1
            views.remove(at: index)
            if counted { inputs.append(.viewPlaced(views.last?.placement)) }
        }
        if tapSenders.remove(client) != nil, tapSenders.isEmpty { inputs.append(.tapsSent(false)) }
        return inputs
    }
}
