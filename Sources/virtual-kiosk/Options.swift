/// The command line.
struct Options {
    var logPath: String?
    var scriptPath: String?
    var socketPath: String?
    var cameraControls = Set(CameraControl.allCases)
    var devices = Kiosk.Device.allCases
    var lensSpeed = 250.0
    var scene: Scene?

    enum Wish {
        case run(Options)
        case tell(socket: String, commands: [String])
        case help
    }

    static let help = """
        usage: virtual-kiosk [OPTIONS]
               virtual-kiosk --tell PATH COMMAND...

        Puts a camera, a touchscreen and an accelerometer into the running kernel, for tests and for people without hardware.
        Needs root, and the modules vhci-hcd, uvcvideo, uinput, uhid, hid-sensor-hub and hid-sensor-accel-3d.
        Reads commands, one a line, from standard input, unless told otherwise, and answers each with one line.

          --log FILE          writes what happens as JSON lines, first of all each control write that the camera receives;
                              - is standard output
          --script FILE       reads commands from FILE; ends with it, unless there is a socket too. A command that fails ends it
          --socket PATH       takes commands through this UNIX socket, until it is told to quit
          --without NAMES     a camera without these controls (comma-separated; see below)
          --roi               a camera with region of interest (as it is anyway)
          --devices NAMES     plugs in only these at the start: camera, touch, motion; or none
          --lens-speed STEPS  how fast the lens moves, in focus steps per second (default 250)
          --scene NEAR,FAR    distances of the left and the right half of the scene, in metres (default 0.25,1)
          --tell PATH COMMAND...   gives each COMMAND (one argument each) to the virtual-kiosk at the socket PATH, waits up to
                              10 s for that socket, prints the answers, and fails if one of them is an error
          -h, --help          this text

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
            case "--tell": return .tell(socket: try value(), commands: Array(rest))
            case "--log": options.logPath = try value()
            case "--script": options.scriptPath = try value()
            case "--socket": options.socketPath = try value()
            case "--roi": options.cameraControls.insert(.roi)
            case "--without": options.cameraControls.subtract(try controls(value()))
            case "--devices": options.devices = try devices(value())
            case "--lens-speed": options.lensSpeed = try positive(value(), name)
            case "--scene": options.scene = try scene(value())
            default: throw Failure("unknown option \(argument)")
            }
        }
        return .run(options)
    }

    private static func controls(_ text: String) throws -> [CameraControl] {
        try text.split(separator: ",").map { name in
            guard let control = CameraControl(rawValue: String(name)) else {
                throw Failure("there is no control \(name); there are: \(CameraControl.names)")
            }
            return control
        }
    }

    private static func devices(_ text: String) throws -> [Kiosk.Device] {
        guard text != "none" else { return [] }
        return try text.split(separator: ",").map { name in
            guard let device = Kiosk.Device(rawValue: String(name)) else {
                throw Failure("there is no device \(name); there are: camera, touch, motion")
            }
            return device
        }
    }

    private static func positive(_ text: String, _ what: String) throws -> Double {
        guard let value = Double(text), value > 0, value.isFinite else {
            throw Failure("\(what) takes a number above 0, not \(text)")
        }
        return value
    }

    private static func scene(_ text: String) throws -> Scene {
        let parts = text.split(separator: ",")
        guard parts.count == 2 else { throw Failure("--scene takes two distances, NEAR,FAR, not \(text)") }
        var scene = Scene()
        scene.near.distance = try positive(String(parts[0]), "--scene")
        scene.far.distance = try positive(String(parts[1]), "--scene")
        return scene
    }
}
