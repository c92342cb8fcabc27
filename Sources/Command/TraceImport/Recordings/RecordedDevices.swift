import FocusCore
import LinuxDevices
import LinuxSystem

struct RecordedDevices {
    struct Entry {
        /// The device's node on the machine of the recording; nil if the recording does not name it.
        var node: String?
        var device: RecordedDevice
    }

    struct Choice {
        /// From 0.
        var index: Int
        var entry: Entry
        var touchscreen: RecordedTouchscreen
    }

    let path: String
    let entries: [Entry]

    /// The chosen touchscreen, or the only one.
    /// - Parameter choice: a device's number from 1, or a name that exactly one device has, or contains.
    func touchscreen(_ choice: String?) throws(RecordingError) -> Choice {
        guard let choice else { return try only() }
        let index = try self.index(of: choice)
        guard let found = self.choice(index) else { throw fault("\(words(index)) is no touchscreen. It has \(list).") }
        return found
    }

    /// Nil if the device is no touchscreen.
    private func choice(_ index: Int) -> Choice? {
        RecordedTouchscreen(entries[index].device).map { Choice(index: index, entry: entries[index], touchscreen: $0) }
    }

    private func only() throws(RecordingError) -> Choice {
        let found = entries.indices.compactMap { choice($0) }
        guard let first = found.first else { throw fault("none of its devices is a touchscreen. It has \(list).") }
        guard found.count == 1 else {
            let names = found.map { words($0.index) }.joined(separator: ", ")
            throw fault("it has several touchscreens: \(names). Name one with --device.")
        }
        return first
    }

    private func index(of choice: String) throws(RecordingError) -> Int {
        if let number = Int(choice) {
            guard entries.indices.contains(number - 1) else { throw fault("it has no device \(number), only \(list).") }
            return number - 1
        }
        let wanted = choice.lowercased()
        let names = entries.map { $0.device.name.lowercased() }
        let equal = names.indices.filter { names[$0] == wanted || entries[$0].node == choice }
        let matches = equal.isEmpty ? names.indices.filter { names[$0].includes(wanted) } : equal
        guard matches.count == 1 else {
            let many = matches.isEmpty ? "no device" : "several devices"
            throw fault("\(many) with the name \"\(choice)\". It has \(list).")
        }
        return matches[0]
    }

    private func fault(_ sentence: String) -> RecordingError { .file(path: path, sentence: sentence) }

    private var list: String { entries.isEmpty ? "no devices" : entries.indices.map(words).joined(separator: ", ") }

    private func words(_ index: Int) -> String { "\(index + 1) \"\(entries[index].device.name)\"" }
}
