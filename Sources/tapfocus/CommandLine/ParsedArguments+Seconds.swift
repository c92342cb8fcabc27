extension ParsedArguments {
    /// The value of an option in seconds; nil if it was not given.
    func seconds(_ name: String) throws -> Double? {
        guard let text = self[name] else { return nil }
        guard let seconds = Double(text), seconds.isFinite else {
            throw UsageError("--\(name): expected seconds, not \"\(text)\".")
        }
        return seconds
    }
}
