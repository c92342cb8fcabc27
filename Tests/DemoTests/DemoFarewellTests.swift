import Testing

@testable import tapfocus

@Suite struct DemoFarewellTests {
    private func lines(_ program: String, _ traceFile: String, width: Int = 80) -> [String] {
        demoFarewell(DemoSummary(steps: 1054), traceFile: traceFile, program: program, width: width)
            .split(separator: "\n").map(String.init)
    }

    @Test("The command to copy is the last line, if the terminal is wide enough for it")
    func wide() {
        let program = ".build/static/release/tapfocus"
        let lines = lines(program, "/tmp/tapfocus-demo-1000.trace.jsonl")
        #expect(lines.last == "\(program) replay /tmp/tapfocus-demo-1000.trace.jsonl")
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test("Where it is not, the shell goes on behind a backslash, and the file's name has a line of its own")
    func narrow() {
        let traceFile = "/tmp/a-folder-of-this-session/another-one/tapfocus-demo-1000.trace.jsonl"
        let lines = lines("/usr/local/bin/tapfocus", traceFile)
        #expect(lines.suffix(2) == ["/usr/local/bin/tapfocus replay \\", traceFile])
        #expect(self.lines("tapfocus", "12345", width: 21).last == "tapfocus replay 12345")
        #expect(self.lines("tapfocus", "123456", width: 21).last == "123456")
    }
}
