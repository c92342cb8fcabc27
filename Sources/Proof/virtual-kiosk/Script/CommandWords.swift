/// The words of one command, taken one after another.
struct CommandWords {
    private var words: ArraySlice<Substring>

    init(_ line: String) {
        words = line.split { $0 == " " || $0 == "\t" }[...]
    }

    var isEmpty: Bool { words.isEmpty }
    /// The next word, without taking it.
    var next: Substring? { words.first }

    mutating func word(_ what: String) throws -> Substring {
        guard let word = words.popFirst() else { throw Failure("\(what) is missing") }
        return word
    }

    mutating func optionalWord() -> Substring? {
        words.popFirst()
    }

    /// All that follows, as it was written.
    mutating func rest() -> String {
        defer { words = [] }
        return words.first.map { String($0.base[$0.startIndex...]) } ?? ""
    }

    mutating func integer(_ what: String) throws -> Int32 {
        let word = try word(what)
        guard let value = Int32(word) else { throw Failure("\(what) is a whole number, not \(word)") }
        return value
    }

    mutating func number(_ what: String) throws -> Double {
        let word = try word(what)
        guard let value = Double(word), value.isFinite else { throw Failure("\(what) is a number, not \(word)") }
        return value
    }

    mutating func positive(_ what: String) throws -> Double {
        let value = try number(what)
        guard value > 0 else { throw Failure("\(what) is above 0, not \(value)") }
        return value
    }

    mutating func length(_ what: String, default: Nanoseconds? = nil) throws -> Nanoseconds {
        if words.isEmpty, let `default` { return `default` }
        let word = try word(what)
        guard let value = Nanoseconds(length: word) else {
            throw Failure("\(what) is a length of time such as 300ms or 2s, not \(word)")
        }
        return value
    }

    mutating func slot() throws -> Int {
        let slot = try integer("SLOT")
        guard (0..<Int32(VirtualTouchscreen.slots)).contains(slot) else {
            throw Failure("SLOT is 0 to \(VirtualTouchscreen.slots - 1), not \(slot)")
        }
        return Int(slot)
    }

    mutating func major() throws -> Int32? {
        guard let word = words.popFirst() else { return nil }
        guard word == "major" else { throw Failure("too much: \(word)") }
        return try integer("UNITS")
    }

    /// A part of the image; without words the whole of it.
    mutating func area() throws -> RelativeArea {
        guard !isEmpty else { return RelativeArea(x: 0, y: 0, width: 1, height: 1) }
        let area = RelativeArea(
            x: try number("X"), y: try number("Y"), width: try positive("WIDTH"), height: try positive("HEIGHT"))
        // Rounding may take the sum of two shares a little above 1.
        guard area.x >= 0, area.y >= 0, max(area.x + area.width, area.y + area.height) <= 1.000_001 else {
            throw Failure(
                "there is nothing to measure beyond the image: X, Y, WIDTH and HEIGHT are shares of it, 0 to 1")
        }
        return area
    }

    mutating func device() throws -> Kiosk.Device {
        let word = try word("DEVICE")
        guard let device = Kiosk.Device(rawValue: String(word)) else {
            throw Failure("DEVICE is camera, touch, motion or lamp, not \(word)")
        }
        return device
    }

    mutating func control(of camera: VirtualCamera) throws -> CameraControl {
        let word = try word("CONTROL")
        guard let control = CameraControl(rawValue: String(word)), camera.model.controls.contains(control) else {
            throw Failure("the camera has no control \(word)")
        }
        return control
    }

    /// A command with extra words is an error.
    func end() throws {
        if let word = words.first { throw Failure("too much: \(word)") }
    }
}
