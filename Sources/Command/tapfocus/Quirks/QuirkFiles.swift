import KioskRuntime

struct QuirkFiles {
    /// The entries in this order: TapFocus's own file, the machine's file, the file that the user named.
    private(set) var table = QuirkTable()
    /// The errors of files that were ignored.
    private(set) var faults: [JSON5File.Fault] = []

    /// The machine's file.
    static let machine = "/etc/tapfocus/quirks.json5"

    /// TapFocus's own file: PREFIX/share/tapfocus/quirks.json5, where the program is PREFIX/bin/tapfocus.
    static var shipped: String { shipped(with: ProcessSurroundings.program) }

    static func shipped(with program: String) -> String {
        let prefix = PathName.folder(of: PathName.folder(of: program))
        return "\(prefix == "/" ? "" : prefix)/share/tapfocus/quirks.json5"
    }

    /// Reads all files. A file with a mistake is ignored, and the others count.
    /// - Parameters:
    ///   - standard: files that may be missing.
    ///   - named: the file that the user named.
    /// - Throws: `JSON5File.Fault` if the named one cannot be read at all.
    init(standard: [String] = [Self.shipped, Self.machine], named: String? = nil) throws(JSON5File.Fault) {
        for path in standard where WholeFile.exists(path) { try? read(path) }
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

    /// The message about a file that was ignored.
    static func words(for fault: JSON5File.Fault) -> String {
        "\(fault) This quirks file is ignored, everything else goes on."
    }
}
