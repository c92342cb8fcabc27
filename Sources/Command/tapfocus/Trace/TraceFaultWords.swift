import StateTrace

/// The state in which a trace was found, in words. `replay`, `trace show` and `trace stats` say the same.
enum TraceFaultWords {
    static func torn(_ line: Int) -> String {
        "line \(line) was torn, as a power cut or a crash leaves it: all complete lines were used"
    }

    static func fault(_ fault: ReplayReport.Fault, in path: String) -> String { "\(path), \(fault)." }

    /// Tells the person about a fault, if there is one. A command that reads a trace ends with this.
    static func conclude(_ fault: ReplayReport.Fault?, in path: String, _ command: String) -> ExitCode {
        guard let fault else { return .fine }
        CommandLineProgram.complain("tapfocus \(command): \(self.fault(fault, in: path))")
        return .failed
    }
}
