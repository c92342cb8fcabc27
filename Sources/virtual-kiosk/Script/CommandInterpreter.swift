/// Carries out commands. Each gets one answer: at once, or when it has finished.
final class CommandInterpreter {
    typealias Reply = (String) -> Void

    static let help = """
        Commands (lengths of time: 300ms, 2s, 250us; a bare number is milliseconds; coordinates: 0 to 1279, 0 to 799):
          wait LENGTH                             answers after LENGTH
          await DEVICE [LENGTH]                   answers with the device's node once the kernel has made it (at most 20s)
          plug DEVICE                             DEVICE: camera, touch, motion
          unplug DEVICE                           answers when the kernel has removed the device's node
          tap X Y [LENGTH]                        one finger down and up again (80ms)
          palm X Y [LENGTH]                       the same with a contact of 50 mm
          drag X Y TO-X TO-Y [LENGTH]             one finger across the screen (300ms)
          finger down SLOT X Y [major UNITS]      SLOT: 0 to 9; 6 units are a millimetre; a finger is 48
          finger move SLOT X Y [major UNITS]
          finger up SLOT | finger cancel SLOT     cancel: the touchscreen reports a palm
          tilt X Y Z                              the direction of gravity
          shake LENGTH AMPLITUDE                  in m/s², five times a second; answers at once
          bump                                    the shock of a tap: 4 m/s² for 40 ms; answers at once
          hold-still                              ends shakes and bumps
        \(cameraHelp)
          note TEXT                               writes TEXT into the log
          status                                  answers with one JSON object
          quit                                    unplugs everything and ends
        Answers: ok, ok SOMETHING, error WHY, or the object of status and measure. Empty lines and lines that begin with # are skipped.
        """

    private static let longestRemoval = Nanoseconds.milliseconds(10_000)

    let kiosk: Kiosk
    private let finish: () -> Void

    /// - Parameter finish: ends the program.
    init(kiosk: Kiosk, finish: @escaping () -> Void) {
        self.kiosk = kiosk
        self.finish = finish
    }

    func execute(_ line: String, reply: @escaping Reply) {
        do {
            try dispatch(line, reply)
        } catch {
            reply("error \(error)")
        }
    }

    private func dispatch(_ line: String, _ reply: @escaping Reply) throws {
        var words = CommandWords(line)
        let verb = try words.word("the command")
        switch verb {
        case "wait": try wait(&words, reply)
        case "await": try awaitNode(&words, reply)
        case "unplug": try unplug(&words, reply)
        case "tap": try touch(&words, major: VirtualTouchscreen.fingerMajor, default: .milliseconds(80), reply)
        case "palm": try touch(&words, major: VirtualTouchscreen.palmMajor, default: .milliseconds(150), reply)
        case "drag": try drag(&words, reply)
        case "status":
            try words.end()
            reply(kiosk.status.text)
        case "measure": reply(try measure(&words).text)
        case "quit":
            try words.end()
            reply("ok")
            finish()
        case "note":
            kiosk.log.write("note", [("text", .string(line.drop { $0 == " " }.dropFirst(5).description))])
            reply("ok")
        default:
            try dispatchImmediate(verb, &words)
            reply("ok")
        }
    }

    /// The commands that finish at once.
    private func dispatchImmediate(_ verb: Substring, _ words: inout CommandWords) throws {
        switch verb {
        case "plug":
            let device = try words.device()
            try words.end()
            try kiosk.plug(device)
        case "finger": try finger(&words)
        case "tilt", "shake", "bump", "hold-still": try move(verb, &words)
        default:
            guard try dispatchToCamera(verb, &words) else {
                throw Failure("there is no command \(verb); see virtual-kiosk --help")
            }
        }
    }

    private func wait(_ words: inout CommandWords, _ reply: @escaping Reply) throws {
        let length = try words.length("LENGTH")
        try words.end()
        kiosk.loop.after(length) { reply("ok") }
    }

    private func awaitNode(_ words: inout CommandWords, _ reply: @escaping Reply) throws {
        let device = try words.device()
        let length = try words.length("LENGTH", default: .milliseconds(20_000))
        try words.end()
        guard kiosk.isPlugged(device) else { throw Failure("\(device.rawValue) is not plugged in") }
        look(for: device, until: Clock.now() + length, reply)
    }

    private func look(for device: Kiosk.Device, until deadline: Nanoseconds, _ reply: @escaping Reply) {
        if let node = kiosk.node(of: device) { return reply("ok \(node)") }
        guard Clock.now() < deadline else {
            return reply("error the kernel has made no node for \(device.rawValue) in that time")
        }
        kiosk.loop.after(.milliseconds(20)) { [unowned self] in self.look(for: device, until: deadline, reply) }
    }

    /// Answers when the kernel has removed the node: otherwise it could be taken for that of the next device.
    private func unplug(_ words: inout CommandWords, _ reply: @escaping Reply) throws {
        let device = try words.device()
        try words.end()
        try kiosk.unplug(device)
        waitUntilGone(device, until: Clock.now() + Self.longestRemoval, reply)
    }

    private func waitUntilGone(_ device: Kiosk.Device, until deadline: Nanoseconds, _ reply: @escaping Reply) {
        guard let node = kiosk.registeredNode(of: device) else { return reply("ok") }
        guard Clock.now() < deadline else { return reply("error the kernel has not removed \(node)") }
        kiosk.loop.after(.milliseconds(10)) { [unowned self] in self.waitUntilGone(device, until: deadline, reply) }
    }

    private func touch(
        _ words: inout CommandWords, major: Int32, default: Nanoseconds, _ reply: @escaping Reply
    ) throws {
        let (x, y) = (try words.integer("X"), try words.integer("Y"))
        let length = try words.length("LENGTH", default: `default`)
        try words.end()
        try kiosk.touchscreen.down(slot: 0, x: x, y: y, major: major)
        kiosk.loop.after(length) { [unowned self] in self.lift(reply) }
    }

    private func lift(_ reply: Reply) {
        do {
            try kiosk.touchscreen.up(slot: 0)
            reply("ok")
        } catch {
            reply("error \(error)")
        }
    }

    private func drag(_ words: inout CommandWords, _ reply: @escaping Reply) throws {
        let from = (x: try words.integer("X"), y: try words.integer("Y"))
        let to = (x: try words.integer("TO-X"), y: try words.integer("TO-Y"))
        let length = try words.length("LENGTH", default: .milliseconds(300))
        try words.end()
        let finger = VirtualTouchscreen.fingerMajor
        try kiosk.touchscreen.down(slot: 0, x: from.x, y: from.y, major: finger)
        let steps = 10
        for step in 1...steps {
            let part = Double(step) / Double(steps)
            let x = Double(from.x) + (Double(to.x) - Double(from.x)) * part
            let y = Double(from.y) + (Double(to.y) - Double(from.y)) * part
            kiosk.loop.after(Nanoseconds(Double(length) * part)) { [unowned self] in
                try? self.kiosk.touchscreen.move(slot: 0, x: Int32(x), y: Int32(y), major: nil)
                if step == steps { self.lift(reply) }
            }
        }
    }

    private func finger(_ words: inout CommandWords) throws {
        let action = try words.word("down, move, up or cancel")
        let slot = try words.slot()
        switch action {
        case "down", "move":
            let (x, y) = (try words.integer("X"), try words.integer("Y"))
            var major: Int32?
            if let word = words.optionalWord() {
                guard word == "major" else { throw Failure("too much: \(word)") }
                major = try words.integer("UNITS")
            }
            try words.end()
            if action == "move" { return try kiosk.touchscreen.move(slot: slot, x: x, y: y, major: major) }
            try kiosk.touchscreen.down(slot: slot, x: x, y: y, major: major ?? VirtualTouchscreen.fingerMajor)
        case "up", "cancel":
            try words.end()
            try kiosk.touchscreen.up(slot: slot, cancelled: action == "cancel")
        default: throw Failure("a finger can go down, move, go up or be cancelled, not \(action)")
        }
    }

    private func move(_ verb: Substring, _ words: inout CommandWords) throws {
        let accelerometer = kiosk.accelerometer
        switch verb {
        case "tilt":
            let direction = Hand.Vector(
                x: try words.number("X"), y: try words.number("Y"), z: try words.number("Z"))
            try words.end()
            guard accelerometer.hand.tilt(direction) else { throw Failure("0 0 0 is no direction") }
        case "shake":
            let length = try words.length("LENGTH")
            let amplitude = try words.positive("AMPLITUDE")
            try words.end()
            accelerometer.hand.shake(from: Clock.now(), for: length, amplitude: amplitude)
        case "bump":
            try words.end()
            accelerometer.hand.bump(at: Clock.now())
        default:
            try words.end()
            accelerometer.hand.holdStill()
        }
        kiosk.log.write("moved", [("how", .string(String(verb)))])
    }
}
