import FocusCore
import Glibc
import KioskRuntime

/// The terminal or file that the demo is shown on.
struct DemoTerminal {
    /// True on a terminal: the demo is drawn in real time. Otherwise it is printed as lines, at once.
    var isInteractive: Bool
    var depth = AnsiWriter.ColourDepth.none
    var output = STDOUT_FILENO

    /// Standard output, as a terminal if it is one.
    static var standardOutput: DemoTerminal {
        let type = variable("TERM")
        let isInteractive = isatty(STDOUT_FILENO) == 1 && type != nil && type != "dumb"
        return DemoTerminal(isInteractive: isInteractive, depth: depth(type: type ?? ""))
    }

    /// The size in characters; 80 by 24 if the terminal does not report it.
    var size: (width: Int, height: Int) {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(window.ws_col), Int(window.ws_row))
    }

    /// Writes all of the text.
    /// - Throws: `OutputError` if it cannot be written.
    func write(_ text: String) throws(OutputError) { try StandardOutput.write(Array(text.utf8), to: output) }

    /// NO_COLOR (no-color.org) overrides everything that the terminal claims to support.
    private static func depth(type: String) -> AnsiWriter.ColourDepth {
        if let wish = variable("NO_COLOR"), !wish.isEmpty { return .none }
        if let colours = variable("COLORTERM"), colours == "truecolor" || colours == "24bit" { return .trueColour }
        if type.hasSuffix("-direct") { return .trueColour }
        return type == "linux" || type == "vt100" || type == "vt220" ? .none : .indexed256
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Keeps real time, and receives Ctrl-C while it waits: the signals are blocked, and awaited instead of sleeping, so
/// that the terminal can be restored.
struct DemoPace {
    private var signals = sigset_t()
    private var before = sigset_t()
    private let start: Double

    init() {
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        start = Self.clock()
    }

    /// Waits until `span` has passed since the start.
    /// - Returns: false when the person wants to end it.
    mutating func wait(until span: TimeSpan) -> Bool {
        while true {
            let left = max(span.seconds - (Self.clock() - start), 0)
            let whole = left.rounded(.down)
            var time = timespec(tv_sec: Int(whole), tv_nsec: Int((left - whole) * 1e9))
            if sigtimedwait(&signals, nil, &time) > 0 { return false }
            if errno != EINTR { return true }
        }
    }

    mutating func end() { pthread_sigmask(SIG_SETMASK, &before, nil) }

    private static func clock() -> Double { Double(MonotonicClock.nanoseconds()) / 1e9 }
}
