import CGStreamer

/// A literal as a C string. It lives as long as the plugin is loaded, and nobody frees it.
@inline(__always)
func text(_ literal: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// A new C string with the parts one behind the other; null parts are passed over. To be freed with `g_free`.
func joined(_ parts: UnsafePointer<CChar>?...) -> UnsafeMutablePointer<CChar>? {
    guard let string = g_string_new(nil) else { return nil }
    for part in parts {
        if let part { g_string_append(string, part) }
    }
    return g_string_free(string, 0)
}

/// A path as it is if it is absolute, or else below a folder. To be freed with `g_free`.
func wholePath(_ path: UnsafePointer<CChar>, below folder: UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>? {
    path[0] == CChar(truncatingIfNeeded: UInt8(ascii: "/")) ? g_strdup(path) : joined(folder, text("/"), path)
}

/// A copy of a C string that Swift sees as a tuple. It ends with 0 within the tuple. To be freed with `g_free`.
func copied<Characters>(_ characters: Characters) -> UnsafeMutablePointer<CChar>? {
    withUnsafeBytes(of: characters) {
        g_strndup($0.baseAddress?.assumingMemoryBound(to: CChar.self), gsize($0.count))
    }
}

extension UnsafeMutablePointer {
    /// The same address as that of another type: GObject's types begin with their parent.
    @inline(__always)
    func `as`<Other>(_ type: Other.Type) -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }
}
