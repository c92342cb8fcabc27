import FocusCore
import Glibc
import KioskRuntime

/// The colours of a log: ANSI escape sequences, or none.
struct TracePalette {
    private let isColoured: Bool

    static let none = TracePalette(isColoured: false)

    /// Colours if standard output is a terminal that knows them, and nobody forbids them (no-color.org).
    static var standardOutput: TracePalette {
        TracePalette(isColoured: isatty(STDOUT_FILENO) == 1 && allowsColours(ProcessSurroundings.variable))
    }

    static func allowsColours(_ environment: (String) -> String?) -> Bool {
        guard (environment("NO_COLOR") ?? "").isEmpty else { return false }
        let terminal = environment("TERM") ?? ""
        return !terminal.isEmpty && terminal != "dumb"
    }

    init(isColoured: Bool) { self.isColoured = isColoured }

    func heading(_ text: String) -> String { colour(text, "1") }
    func time(_ text: String) -> String { colour(text, "2") }

    /// A line of one side of a comparison.
    func side(_ text: String, isLeft: Bool) -> String { colour(text, isLeft ? "31" : "32") }

    func input(_ text: String, _ kind: TraceKind?) -> String {
        switch kind {
        case .tap: colour(text, "33")
        case .state: colour(text, "1")
        case .write, .motion, .frame, nil: text
        }
    }

    func effect(_ text: String, _ effect: Effect) -> String {
        switch effect {
        case .state, .stopped, .cameraReleased, .kept: colour(text, "1;32")
        case .settled, .searched, .exposed, .relit: colour(text, "32")
        case .tapIgnored, .levels, .shutter: colour(text, "33")
        case .tapRefused, .fault: colour(text, "1;31")
        case .call, .zoomed, .compensationTakenBack: colour(text, "36")
        case .requestFrames, .releaseFrames, .motionSensor: colour(text, "34")
        case .arm, .disarm: colour(text, "2")
        }
    }

    private func colour(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
