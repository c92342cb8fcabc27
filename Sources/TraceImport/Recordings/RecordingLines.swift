import StateTrace

struct RecordingLines {
    private let path: String
    private let lines: LineReader

    init(path: String, kind: String = "recording") throws(RecordingError) {
        self.path = path
        do throws(TraceFileError) {
            lines = try LineReader(path: path, kind: kind)
        } catch {
            throw .system(error)
        }
    }

    /// The next line; nil at the end. Its bytes are valid until the next call.
    func next() throws(RecordingError) -> TraceLine? {
        let line: TraceLine?
        do throws(TraceFileError) {
            line = try lines.next()
        } catch {
            throw .system(error)
        }
        guard let line, line.isTooLong else { return line }
        throw fault(line.number, "a line of up to 1 MiB")
    }

    /// The error of a line that says something else than expected.
    func fault(_ number: Int, _ expected: String) -> RecordingError {
        .line(path: path, number: number, expected: expected)
    }
}
