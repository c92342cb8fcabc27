/// Limits what requests from outside can write into a log.
public struct ComplaintLimit: Sendable {
    /// The number of sentences in a period.
    public static let most = 20
    /// In nanoseconds; a minute.
    public static let period: Int64 = 60_000_000_000

    private var said: Set<String> = []
    private var start: Int64 = .min

    public init() {}

    /// True if a sentence is to be said now. The same one is said once a period.
    /// - Parameter time: in nanoseconds of a clock that never goes back.
    public mutating func admits(_ sentence: String, at time: Int64) -> Bool {
        if start == .min || time - start >= Self.period {
            said.removeAll()
            start = time
        }
        guard said.count < Self.most else { return false }
        return said.insert(sentence).inserted
    }
}
