import FocusCore
import TraceLines

/// Reads the lines of clients: those of the control socket, and those of the simulated page.
extension ControlRequest {
    /// - Parameter line: without its line feed; it is read only during the call.
    public init(line: UnsafeRawBufferPointer) throws(Refusal) {
        let expected = "expected a JSON object with a field \"request\", for example {\"request\":\"status\"}."
        guard let fields = try? RequestFields(line), let text = try? fields.text("request") else {
            throw Refusal(message: expected)
        }
        guard let name = Name(rawValue: text) else {
            throw Refusal(message: "unknown request \"\(text)\"; known are \(Name.list(Name.allCases)).")
        }
        do throws(Refusal) {
            self = try Self.read(name, fields)
        } catch {
            var refusal = error
            refusal.request = name
            throw refusal
        }
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

    private static func read(_ name: Name, _ fields: RequestFields) throws(Refusal) -> ControlRequest {
        switch name {
        case .tap: try tap(fields)
        case .compensate: try compensation(fields)
        case .view: .view(try ViewPlacement(fields))
        case .sendTaps: .sendTaps
        case .showView: .showView
        case .status: .status
        case .watch: .watch
        case .holdFrames: .holdFrames(try HoldWish(fields))
        case .frame: .frame(try HeldFrame(fields))
        case .framesEnded: .framesEnded
        case .markTrace: try mark(fields)
        case .nextTrace: .nextTrace
        }
    }

    private static func mark(_ fields: RequestFields) throws(Refusal) -> ControlRequest {
        guard let text = try? fields.text("text"), 1...longestMark ~= text.utf8.count else {
            throw Refusal(message: "a mark needs a text of 1 to \(longestMark) bytes.")
        }
        return .markTrace(text)
    }

    private static func compensation(_ fields: RequestFields) throws(Refusal) -> ControlRequest {
        guard let ev = try? fields.number("ev"), Configuration.compensationRange.contains(ev) else {
            throw Refusal(message: "a compensation needs a number ev, -4…4.")
        }
        guard !fields.has("until") || (try? fields.text("until")) == untilContinuous else {
            throw Refusal(message: "a compensation holds until another one, or until \"\(untilContinuous)\".")
        }
        return .compensate(ev: ev, untilContinuous: fields.has("until"))
    }

    private static func tap(_ fields: RequestFields) throws(Refusal) -> ControlRequest {
        let number = try? fields.integer("id", UInt64.self)
        guard !fields.has("id") || (number.map { $0 <= largestID } ?? false) else {
            throw Refusal(message: "the id of a tap is a whole number, 0…\(largestID).")
        }
        let id = number.map { TapID($0) }
        guard let x = try? fields.number("x"), let y = try? fields.number("y") else {
            throw Refusal(message: "a tap needs numbers x and y, 0…1.", tap: id)
        }
        let named = fields.has("in") ? try? fields.text("in") : TapSpace.view.rawValue
        guard let space = named.flatMap(TapSpace.init(rawValue:)) else {
            throw Refusal(
                message: "a tap is in \"view\" coordinates, or in those of the camera's \"picture\".", tap: id)
        }
        return .tap(x: x, y: y, in: space, id: id)
    }
}
