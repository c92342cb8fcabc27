import FocusCore
import Foundation
import Testing

/// The defaults in Documentation/Configuration.md.
struct DocumentedDefaultsTests {
    /// The defaults of an object's keys, as the table says them: numbers, and shares as 1/12.
    private static func documented(_ object: String) throws -> [String: Double] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appendingPathComponent("Documentation/Configuration.md"), encoding: .utf8)
        var defaults: [String: Double] = [:]
        for row in text.split(separator: "\n") where row.hasPrefix("| `\(object).") {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let key = cells[0].dropFirst(object.count + 2).dropLast()
            let parts = cells[2].split(separator: "/").compactMap { Double($0) }
            if let first = parts.first { defaults[String(key)] = parts.count == 2 ? first / parts[1] : first }
        }
        return defaults
    }

    @Test("The times after a tap are as documented")
    func settle() throws {
        let documented = try Self.documented("settle")
        let defaults = Mirror(reflecting: SettleTimes()).children
        #expect(defaults.count == documented.count)
        for (label, value) in defaults {
            let key = try #require(label)
            let span = try #require(value as? TimeSpan)
            let seconds = try #require(documented[key], "\(key)")
            #expect(span.nanoseconds == Int64((seconds * 1e9).rounded()), "\(key)")
        }
    }

    @Test("The focus search's settings are as documented")
    func autofocus() throws {
        let documented = try Self.documented("autofocus")
        let defaults = Mirror(reflecting: FocusSearchSettings()).children
        #expect(defaults.count == documented.count)
        for (label, value) in defaults {
            let key = try #require(label)
            let number = try #require(value as? Double ?? (value as? Int).map(Double.init))
            #expect(documented[key] == number, "\(key)")
        }
    }

    @Test("The numbers that tell motion from rest are as documented")
    func motion() throws {
        let documented = try Self.documented("motionDetection")
        let defaults = Mirror(reflecting: MotionSettings()).children.filter { $0.label != "rule" }
        #expect(defaults.count == documented.count)
        for (label, value) in defaults {
            let key = try #require(label)
            let number = try #require(value as? Double ?? (value as? TimeSpan)?.seconds)
            #expect(documented[key] == number, "\(key)")
        }
    }

    @Test("The numbers that tell another scene are as documented")
    func scene() throws {
        let documented = try Self.documented("scene")
        let defaults = Mirror(reflecting: SceneSettings()).children
        #expect(defaults.count == documented.count)
        for (label, value) in defaults {
            let key = try #require(label)
            let number = try #require(value as? Double ?? (value as? TimeSpan)?.seconds)
            #expect(documented[key] == number, "\(key)")
        }
    }
}
