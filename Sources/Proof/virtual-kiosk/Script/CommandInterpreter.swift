/// Reads commands and carries them out. Each gets one answer: at once, or when it has finished.
final class CommandInterpreter {
    typealias Reply = (String) -> Void
    typealias Action = (_ reply: @escaping Reply) throws -> Void

    static let help = """
        Commands (lengths of time: 300ms, 2s, 250us; a bare number is milliseconds; coordinates: 0 to 1279, 0 to 799):
          wait LENGTH                             answers after LENGTH
          await DEVICE [LENGTH]                   answers with the device's node once the kernel has made it (at most 20s)
          plug DEVICE                             DEVICE: camera, touch, motion, lamp
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
    /// The time between two looks for a node.
    private static let pause = Nanoseconds.milliseconds(20)

    let kiosk: Kiosk
    private let finish: () -> Void

    /// - Parameter finish: ends the program.
    init(kiosk: Kiosk, finish: @escaping () -> Void) {
        self.kiosk = kiosk
        self.finish = finish
    }

    func execute(_ line: String, reply: @escaping Reply) {
        do {
            var words = CommandWords(line)
            let action = try read(&words)
            try words.end()
            try action(reply)
        } catch {
            reply("error \(error)")
        }
    }

    private func read(_ words: inout CommandWords) throws -> Action {
        let verb = try words.word("the command")
        switch verb {
        case "wait":
            let length = try words.length("LENGTH")
            return { reply in self.kiosk.loop.after(length) { reply("ok") } }
        case "await": return try readAwait(&words)
        case "plug":
            let device = try words.device()
            return atOnce { try $0[device].plug() }
        case "unplug": return try readUnplug(&words)
        case "tap": return try readTap(&words, major: VirtualTouchscreen.fingerMajor, default: .milliseconds(80))
        case "palm": return try readTap(&words, major: VirtualTouchscreen.palmMajor, default: .milliseconds(150))
        case "drag": return try readDrag(&words)
        case "finger": return try readFinger(&words)
        case "tilt", "shake", "bump", "hold-still": return try readMovement(verb, &words)
        case "note":
            let text = words.rest()
            return atOnce { $0.log.write("note", [("text", .string(text))]) }
        case "status": return { reply in reply(self.kiosk.status.text) }
        case "measure":
            let area = try words.area()
            return { reply in reply(self.kiosk.camera.measure(area).text) }
        case "quit":
            return { reply in
                reply("ok")
                self.finish()
            }
        default: return try readCameraCommand(verb, &words)
        }
    }

    /// A command that finishes at once.
    func atOnce(_ change: @escaping (Kiosk) throws -> Void) -> Action {
        return { reply in
            try change(self.kiosk)
            reply("ok")
        }
    }

    private func readAwait(_ words: inout CommandWords) throws -> Action {
        let device = try words.device()
        let length = try words.length("LENGTH", default: .milliseconds(20_000))
        return { reply in
            guard self.kiosk[device].isPlugged else { throw Failure("\(device.rawValue) is not plugged in") }
            self.look(until: Clock.now() + length, reply) {
                guard let node = self.kiosk.node(of: device) else {
                    throw Failure("the kernel has made no node for \(device.rawValue) in that time")
                }
                return "ok \(node)"
            }
        }
    }

    /// Answers when the kernel has removed the node: otherwise it could be taken for that of the next device.
    private func readUnplug(_ words: inout CommandWords) throws -> Action {
        let device = try words.device()
        return { reply in
            try self.kiosk[device].unplug()
            self.look(until: Clock.now() + Self.longestRemoval, reply) {
                if let node = self.kiosk[device].registeredNode { throw Failure("the kernel has not removed \(node)") }
                return "ok"
            }
        }
    }

    /// Answers once `answer` succeeds, or with its error when the time is over.
    private func look(until deadline: Nanoseconds, _ reply: @escaping Reply, _ answer: @escaping () throws -> String) {
        do {
            reply(try answer())
        } catch {
            guard Clock.now() < deadline else { return reply("error \(error)") }
            kiosk.loop.after(Self.pause) { self.look(until: deadline, reply, answer) }
        }
    }

    private func readTap(_ words: inout CommandWords, major: Int32, default: Nanoseconds) throws -> Action {
        let (x, y) = (try words.integer("X"), try words.integer("Y"))
        let length = try words.length("LENGTH", default: `default`)
        return { reply in
            try self.kiosk.touchscreen.down(slot: 0, x: x, y: y, major: major)
            self.kiosk.loop.after(length) { self.lift(reply) }
        }
    }

    private func lift(_ reply: Reply) {
        do {
            try kiosk.touchscreen.up(slot: 0)
            reply("ok")
        } catch {
            reply("error \(error)")
        }
    }

    private func readDrag(_ words: inout CommandWords) throws -> Action {
        let from = (x: try words.integer("X"), y: try words.integer("Y"))
        let to = (x: try words.integer("TO-X"), y: try words.integer("TO-Y"))
        let length = try words.length("LENGTH", default: .milliseconds(300))
        return { reply in
            let finger = VirtualTouchscreen.fingerMajor
            try self.kiosk.touchscreen.down(slot: 0, x: from.x, y: from.y, major: finger)
            let steps = 10
            for step in 1...steps {
                let part = Double(step) / Double(steps)
                let x = Double(from.x) + (Double(to.x) - Double(from.x)) * part
                let y = Double(from.y) + (Double(to.y) - Double(from.y)) * part
                self.kiosk.loop.after(Nanoseconds(Double(length) * part)) {
                    try? self.kiosk.touchscreen.move(slot: 0, x: Int32(x), y: Int32(y), major: nil)
                    if step == steps { self.lift(reply) }
                }
            }
        }
    }

    private func readFinger(_ words: inout CommandWords) throws -> Action {
        let action = try words.word("down, move, up or cancel")
        let slot = try words.slot()
        switch action {
        case "down", "move":
            let (x, y) = (try words.integer("X"), try words.integer("Y"))
            let major = try words.major()
            if action == "move" { return atOnce { try $0.touchscreen.move(slot: slot, x: x, y: y, major: major) } }
            return atOnce {
                try $0.touchscreen.down(slot: slot, x: x, y: y, major: major ?? VirtualTouchscreen.fingerMajor)
            }
        case "up", "cancel": return atOnce { try $0.touchscreen.up(slot: slot, cancelled: action == "cancel") }
        default: throw Failure("a finger can go down, move, go up or be cancelled, not \(action)")
        }
    }

    private func readMovement(_ verb: Substring, _ words: inout CommandWords) throws -> Action {
        let move: (inout Hand) throws -> Void
        switch verb {
        case "tilt":
            let direction = Hand.Vector(
                x: try words.number("X"), y: try words.number("Y"), z: try words.number("Z"))
            move = { hand in
                guard hand.tilt(direction) else { throw Failure("0 0 0 is no direction") }
            }
        case "shake":
            let length = try words.length("LENGTH")
            let amplitude = try words.positive("AMPLITUDE")
            move = { $0.shake(from: Clock.now(), for: length, amplitude: amplitude) }
        case "bump": move = { $0.bump(at: Clock.now()) }
        default: move = { $0.holdStill() }
        }
        return atOnce { kiosk in
            try move(&kiosk.accelerometer.hand)
            kiosk.log.write("moved", [("how", .string(String(verb)))])
        }
    }
}
