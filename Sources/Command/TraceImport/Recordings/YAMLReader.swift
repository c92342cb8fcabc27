import CYAML
import Glibc
import StateTrace

/// Reads a YAML file part by part with libyaml, in constant memory for a file of any length.
final class YAMLReader {
    /// A part of the file. Anchors and tags are of no interest here, and aliases are refused.
    enum Part {
        case value(String)
        /// A list or an object begins, or ends, at the present place.
        case begins
        case ends
        case end
    }

    private let path: String
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let source: UnsafeMutablePointer<Source>
    /// The present place; its `endValue` is called after each value, and after each list and object.
    var place = YAMLPath()
    /// The line of the latest event, from 1.
    private(set) var line = 0

    /// The bytes that the parser reads.
    ///
    /// The parser checks all bytes that it has before it looks at the first, and looks a line ahead. It would refuse what
    /// precedes bytes that are no text. So it gets a line at a time, and the file's end in the place of such a line.
    private struct Source {
        let descriptor: Int32
        let buffer: UnsafeMutableRawBufferPointer
        /// The bytes of the buffer that were not handed out yet.
        var rest: Range<Int> = 0..<0
        /// The number of lines that were handed out, the last one perhaps not to its end.
        var lines = 0
        var isInLine = false
        /// The number of bytes that were handed out since the latest event.
        var unseen = 0
        var errno: Int32 = 0
        var isTooLong = false
        /// The first line that is no text; nil so far.
        var foreignLine: Int?
    }

    private static let bufferSize = 1 << 16
    /// A recording nests nine deep.
    private static let deepest = 32

    init(path: String) throws(RecordingError) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .system(TraceFileError(attempt: "open the recording", path: path, code: errno))
        }
        source = .allocate(capacity: 1)
        source.initialize(
            to: Source(descriptor: descriptor, buffer: .allocate(byteCount: Self.bufferSize, alignment: 16)))
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else {
            throw .system(TraceFileError(attempt: "read the recording", path: path, code: ENOMEM))
        }
        yaml_parser_set_input(parser, { YAMLReader.give($0, $1, $2, $3) }, source)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        close(source.pointee.descriptor)
        source.pointee.buffer.deallocate()
        source.deallocate()
    }

    /// The next part. After `end` it is not called any more.
    func next() throws(RecordingError) -> Part {
        while true {
            var event = yaml_event_t()
            source.pointee.unseen = 0
            guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
            defer { yaml_event_delete(&event) }
            line = Int(clamping: event.start_mark.line) + 1
            switch event.type {
            case YAML_MAPPING_START_EVENT: return try begin(.mapping(key: nil))
            case YAML_SEQUENCE_START_EVENT: return try begin(.sequence)
            case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
                place.end()
                return .ends
            case YAML_SCALAR_EVENT:
                let scalar = event.data.scalar
                let text = String(
                    decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
                if !place.follow(text) { return .value(text) }
            case YAML_ALIAS_EVENT: throw fault("no alias: libinput record writes none")
            case YAML_STREAM_END_EVENT:
                if source.pointee.foreignLine != nil { throw failure() }
                return .end
            default: continue
            }
        }
    }

    func fault(_ expected: String) -> RecordingError { .line(path: path, number: line, expected: expected) }

    private func begin(_ level: YAMLPath.Level) throws(RecordingError) -> Part {
        guard place.depth < Self.deepest else { throw fault("at most \(Self.deepest) levels of nesting") }
        guard place.begin(level) else { throw fault("a key that is a text") }
        return .begins
    }

    private func failure() -> RecordingError {
        if source.pointee.errno != 0 {
            return .system(TraceFileError(attempt: "read the recording", path: path, code: source.pointee.errno))
        }
        if let foreign = source.pointee.foreignLine {
            line = foreign
            return fault("text: this line has control characters, or is not UTF-8")
        }
        let isByte = parser.pointee.error == YAML_READER_ERROR
        let place = isByte ? source.pointee.lines : Int(clamping: parser.pointee.problem_mark.line) + 1
        line = max(line, place)
        if source.pointee.isTooLong { return fault("less than 1 MiB without a value") }
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "no memory"
        return fault("YAML (libyaml says: \(problem))")
    }

    /// Gives the parser bytes. It returns 0, which ends the parsing, when the file cannot be read, or a value has no end.
    private static func give(
        _ data: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int,
        _ count: UnsafeMutablePointer<Int>?
    ) -> Int32 {
        guard let data, let count else { return 0 }
        let source = data.assumingMemoryBound(to: Source.self)
        guard source.pointee.unseen < TraceLine.longest else {
            source.pointee.isTooLong = true
            return 0
        }
        if source.pointee.rest.isEmpty, !fill(&source.pointee) { return 0 }
        let bytes = UnsafeRawBufferPointer(rebasing: source.pointee.buffer[source.pointee.rest].prefix(size))
        let feed = bytes.firstIndex(of: UInt8(ascii: "\n"))
        let length = feed.map { $0 + 1 } ?? bytes.count
        if !source.pointee.isInLine, length > 0 { source.pointee.lines += 1 }
        guard source.pointee.foreignLine == nil, isText(bytes.prefix(length), isWhole: feed != nil) else {
            source.pointee.foreignLine = source.pointee.foreignLine ?? source.pointee.lines
            count.pointee = 0
            return 1
        }
        if let buffer, let first = bytes.baseAddress { memcpy(buffer, first, length) }
        count.pointee = length
        source.pointee.rest = source.pointee.rest.lowerBound + length..<source.pointee.rest.upperBound
        source.pointee.unseen += length
        source.pointee.isInLine = feed == nil
        return 1
    }

    /// - Parameter isWhole: false if a character may be cut at the end.
    private static func isText(_ bytes: Slice<UnsafeRawBufferPointer>, isWhole: Bool) -> Bool {
        let isControlled = bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d || $0 == 0x7f }
        return !isControlled && (!isWhole || String(validating: bytes, as: UTF8.self) != nil)
    }

    /// Reads more from the file; nothing at its end.
    /// - Returns: false if the file cannot be read.
    private static func fill(_ source: inout Source) -> Bool {
        while true {
            let count = read(source.descriptor, source.buffer.baseAddress, source.buffer.count)
            if count >= 0 {
                source.rest = 0..<count
                return true
            }
            guard errno == EINTR else {
                source.errno = errno
                return false
            }
        }
    }
}
