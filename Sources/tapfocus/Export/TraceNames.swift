import FocusCore
import StateTrace

/// The names of inputs and effects in a trace (Documentation/TraceFormat.md), from the writer of traces.
enum TraceNames {
    static func name(of event: Input.Event) -> String { firstKey { $0.input(event) } }

    static func name(of effect: Effect) -> String {
        firstKey { line in
            var effects = EffectList()
            effects.append(effect)
            line.effects(effects)
        }
    }

    private static func firstKey(_ write: (inout JSONLine) -> Void) -> String {
        var line = JSONLine()
        write(&line)
        let quote = UInt8(ascii: "\"")
        return String(decoding: line.bytes.drop { $0 != quote }.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }
}
