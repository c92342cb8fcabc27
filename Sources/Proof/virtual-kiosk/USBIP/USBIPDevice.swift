/// A device at the other side of a connection.
protocol USBIPDevice: AnyObject {
    /// Answers a request, at once or later.
    func handle(_ request: Request, on connection: USBIPConnection)
    /// The kernel has released the port, by itself or because the socket was closed.
    func disconnected()
}
