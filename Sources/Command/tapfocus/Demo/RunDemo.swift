import FocusCore
import SimulatedDevices
import StateTrace

struct DemoSummary: Equatable {
    var steps = 0
    /// The states that the machine took, by name, in order.
    var states: [String] = []
    /// True if a person ended it early.
    var wasInterrupted = false
}

/// Plays the demo's story on simulated devices: drawn in real time on a terminal, printed as lines at once elsewhere.
///
/// - Parameter record: called with each of the engine's inputs and its effects, in order; the last one has `Effect.stopped`.
/// - Throws: what `record` throws, and `OutputError`.
func runDemo(terminal: DemoTerminal, record: (Input, EffectList) throws -> Void) throws -> DemoSummary {
    try terminal.isInteractive ? drawDemo(on: terminal, record) : tellDemo(on: terminal, record)
}

extension Configuration {
    /// The configuration of the demo's engine.
    static var demo: Configuration {
        var configuration = Configuration()
        configuration.view = .simulatedKiosk
        return configuration
    }
}

/// The camera of an input for a trace; nil unless one arrives.
func demoCamera(of input: Input) -> TraceCamera? {
    if case .cameraArrived = input.event { TraceCamera(name: "simulated camera") } else { nil }
}

/// The text after the demo. It ends with a command to copy, which no terminal breaks inside the file's name.
///
/// - Parameters:
///   - program: the name by which the person called the program, so that the printed command works.
///   - width: that of the terminal, in characters.
func demoFarewell(_ summary: DemoSummary, traceFile: String, program: String, width: Int) -> String {
    let end = summary.wasInterrupted ? "The demo was ended early" : "The demo is over"
    let command = "\(program) replay"
    let fits = command.count + 1 + traceFile.count <= width
    return """
        \(end): \(summary.steps) inputs, \(summary.states.count) states, and the camera is as it was.
        All inputs and outputs of the engine are in the trace.
        Run it again, without the devices:

        \(command)\(fits ? " " : " \\\n")\(traceFile)

        """
}

func demoScreen(at moment: Instant, width: Int, height: Int, hasColour: Bool = true) -> ScreenBuffer {
    var kiosk = SimulatedKiosk(configuration: .demo, story: .demo)
    var model = DemoModel()
    while kiosk.now < moment, let occurrence = kiosk.next() { model.follow(occurrence, in: kiosk) }
    var screen = DemoScreen(width: width, height: height, hasColour: hasColour)
    return screen.draw(model, kiosk)
}

/// One moment of the demo's screen as an SVG picture, with the same bytes each time: `Documentation/demo.svg`. At 3.75 s the
/// search has just found the flower.
func drawDemoPicture() -> String { SvgWriter.svg(of: demoScreen(at: .demo(3.75), width: 100, height: 31)) }

/// Plays the story to its end.
/// - Parameter show: returns false when a person wants to end it early; nothing is shown after that.
private func play(
    _ record: (Input, EffectList) throws -> Void, show: (SimulatedKiosk.Occurrence, SimulatedKiosk) throws -> Bool
) throws -> DemoSummary {
    var kiosk = SimulatedKiosk(configuration: .demo, story: .demo)
    var summary = DemoSummary()
    while let occurrence = kiosk.next() {
        if case .step(let input, let effects) = occurrence {
            summary.steps += 1
            effects.forEach { if case .state(let report) = $0 { summary.states.append("\(report.state.name)") } }
            try record(input, effects)
        }
        guard !summary.wasInterrupted, try !show(occurrence, kiosk) else { continue }
        summary.wasInterrupted = true
        kiosk.stop()
    }
    return summary
}

/// In a terminal: on the alternate screen, in real time, until the story is over or the person presses Ctrl-C.
private func drawDemo(on terminal: DemoTerminal, _ record: (Input, EffectList) throws -> Void) throws -> DemoSummary {
    var model = DemoModel()
    var writer = AnsiWriter(depth: terminal.depth)
    var screen: DemoScreen?
    var size = (width: 0, height: 0)
    var pace = DemoPace()
    try terminal.write(AnsiWriter.enter)
    defer {
        try? terminal.write(AnsiWriter.leave)
        pace.end()
    }
    return try play(record) { occurrence, kiosk in
        model.follow(occurrence, in: kiosk)
        guard case .frame = occurrence else { return true }
        if size != terminal.size || screen == nil {
            size = terminal.size
            screen = DemoScreen(width: size.width, height: size.height, hasColour: terminal.depth != .none)
        }
        if let buffer = screen?.draw(model, kiosk) { try terminal.write(writer.update(to: buffer)) }
        return pace.wait(until: kiosk.now.since(.demo(0)))
    }
}

/// Elsewhere: one line for each event, with its time.
private func tellDemo(on terminal: DemoTerminal, _ record: (Input, EffectList) throws -> Void) throws -> DemoSummary {
    let summary = try play(record) { occurrence, _ in
        switch occurrence {
        case .frame: break
        case .happening(let happening):
            guard !happening.caption.isEmpty else { break }
            try terminal.write("\n" + DemoText.wrapped(happening.caption, width: 88).joined(separator: "\n") + "\n")
        case .step(let input, let effects): try show(input, effects, on: terminal)
        }
        return true
    }
    try terminal.write("\n")
    return summary
}

private func show(_ input: Input, _ effects: EffectList, on terminal: DemoTerminal) throws {
    var lines: [String] = []
    if case .cameraAnswered(let result) = input.event, let line = DemoWords.line(about: result) { lines.append(line) }
    effects.forEach { if let line = DemoWords.line(about: $0) { lines.append(line) } }
    let time = DemoWords.decimal(input.time.since(.demo(0)).seconds, digits: 3).padded(before: 8)
    for line in lines { try terminal.write("\(time) s  \(line)\n") }
}
