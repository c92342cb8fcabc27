/// A file descriptor that closes itself.
struct OwnedDescriptor: ~Copyable {
    let rawValue: Int32

    init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// Closes it now. Linux frees the number even if close fails, so an error needs no action.
    consuming func close() {}

    /// Releases it without closing it: the caller closes it.
    consuming func release() -> Int32 {
        let fd = rawValue
        discard self
        return fd
    }

    deinit { Kernel.close(rawValue) }
}
