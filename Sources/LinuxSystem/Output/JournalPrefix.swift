/// The beginning of a line for systemd's journal, which takes it off and keeps it as the line's priority (sd-daemon(3)).
package enum JournalPrefix {
    package static let warning = "<4>"
    package static let information = "<6>"
    package static let detail = "<7>"
}
