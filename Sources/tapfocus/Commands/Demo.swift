extension Command {
    static let demo = Command(
        name: "demo", summary: "A story of 15 s with a simulated camera, finger and hand.",
        options: [Option(name: "trace", value: "FILE", help: "where the trace goes (tapfocus-demo.trace.jsonl)")],
        body: { _ in .fine })
}
