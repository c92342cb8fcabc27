import LinuxDevices

/// The lamp that clients switch. It is found when it is first wanted, and is again as it was when nobody wants it any more.
final class LampSlot {
    private let selection: DeviceSelection
    private let find: (DeviceSelection) throws(DeviceError) -> Lamp
    /// Nil: nothing is noted.
    private let note: LampNote?
    /// The lamp while it is on, and its brightness, above 0…1.
    private var present: (lamp: Lamp, level: Double)?
    /// The clients that have lit it.
    private var owners = LightOwners()

    /// - Parameter find: finds the lamp that is wanted.
    init(
        selection: DeviceSelection, note: LampNote? = nil,
        find: @escaping (DeviceSelection) throws(DeviceError) -> Lamp = { (selection) throws(DeviceError) in
            try Lamp(selection)
        }
    ) {
        (self.selection, self.note, self.find) = (selection, note, find)
    }

    /// The brightness, 0…1 of the most.
    var level: Double { present?.level ?? 0 }
    var isLit: Bool { present != nil }

    /// Switches it on for a client, or off: when no client wants it any more, it is as bright as it was before.
    /// - Parameters:
    ///   - level: 0…1 of the most; 0 is off.
    ///   - stays: true if it outlives the client's connection.
    /// - Throws: if there is no lamp, or it refuses; it is as it was then, for the same clients.
    func set(_ level: Double, for client: Conversation.Client, stays: Bool = false) throws(DeviceError) {
        guard level > 0 else { return try endWish(of: client) }
        let lamp: Lamp
        if let present {
            lamp = present.lamp
        } else {
            // The light that an earlier run has left on is no original.
            try note?.restore()
            lamp = try find(selection)
        }
        if present == nil { note?.keep(lamp) }
        do throws(DeviceError) {
            try lamp.set(level)
        } catch {
            if present == nil { note?.remove() }
            throw error
        }
        present = (lamp, level)
        owners.add(client, stays: stays)
    }

    private func endWish(of client: Conversation.Client) throws(DeviceError) {
        var others = owners
        others.remove(client)
        if others.isEmpty { try switchOff() }
        owners = others
    }

    /// Switches it as `set` does, unless it is lit otherwise: a held exposure would be that of the earlier brightness.
    /// - Returns: the reason why it stays as it is; nil: it is as it is wanted.
    func change(to level: Double, for client: Conversation.Client, stays: Bool = false) -> String? {
        guard self.level == 0 || level == 0 || self.level == level else {
            return "the lamp is on already, with another level: switch it off first (level 0). It goes off when all "
                + "who have lit it do so."
        }
        do throws(DeviceError) {
            try set(level, for: client, stays: stays)
            return nil
        } catch {
            return error.description
        }
    }

    /// Makes a lamp that an earlier run has lit, and that was killed, as it was.
    /// - Throws: if the lamp refuses.
    func restoreEarlier() throws(DeviceError) { try note?.restore() }

    private func switchOff() throws(DeviceError) {
        guard let present else { return }
        do throws(DeviceError) {
            try present.lamp.restore()
        } catch {
            // One that has gone is off.
            guard [.gone, .doesNotExist].contains(error.kind) else { throw error }
        }
        note?.remove()
        self.present = nil
    }

    /// The connection of a client has closed: if no other wants the lamp, it is off.
    /// - Throws: if the lamp refuses.
    func clientLeft(_ client: Conversation.Client) throws(DeviceError) {
        if owners.end(of: client), owners.isEmpty { try switchOff() }
    }

    /// The lamp is off, and is not asked for any more. One that refuses is not forgotten: what it was before is still known when it is
    /// switched again, and to the next run.
    /// - Throws: if the lamp refuses. One that has gone is no error.
    func end() throws(DeviceError) {
        owners = LightOwners()
        try switchOff()
    }
}
