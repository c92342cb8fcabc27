import Glibc
import LinuxDevices

/// A note of the lamp that is on, in the folder for files that outlive the program: after a run that was killed, the next one makes that
/// lamp as bright as it was before.
struct LampNote {
    /// The folder of `KioskOptions.stateFolder`.
    let folder: String

    private static let name = "lamp"
    /// In bytes; more than three numbers and any name of the kernel's.
    private static let longest = 300

    /// The lamp is about to be lit. A folder that cannot be written is no reason to leave it dark.
    func keep(_ lamp: Lamp) {
        let words = "\(getpid()) \(Self.start(of: getpid()) ?? 0) \(lamp.original) \(lamp.name)"
        try? StateFile.replace(Self.name, in: folder, with: Array(words.utf8))
    }

    /// The lamp is as it was.
    func remove() { try? StateFile.remove(Self.name, in: folder) }

    /// Makes the lamp of an earlier run as it was, unless that run goes on. One that has gone is no error.
    /// - Throws: if the lamp refuses. It stays noted then.
    func restore() throws(DeviceError) {
        guard let bytes = try? StateFile.read("\(folder)/\(Self.name)", longest: Self.longest) else { return }
        let words = String(decoding: bytes.prefix(Self.longest), as: UTF8.self).split(separator: " ", maxSplits: 3)
        guard words.count == 4, let process = pid_t(words[0]), let start = UInt64(words[1]), let value = Int(words[2])
        else { return remove() }
        guard !Self.isAnother(process, since: start) else { return }
        do throws(DeviceError) {
            try Lamp.restore(String(words[3]), to: value)
        } catch {
            // One that comes back later is still noted.
            if [.gone, .doesNotExist].contains(error.kind) { return }
            throw error
        }
        remove()
    }

    /// True for another program that is running. This one's own number is that of an earlier run: in a container it is always the same.
    /// A number alone does not say that it still runs: the kernel gives it to another program.
    private static func isAnother(_ process: pid_t, since start: UInt64) -> Bool {
        process > 0 && process != getpid() && self.start(of: process) == start
    }

    /// The time at which a program began, in ticks since the machine's start (proc_pid_stat(5), field 22); nil: it does not run.
    static func start(of process: pid_t) -> UInt64? {
        guard let bytes = try? StateFile.read("/proc/\(process)/stat", longest: 4096),
            // The program's name, in parentheses, may have spaces and parentheses.
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
    }
}
