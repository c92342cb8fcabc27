import FocusCore
import LinuxDevices
import Glibc
import StateTrace

/// The touches of a recording: of `evemu-record`, or of `libinput record`.
public struct TouchRecording {
    /// The name of the recorded device.
    public let name: String
    /// The program that recorded it, and the version of its format.
    public let source: String
    public let description: TouchscreenDescription
    private var touchscreen: RecordedTouchscreen
    private var events: any RecordedEvents
    /// Contacts of the frame that was read last, and not handed out yet.
    private var contacts: [Input] = []

    /// - Parameter choice: which device of several: its number in the file, from 1, or its name. Nil: the only touchscreen.
    /// - Throws: `RecordingError`.
    public init(path: String, device choice: String? = nil) throws(RecordingError) {
        switch try RecordingFormat(of: path) {
        case .evemu:
            let reader = try EvemuReader(path: path)
            let devices = [RecordedDevices.Entry(node: nil, device: reader.device)]
            let screen = try RecordedDevices(path: path, entries: devices).touchscreen(choice)
            self.init(screen.entry, screen.touchscreen, "evemu \(reader.version)", reader)
        case .libinput:
            let devices = RecordedDevices(path: path, entries: try LibinputReader.devices(of: path))
            let screen = try devices.touchscreen(choice)
            let reader = try LibinputReader(path: path, eventsOf: screen.index)
            self.init(screen.entry, screen.touchscreen, "libinput record", reader)
        }
    }

    private init(
        _ entry: RecordedDevices.Entry, _ touchscreen: RecordedTouchscreen, _ source: String,
        _ events: any RecordedEvents
    ) {
        name = entry.device.name
        description = touchscreen.description
        self.source = source
        self.touchscreen = touchscreen
        self.events = events
    }

    /// The next contact, or loss of contacts; its time counts from the recording's beginning. Nil at the end.
    /// - Throws: `RecordingError`; what precedes the damage was returned.
    public mutating func next() throws(RecordingError) -> Input? {
        while contacts.isEmpty {
            guard let event = try events.next() else { return nil }
            touchscreen.translate(event) { contacts.append(Input($0, at: $1)) }
        }
        return contacts.removeFirst()
    }
}

/// The events of a recorded device, in their order; times count from the recording's beginning.
protocol RecordedEvents {
    mutating func next() throws(RecordingError) -> RecordedEvent?
}

enum RecordingFormat: Equatable {
    case evemu
    case libinput

    /// Recordings begin with comments and short lines: this is far more than any program writes before its first word.
    private static let looked = 4096

    init(of path: String) throws(RecordingError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
            throw .file(
                path: path, sentence: "a recording is read twice, and a pipe cannot be. Save it in a file first.")
        }
        let lines = try RecordingLines(path: path)
        var seen = 0
        while seen < Self.looked, let line = try lines.next() {
            seen += line.bytes.count + 1
            guard let format = Self.format(of: line.bytes) else { continue }
            self = format
            return
        }
        throw .file(
            path: path,
            sentence: "this is a recording of neither evemu-record nor libinput record. Record one with "
                + "\"evemu-record /dev/input/eventN\" or \"libinput record /dev/input/eventN\".")
    }

    /// Nil if the line does not tell: it is empty, or a comment.
    private static func format(of line: UnsafeRawBufferPointer) -> RecordingFormat? {
        let text = String(decoding: line.prefix(64), as: UTF8.self)
        let hasLetter = text.first.map { "NIPBALSE".contains($0) } ?? false
        let isLetterLine = hasLetter && text.dropFirst().first == ":" && text.dropFirst(2).first?.isWhitespace == true
        if text.hasPrefix("# EVEMU") || isLetterLine { return .evemu }
        let keys = ["version", "ndevices", "libinput", "system", "devices"]
        return keys.contains { text.hasPrefix($0 + ":") } ? .libinput : nil
    }
}
