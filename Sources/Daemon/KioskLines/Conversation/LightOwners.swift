/// The clients that want a light: it is on while one of them does, or while one stays on that has no client any more.
package struct LightOwners {
    private var clients: Set<Conversation.Client> = []
    /// True while one is on that outlives its client's connection.
    private var stays = false

    package init() {}

    package var isEmpty: Bool { clients.isEmpty && !stays }

    /// A client wants it.
    /// - Parameter stays: true if it outlives the client's connection.
    package mutating func add(_ client: Conversation.Client, stays: Bool) {
        guard stays else {
            clients.insert(client)
            return
        }
        clients.remove(client)
        self.stays = true
    }

    /// A client wants it no more. Of a client that has none it ends the one that stays, and never that of another client.
    package mutating func remove(_ client: Conversation.Client) {
        if clients.remove(client) == nil { stays = false }
    }

    /// The connection of a client has closed.
    /// - Returns: true if the client had one.
    package mutating func end(of client: Conversation.Client) -> Bool { clients.remove(client) != nil }
}
