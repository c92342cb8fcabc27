import FocusCore
import StateTrace

/// The chart's remembered bit, "moved", which no line of a trace tells: an engine runs along, as long as it decides what was
/// recorded.
struct RememberedMotion {
    private var engine: Engine?
    /// Effects that the recording has not confirmed.
    private var expected = EffectList()
    /// The last known value of the bit; false while it is unknown.
    private var last = false

    /// A session begins. One of an older format has inputs that an engine of today does not understand.
    mutating func begin(_ configuration: Configuration, version: Int) {
        resume(version == TraceFormat.version ? Engine(configuration: configuration) : nil)
    }

    /// - Parameter engine: that of a snapshot; nil: it cannot be read.
    mutating func resume(_ engine: Engine?) {
        self.engine = engine
        expected = EffectList()
    }

    /// - Returns: the bit, if it is another one after this input.
    mutating func follow(_ input: Input) -> Bool? {
        if !expected.isEmpty { engine = nil }
        expected = engine?.step(input) ?? EffectList()
        let now = engine?.hasMoved ?? false
        guard now != last else { return nil }
        last = now
        return now
    }

    /// Compares the recorded effects of the latest input.
    mutating func confirm(_ effects: EffectList) {
        if effects != expected { engine = nil }
        expected = EffectList()
    }
}
