import CLinux
import CommandLineWords
import Glibc
import LinuxSystem

/// Runs until a command, the end of the script, or a signal ends it. Returns the exit status.
func runKiosk(_ options: Options) throws -> Int32 {
    let loop = EventLoop()
    let signals = try endingSignals()
    loop.whenReadable(signals.number) { loop.stop() }

    let kiosk = try Kiosk(options: options, loop: loop)
    defer { kiosk.unplugAll() }
    if let scene = options.scene { kiosk.camera.change(scene) }
    for device in options.devices { try kiosk[device].plug() }

    var status: Int32 = 0
    let interpreter = CommandInterpreter(kiosk: kiosk) { loop.stop() }
    let controlSocket = try options.socketPath.map {
        try ControlSocket(path: $0, loop: loop, interpreter: interpreter)
    }
    defer { controlSocket?.close() }
    var source: CommandSource?
    if let input = try commandInput(options) {
        source = CommandSource(
            input: input, output: FileDescriptor(owning: dup(STDOUT_FILENO)), loop: loop, interpreter: interpreter,
            stopsAtError: options.scriptPath != nil
        ) { failed in
            if failed { status = 1 }
            if failed || options.socketPath == nil { loop.stop() }
        }
    }
    withExtendedLifetime(source) { loop.run() }
    return status
}

/// The script, or standard input if there is neither script nor socket.
func commandInput(_ options: Options) throws -> FileDescriptor? {
    if let path = options.scriptPath, path != "-" {
        return try FileDescriptor.open(path, flags: O_RDONLY, attempt: "read the script \(path)")
    }
    return options.scriptPath == nil && options.socketPath != nil ? nil : FileDescriptor(owning: dup(STDIN_FILENO))
}

/// SIGINT and SIGTERM as a readable descriptor, so that the devices are unplugged in order.
func endingSignals() throws -> FileDescriptor {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    sigprocmask(SIG_BLOCK, &set, nil)
    let number = signalfd(-1, &set, tapfocus_signalfd_flags)
    guard number >= 0 else { throw Failure.system("wait for signals") }
    return FileDescriptor(owning: number)
}

/// Carries out the command line. Returns the exit status.
func carryOut(_ wish: Options.Wish) throws -> Int32 {
    switch wish {
    case .help:
        try StandardOutput.writeLine(Options.help)
        return 0
    case .version:
        try StandardOutput.writeLine("virtual-kiosk \(Release.version)")
        return 0
    case .tell(let path, let commands): return try CommandClient.send(commands, to: path) ? 0 : 1
    case .hold(let node, let size, let rate):
        try Hold.run(node: node, size: size, rate: rate)
        return 0
    case .run(let options): return try runKiosk(options)
    }
}

StandardStreams.prepare()
let wish: Options.Wish
do {
    wish = try Options.parse(Array(CommandLine.arguments.dropFirst()))
} catch {
    StandardError.writeLine("virtual-kiosk: \(error)\nSee virtual-kiosk --help.")
    exit(2)
}
do {
    exit(try carryOut(wish))
} catch let error as OutputError where error.isReaderGone {
    exit(128 + SIGPIPE)
} catch {
    StandardError.writeLine("virtual-kiosk: \(error)")
    exit(1)
}
