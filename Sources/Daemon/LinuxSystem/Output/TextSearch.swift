extension StringProtocol {
    /// True when the text contains the part, which is not empty. The standard library's `contains` would do it as well, and bring its
    /// parser of regular expressions into the program: 1 MB.
    public func includes(_ part: some StringProtocol) -> Bool { indices.contains { self[$0...].hasPrefix(part) } }
}
