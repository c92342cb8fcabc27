import Foundation

/// A JSON object written by one of the two programs.
struct Record: Sendable {
    let line: String
    private let value: Value

    /// Nil if the line is not one.
    init?(_ line: String) {
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(line.utf8)), case .object = value else {
            return nil
        }
        self.line = line
        self.value = value
    }

    /// The name of the event.
    var event: String { text("event") ?? "" }
    /// The time in ns of CLOCK_MONOTONIC.
    var time: Int64 { integer("time") ?? 0 }

    /// The member at the path, for example "value", "left".
    func text(_ path: String...) -> String? { if case .text(let text)? = value[path] { text } else { nil } }
    func integer(_ path: String...) -> Int64? { number(path).flatMap { Int64(exactly: $0) } }
    func number(_ path: String...) -> Double? { number(path) }
    func boolean(_ path: String...) -> Bool? { if case .boolean(let value)? = value[path] { value } else { nil } }
    func isNull(_ path: String...) -> Bool { if case .null? = value[path] { true } else { false } }

    private func number(_ path: [String]) -> Double? {
        if case .number(let number)? = value[path] { number } else { nil }
    }

    private indirect enum Value: Decodable, Sendable {
        case null
        case boolean(Bool)
        case number(Double)
        case text(String)
        case list([Value])
        case object([String: Value])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([Value].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }

        subscript(path: [String]) -> Value? {
            guard let first = path.first else { return self }
            switch self {
            case .object(let members): return members[first]?[Array(path.dropFirst())]
            case .list(let values):
                return Int(first).flatMap { values.indices.contains($0) ? values[$0][Array(path.dropFirst())] : nil }
            default: return nil
            }
        }
    }
}
