extension String {
    /// With spaces behind it up to a width, or with another character.
    func padded(to width: Int, with filler: String = " ") -> String {
        self + String(repeating: filler, count: max(0, width - count))
    }

    /// With spaces before it up to a width, or with another character.
    func padded(before width: Int, with filler: String = " ") -> String {
        String(repeating: filler, count: max(0, width - count)) + self
    }
}
