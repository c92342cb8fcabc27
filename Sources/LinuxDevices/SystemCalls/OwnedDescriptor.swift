/// A file descriptor that closes itself.
struct OwnedDescriptor: ~Copyable {
    /// The number that the kernel knows it by.
    let rawValue: Int32

    init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Closes it now. Linux frees the number whatever close answers, so that there is nothing to do about an error.
    consuming func close() {}

    /// Gives it up without closing it: the caller closes.
    consuming func release() -> Int32 {
        let fd = rawValue
        discard self
        return fd
    }

    deinit {
        Kernel.close(rawValue)
    }
}
