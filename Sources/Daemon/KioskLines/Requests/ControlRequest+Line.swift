import FocusCore
import RequestNames
import JSONLines
import TraceLines

/// Requests as lines: those of the control socket, and those of the simulated page.
extension ControlRequest {
    /// - Parameter line: without its line feed; it is read only during the call.
    public init(line: UnsafeRawBufferPointer) throws(Refusal) {
        let expected = "expected a JSON object with a field \"request\", for example {\"request\":\"status\"}."
        var text = ""
        guard var fields = try? LineFields(line), (try? fields.read("request", &text)) == true else {
            throw Refusal(message: expected)
        }
        guard let name = RequestName(rawValue: text) else {
            throw Refusal(message: "unknown request \"\(text)\"; known are \(RequestName.list(RequestName.allCases)).")
        }
        var request = Self.blank(name)
        request.describe(&fields)
        if let sentence = fields.refusal { throw Refusal(message: sentence, request: name, tap: request.tap) }
        self = request
    }

    /// - Parameter line: with or without its line feed.
    public init(line: some Collection<UInt8>) throws(Refusal) {
        var bytes = Array(line)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        let result = bytes.withUnsafeBytes { bytes -> Result<ControlRequest, Refusal> in
            do throws(Refusal) { return .success(try ControlRequest(line: bytes)) } catch { return .failure(error) }
        }
        self = try result.get()
    }

    /// The request as a line with its line feed, for clients.
    public var line: [UInt8] {
        var line = JSONLine()
        line.open("{")
        line.text("request", name.rawValue)
        var request = self
        request.describe(&line)
        line.close("}")
        line.endLine()
        return line.bytes
    }
}
