/// The value of --allow-origin: an origin, as people write it.
enum OriginArgument {
    /// - Throws: a sentence that names what is missing or too much.
    static func origin(_ value: String) throws(WebOptions.Fault) -> Origin {
        guard value != "null" else {
            throw WebOptions.Fault(
                "--allow-origin null would allow every page without an origin, foreign ones in a frame, too. "
                    + "Serve your page through http, and allow that.")
        }
        if let origin = Origin(value) { return origin }
        // The address bar of a browser puts a slash behind an origin.
        if value.utf8.last == UInt8(ascii: "/"), let origin = Origin(String(value.dropLast())) { return origin }
        throw WebOptions.Fault(
            "--allow-origin takes a page's origin, like https://kiosk.example: scheme, host, and perhaps a port. "
                + faults(of: value))
    }

    /// A sentence about a text that is no origin, and a question if one can be seen in it.
    private static func faults(of value: String) -> String {
        let bytes = Array(value.utf8)
        var faults: [String] = []
        var scheme = "http"
        var rest = bytes[...]
        let start = bytes.prefix { !"/?#".utf8.contains($0) }
        if let colon = start.firstIndex(of: UInt8(ascii: ":")), colon > 0, bytes[colon...].starts(with: "://".utf8) {
            scheme = String(decoding: bytes[..<colon], as: UTF8.self)
            rest = bytes[(colon + 3)...]
        } else {
            faults.append("no scheme")
        }
        var authority = rest.prefix { !"/?#".utf8.contains($0) }
        let address = rest.dropFirst(authority.count)
        if let end = authority.lastIndex(of: UInt8(ascii: "@")) {
            faults.append("a user")
            authority = authority[(end + 1)...]
        }
        faults += parts(address)
        let host = String(decoding: authority, as: UTF8.self)
        let meant = Origin("\(scheme)://\(host)")
        if meant == nil { faults.append(fault(ofHost: host)) }
        let question = meant.map { " Did you mean \($0)?" } ?? ""
        return "\"\(value)\" has \(faults.joined(separator: " and ")).\(question)"
    }

    /// Names the parts of an address after its host: a path, a query, a fragment.
    private static func parts(_ address: ArraySlice<UInt8>) -> [String] {
        let path = address.prefix { !"?#".utf8.contains($0) }
        let query = address.dropFirst(path.count).prefix { $0 != UInt8(ascii: "#") }
        var parts: [String] = []
        if path.count > 1 { parts.append("a path") }
        if !query.isEmpty { parts.append("a query") }
        if path.count + query.count < address.count { parts.append("a fragment") }
        return parts
    }

    /// Why an address with this host and port is no origin.
    private static func fault(ofHost text: String) -> String {
        if text.isEmpty { return "no host" }
        if Authority(text) != nil { return "no valid scheme" }
        let name = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        return Authority(String(decoding: name, as: UTF8.self)) == nil ? "no valid host" : "no valid port"
    }
}
