import CommandLineWords

/// The command line.
struct Options {
    var logPath: String?
    var scriptPath: String?
    var socketPath: String?
    var devices = Kiosk.Device.usual
    var camera = CameraDesign()
    var scene: Scene?
    var logsFrames = false

    enum Wish {
        case run(Options)
        case tell(socket: String, commands: [String])
        case hold(node: String, size: ImageSize?, rate: Int?)
        case help, version
    }

    static let help = """
        usage: virtual-kiosk [OPTIONS]
               virtual-kiosk --tell PATH COMMAND...
               virtual-kiosk --hold NODE [WIDTHxHEIGHT [RATE]]

        Puts a camera, a touchscreen and an accelerometer into the running kernel, for tests and for people without hardware.
        Needs root, and the modules vhci-hcd, uvcvideo, uinput, uhid, hid-sensor-hub and hid-sensor-accel-3d.
        Reads commands, one a line, from standard input, a script or a socket, and answers each with one line.

          --log FILE          writes all events as JSON lines, above all each control write that the camera receives;
                              - is standard output
          --script FILE       reads commands from FILE; ends with it, unless there is a socket too. A command that fails ends it
          --socket PATH       takes commands through this UNIX socket, until it is told to quit
          --devices NAMES     plugs in only these at the start: camera, touch, motion, lamp; or none
          --tell PATH COMMAND...   gives each COMMAND (one argument each) to the virtual-kiosk at the socket PATH, waits up to
                              10 s for that socket, prints the answers, and fails if one of them is an error
          --hold NODE [SIZE [RATE]]   streams from the camera NODE, as another program would, until its standard input ends;
                              prints a line when it has the stream, and one at the end about the frames that came
          -h, --help          this text
          --version           the version of TapFocus that it belongs to

        The camera:
        \(cameraHelp)

        Controls: \(CameraControl.names)

        \(CommandInterpreter.help)
        """

    static func parse(_ arguments: [String]) throws -> Wish {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (name, inline) = (parts[0], parts.count > 1 ? parts[1] : nil)
            func value() throws -> String {
                guard let value = inline ?? rest.popFirst() else { throw Failure("\(name) needs a value") }
                return value
            }
            switch name {
            case "-h", "--help": return .help
            case "--version": return .version
            case "--tell": return .tell(socket: try value(), commands: Array(rest))
            case "--log": options.logPath = try value()
            case "--script": options.scriptPath = try value()
            case "--socket": options.socketPath = try value()
            case "--devices": options.devices = try devices(value())
            case "--hold":
                let node = try value()
                let size = try rest.popFirst().map(Self.size)
                let rule = "a rate is a number of frames a second"
                let rate = try rest.popFirst().map { try number($0, in: 1...1000, rule) }
                return .hold(node: node, size: size, rate: rate)
            default:
                guard try options.readCameraOption(name, value) else {
                    let names = help.split { $0 == " " || $0 == "\n" }.map(String.init).filter { $0.hasPrefix("--") }
                    // Some stand in the usage, too, and only a name that is there once is meant by its first letter.
                    let each = Set(names).sorted()
                    throw Failure("there is no option \(name).\(Nearest.name(to: name, among: each))")
                }
            }
        }
        return .run(options)
    }

    private static func size(_ text: String) throws -> ImageSize {
        let numbers = text.split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (1...16_384).contains($0) }) else {
            throw Failure("a size is WIDTHxHEIGHT, such as 320x240, not \(text)")
        }
        return ImageSize(width: numbers[0], height: numbers[1])
    }

    /// - Parameter rule: what the text has to be, as the beginning of a sentence.
    static func number<Number: Comparable & LosslessStringConvertible>(
        _ text: String, in range: ClosedRange<Number>, _ rule: String
    ) throws -> Number {
        guard let number = Number(text), range.contains(number) else { throw Failure("\(rule), not \(text)") }
        return number
    }

    private static func devices(_ text: String) throws -> [Kiosk.Device] {
        guard text != "none" else { return [] }
        return try text.split(separator: ",").map { try choice($0, "device", "camera, touch, motion, lamp") }
    }

    /// - Parameters:
    ///   - kind: what is chosen, in a word.
    ///   - names: all choices, for a person.
    static func choice<Choice: RawRepresentable<String>>(
        _ text: some StringProtocol, _ kind: String, _ names: String
    ) throws -> Choice {
        guard let choice = Choice(rawValue: String(text)) else {
            throw Failure("there is no \(kind) \(text); there are: \(names)")
        }
        return choice
    }
}
