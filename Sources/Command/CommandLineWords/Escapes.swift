extension String {
    /// The text with these characters replaced, each by a text of its own. The standard library's `replacing` would do it as well, and
    /// bring its parser of regular expressions into the program: 1 MB.
    public func replacing(each replacements: [Unicode.Scalar: String]) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = replacements[scalar] { text += other } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
