/// The beginning of a line for systemd's journal, which takes it off and keeps it as the line's priority (sd-daemon(3)).
package enum JournalPrefix {
    package static let warning = "<4>"
    package static let information = "<6>"
    package static let detail = "<7>"

    /// The text with the priority before each of its lines: the journal takes every line for a message of its own.
    package static func put(_ priority: String, before text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { priority + $0 }.joined(separator: "\n")
    }
}
