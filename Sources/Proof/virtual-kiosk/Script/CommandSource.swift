import Glibc
import LinuxSystem

/// Reads commands from a script, standard input, or the clients of the socket. One command at a time, in order.
final class CommandSource {
    /// Limit of a line, in bytes.
    private static let longestLine = 65_536

    private let input: FileDescriptor
    private let output: FileDescriptor
    private let loop: EventLoop
    private let interpreter: CommandInterpreter
    private var received: [UInt8] = []
    private var lines: [String] = []
    private var isBusy = false
    private var isOver = false
    /// Called after the last answer; the argument is true if a command has failed.
    private let ended: (Bool) -> Void
    private let stopsAtError: Bool

    init(
        input: FileDescriptor, output: FileDescriptor, loop: EventLoop, interpreter: CommandInterpreter,
        stopsAtError: Bool, ended: @escaping (Bool) -> Void
    ) {
        self.input = input
        self.output = output
        self.loop = loop
        self.interpreter = interpreter
        self.stopsAtError = stopsAtError
        self.ended = ended
        loop.whenReadable(input.number) { [unowned self] in self.receive() }
    }

    private func receive() {
        guard let bytes = input.read(upTo: 65_536) else {
            loop.forget(input.number)
            if !received.isEmpty { received.append(UInt8(ascii: "\n")) }
            isOver = true
            takeLines()
            return next()
        }
        received += bytes
        takeLines()
        if received.count > Self.longestLine {
            received = []
            output.write(Array("error the command is too long\n".utf8))
        }
        next()
    }

    private func takeLines() {
        while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: received[..<end], as: UTF8.self).filter { $0 != "\r" }
            received.removeFirst(end + 1)
            let text = line.drop { $0 == " " || $0 == "\t" }
            if !text.isEmpty, !text.hasPrefix("#") { lines.append(String(text)) }
        }
    }

    private func next() {
        guard !isBusy else { return }
        guard !lines.isEmpty else {
            if isOver { ended(false) }
            return
        }
        isBusy = true
        let line = lines.removeFirst()
        interpreter.execute(line) { [weak self] answer in self?.finish(line, answer) }
    }

    private func loseOutput(_ error: OutputError) {
        if !error.isReaderGone { StandardError.writeLine("virtual-kiosk: \(error)") }
        loop.forget(input.number)
        ended(true)
    }

    private func finish(_ line: String, _ answer: String) {
        // A client of the socket that has gone ends its input, too.
        let failure = output.failure(writing: Array((answer + "\n").utf8))
        if let failure, input !== output { return loseOutput(failure) }
        if stopsAtError, answer.hasPrefix("error ") {
            loop.forget(input.number)
            StandardError.writeLine("virtual-kiosk: \(line): \(answer.dropFirst(6))")
            return ended(true)
        }
        isBusy = false
        // Asynchronous: a long script of quick commands must not grow the stack, nor keep the devices waiting.
        loop.at(0) { [weak self] in self?.next() }
    }
}
