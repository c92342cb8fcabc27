import StateChart

/// Identifies a chart by a hash over everything in it that has a meaning.
///
/// The hash is 64-bit FNV-1a (offset basis 0xcbf29ce484222325, prime 0x100000001b3) over the UTF-8 of the chart's
/// canonical text. Comments, white space, the names of guards, the timers that a state allows and the positions in the
/// drawing are not included. The hash tells charts apart; it does not protect against a deliberate collision.
public struct ChartIdentity: Equatable, Sendable, CustomStringConvertible {
    /// The chart's name.
    public var name: String
    /// The hash of its canonical text.
    public var hash: UInt64

    /// The identity of a chart that was read.
    public init(of chart: Chart) {
        name = chart.name
        hash = Self.fnv1a(chart.canonicalText.utf8)
    }

    /// The hash as in trace headers: `fnv1a64:` and 16 hexadecimal digits.
    public var description: String {
        let digits = String(hash, radix: 16)
        return "fnv1a64:" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
