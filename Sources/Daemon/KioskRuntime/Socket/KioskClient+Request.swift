import ControlSocket
import KioskLines

extension KioskClient {
    /// Sends a request; `nextLine` returns the answers.
    public func send(_ request: ControlRequest) throws(SocketError) { try send(line: request.line) }
}
