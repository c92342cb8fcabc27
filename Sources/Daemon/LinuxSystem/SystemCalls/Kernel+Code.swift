import CLinux

extension Kernel {
    /// Gives back what only the start of the program needed: the pages of its code and constants, 7 MB. They are the file's, and what is
    /// needed later comes back from the page cache. A failure changes nothing. A debugger's breakpoints would be lost.
    package static func giveBackCode() { _ = try? call("madvise") { tapfocus_give_back_code() } }
}
