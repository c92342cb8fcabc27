import Glibc
import LinuxDevices

/// A note of the lamp that is on, in the folder for files that outlive the program: after a run that was killed, the next one makes that
/// lamp as bright as it was before.
struct LampNote {
    /// The folder of `KioskOptions.stateFolder`.
    let folder: String

    private static let name = "lamp"
    /// In bytes; more than two numbers and any name of the kernel's.
    private static let longest = 300

    /// The lamp is about to be lit. A folder that cannot be written is no reason to leave it dark.
    func keep(_ lamp: Lamp) {
        let words = "\(getpid()) \(lamp.original) \(lamp.name)"
        try? StateFile.replace(Self.name, in: folder, with: Array(words.utf8))
    }

    /// The lamp is as it was.
    func remove() { try? StateFile.remove(Self.name, in: folder) }

    /// Makes the lamp of an earlier run as it was, unless that run goes on. One that has gone is no error.
    func restore() {
        guard let bytes = try? StateFile.read("\(folder)/\(Self.name)", longest: Self.longest) else { return }
        let words = String(decoding: bytes.prefix(Self.longest), as: UTF8.self).split(separator: " ", maxSplits: 2)
        guard words.count == 3, let process = pid_t(words[0]), let value = Int(words[1]) else { return remove() }
        guard !Self.isAnother(process) else { return }
        try? Lamp.restore(String(words[2]), to: value)
        remove()
    }

    /// True for another program that is running. This one's own number is that of an earlier run: in a container it is always the same.
    private static func isAnother(_ process: pid_t) -> Bool {
        process > 0 && process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
    }
}
