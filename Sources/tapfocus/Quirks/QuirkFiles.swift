import Foundation
import KioskRuntime

/// Which quirks files there are, and what stands in them.
struct QuirkFiles {
    /// What was read, in this order: the file that TapFocus comes with, the machine's own, the one that was named.
    private(set) var table = QuirkTable()
    /// Files that were left out, and why.
    private(set) var faults: [JSON5File.Fault] = []

    /// The machine's own.
    static let machine = "/etc/tapfocus/quirks.json5"

    /// The file that TapFocus comes with: PREFIX/share/tapfocus/quirks.json5, where the program is PREFIX/bin/tapfocus.
    static var shipped: String {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return shipped(with: program)
    }

    static func shipped(with program: String) -> String {
        URL(fileURLWithPath: program).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("share/tapfocus/quirks.json5").path
    }

    /// Reads them all. One with a mistake is left out, and the others count.
    /// - Parameters:
    ///   - standard: files that need not be there.
    ///   - named: the one that somebody has asked for.
    /// - Throws: `JSON5File.Fault` if the named one cannot be read at all.
    init(standard: [String] = [Self.shipped, Self.machine], named: String? = nil) throws(JSON5File.Fault) {
        for path in standard where FileManager.default.fileExists(atPath: path) { try? read(path) }
        if let named { try read(named) }
    }

    private mutating func read(_ path: String) throws(JSON5File.Fault) {
        do throws(JSON5File.Fault) {
            table.append(try QuirkFile.read(path))
        } catch {
            faults.append(error)
            if error.isUnreadable { throw error }
        }
    }

    /// A sentence about a file that was left out.
    static func words(for fault: JSON5File.Fault) -> String {
        "\(fault) This quirks file is left out, everything else goes on."
    }
}
