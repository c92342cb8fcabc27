/// The places of connections: few enough that memory and descriptors are bounded, however many come.
///
/// When all places for HTTP are taken, the oldest connection makes room for the newest, so that silent connections keep nobody out.
/// WebSockets, and connections that get the picture, have places of their own, which nobody takes from them.
public struct ConnectionPlaces: Sendable {
    /// The number of HTTP connections at once.
    public static let mostConnections = 64
    /// The number of WebSockets at once, each with a connection to the control socket.
    public static let mostWebSockets = 16
    /// The number of connections at once that get the camera's picture.
    public static let mostPictures = 8

    /// Identifies a connection; never used again.
    public typealias Connection = UInt64

    /// From the oldest to the newest.
    private var connections: [Connection] = []
    private var webSockets: Set<Connection> = []
    private var pictures: Set<Connection> = []
    private var last: Connection = 0

    public init() {}

    /// A new connection.
    /// - Returns: its identity, and the connection to close for it, if there is no room.
    public mutating func arrive() -> (connection: Connection, leaving: Connection?) {
        last += 1
        let leaving = connections.count >= Self.mostConnections ? connections.removeFirst() : nil
        connections.append(last)
        return (last, leaving)
    }

    /// A connection has become a WebSocket. Returns false when there is no place for one more; it then remains what it was.
    public mutating func becomeWebSocket(_ connection: Connection) -> Bool {
        guard webSockets.count < Self.mostWebSockets else { return false }
        connections.removeAll { $0 == connection }
        webSockets.insert(connection)
        return true
    }

    /// A connection gets the camera's picture. Returns false when there is no place for one more; it then remains what it was.
    public mutating func becomePicture(_ connection: Connection) -> Bool {
        guard pictures.count < Self.mostPictures else { return false }
        connections.removeAll { $0 == connection }
        pictures.insert(connection)
        return true
    }

    /// A connection has ended.
    public mutating func leave(_ connection: Connection) {
        connections.removeAll { $0 == connection }
        webSockets.remove(connection)
        pictures.remove(connection)
    }
}
