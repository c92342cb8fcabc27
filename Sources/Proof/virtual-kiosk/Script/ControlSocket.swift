import ControlSocket
import Glibc

/// The UNIX socket for commands. Any number of clients may be connected; each gets the answers to its own commands.
final class ControlSocket {
    private let path: String
    private let listener: FileDescriptor
    private let loop: EventLoop
    private let interpreter: CommandInterpreter
    private var connections: [Int32: CommandSource] = [:]

    init(path: String, loop: EventLoop, interpreter: CommandInterpreter) throws {
        self.path = path
        self.loop = loop
        self.interpreter = interpreter
        let number = try LocalSocket.make(path, flags: 0)
        listener = FileDescriptor(owning: number)
        var address = try LocalSocket.address(path)
        // A socket that an earlier run left behind would prevent binding.
        unlink(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = LocalSocket.withAddress(&address) { bind(number, $0, size) }
        guard bound == 0, listen(number, 8) == 0 else { throw Failure.system("listen on \(path)") }
        loop.whenReadable(number) { [unowned self] in self.accept() }
    }

    func close() {
        loop.forget(listener.number)
        unlink(path)
    }

    private func accept() {
        let number = Glibc.accept(listener.number, nil, nil)
        guard number >= 0 else { return }
        let connection = FileDescriptor(owning: number)
        connections[number] = CommandSource(
            input: connection, output: connection, loop: loop, interpreter: interpreter, stopsAtError: false
        ) { [unowned self] _ in
            self.loop.forget(number)
            self.connections[number] = nil
        }
    }
}
