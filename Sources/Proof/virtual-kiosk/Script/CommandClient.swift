import ControlSocket
import Glibc
import LinuxSystem

/// The client of the control socket, for shell scripts: `virtual-kiosk --tell PATH COMMAND...`.
enum CommandClient {
    /// Time limit for a virtual-kiosk that is just starting.
    private static let patience = Nanoseconds.milliseconds(10_000)
    private static let pause: UInt32 = 20_000

    /// Sends the commands one after another, and prints the answers. Returns false if one of them is an error.
    static func send(_ commands: [String], to path: String) throws -> Bool {
        let connection = try connect(path)
        var succeeded = true
        for command in commands {
            guard connection.write(Array((command + "\n").utf8)), let answer = line(connection) else {
                throw Failure("virtual-kiosk at \(path) has ended without an answer to: \(command)")
            }
            try StandardOutput.writeLine(answer)
            if answer.hasPrefix("error ") { succeeded = false }
        }
        return succeeded
    }

    private static func connect(_ path: String) throws -> FileDescriptor {
        // A path that is too long is an error at once.
        _ = try LocalSocket.address(path)
        let deadline = Clock.now() + patience
        while true {
            if let number = try? LocalSocket.connect(to: path) { return FileDescriptor(owning: number) }
            guard Clock.now() < deadline else {
                throw Failure.system("reach \(path)", remedy: "Is a virtual-kiosk --socket \(path) running?")
            }
            usleep(pause)
        }
    }

    private static func line(_ connection: FileDescriptor) -> String? {
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n") {
            guard let more = connection.read(upTo: 65_536) else { return nil }
            bytes += more
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
