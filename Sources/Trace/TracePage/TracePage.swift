import CTracePage

/// A trace as one HTML page that needs no network: its lines, compressed, and the script that draws them.
///
/// Nothing of a trace becomes a part of the page's markup: it is base64, which the script reads. And a browser runs only the
/// page's own script and style: they carry a word (a nonce, Content Security Policy Level 3) that the policy names, and that is
/// made up when the page is written, so that no trace can contain it.
public struct TracePage {
    private var text = CompressedText()

    /// - Parameter about: a JSON object, in one line, that tells about the file.
    public init(about: String) {
        text.append(about.utf8)
        text.append([0x0a])
    }

    /// Adds a line of the trace, as it is in the file.
    /// - Parameter notes: the line in words, and what is derived from it: fields without tabs and line feeds.
    public mutating func add(_ line: UnsafeRawBufferPointer, notes: [String]) {
        text.append(line)
        text.append([0x0a])
        for (index, note) in notes.enumerated() {
            if index > 0 { text.append([0x09]) }
            text.append(note.utf8)
        }
        text.append([0x0a])
    }

    /// Ends the page.
    /// - Parameters:
    ///   - closing: a JSON object, in one line, that tells what was found at the end of the file.
    ///   - engine: the engine as a WebAssembly module; nil: the page answers no "what if?".
    /// - Returns: the page, in UTF-8.
    public consuming func html(closing: String, engine: [UInt8]?) -> [UInt8] {
        text.append(closing.utf8)
        text.append([0x0a])
        var module: [UInt8] = []
        if let engine {
            var compressed = CompressedText()
            compressed.append(engine)
            module = compressed.finish()
        }
        let nonce = Self.nonce()
        return Self.filled(
            PageSources.page,
            [
                "policy": Array(Self.policy(nonce).utf8), "nonce": Array(nonce.utf8),
                "style": PageSources.style, "script": PageSources.script, "trace": text.finish(),
                "engine": module,
            ])
    }

    /// No requests at all; the page's own script and style, and WebAssembly.
    private static func policy(_ nonce: String) -> String {
        "default-src 'none'; script-src 'nonce-\(nonce)' 'wasm-unsafe-eval'; style-src 'nonce-\(nonce)'; "
            + "base-uri 'none'; form-action 'none'"
    }

    /// 128 bits of the system's random source, in base64.
    private static func nonce() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return String(decoding: Base64.text(of: bytes), as: UTF8.self)
    }

    /// The template, in which {{name}} stands for a value.
    private static func filled(_ template: [UInt8], _ values: [String: [UInt8]]) -> [UInt8] {
        var page: [UInt8] = []
        var rest = template[...]
        let brace = UInt8(ascii: "{")
        while let start = rest.firstIndex(of: brace) {
            page += rest[..<start]
            rest = rest[start...]
            if rest.starts(with: "{{".utf8), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
                page += values[String(decoding: rest[(start + 2)..<end], as: UTF8.self)] ?? []
                rest = rest[(end + 2)...]
            } else {
                page.append(brace)
                rest = rest.dropFirst()
            }
        }
        return page + rest
    }
}

/// The sources of the page, which are in the program.
enum PageSources {
    /// The template, in which {{name}} stands for a value.
    static var page: [UInt8] { bytes(tapfocus_page_html()) }
    static var style: [UInt8] { bytes(tapfocus_page_css()) }
    static var script: [UInt8] { bytes(tapfocus_page_script()) }

    private static func bytes(_ source: tapfocus_page_source) -> [UInt8] {
        Array(UnsafeBufferPointer(start: source.bytes, count: Int(source.count)))
    }
}
