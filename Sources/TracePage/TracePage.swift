import Foundation

/// A trace as one HTML page that needs no network: its lines, compressed, and the script that draws them.
///
/// Nothing of a trace becomes a part of the page's markup: it is base64, which the script reads, and a policy names the page's
/// script and style by their hashes, so that a browser runs no other.
public struct TracePage {
    private var text = CompressedText()

    /// The parts of the script, in their order; each builds upon those before it.
    private static let script = [
        PackageResources.load_js, PackageResources.series_js, PackageResources.model_js, PackageResources.reports_js,
        PackageResources.canvas_js, PackageResources.spans_js, PackageResources.curves_js,
        PackageResources.timeline_js, PackageResources.lanes_js, PackageResources.flags_js,
        PackageResources.readings_js, PackageResources.panels_js, PackageResources.searchpanel_js,
        PackageResources.log_js, PackageResources.whatif_js, PackageResources.pointers_js, PackageResources.main_js,
    ]

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
        let script = Self.wholeScript
        return Self.filled(
            PackageResources.page_html,
            [
                "policy": Array(Self.policy(script: script, style: PackageResources.page_css).utf8),
                "style": PackageResources.page_css, "script": script, "trace": text.finish(), "engine": module,
            ])
    }

    private static var wholeScript: [UInt8] { script.reduce([]) { $0 + $1 } }

    /// No requests at all; the page's own script and style, and WebAssembly.
    private static func policy(script: [UInt8], style: [UInt8]) -> String {
        let hashes = [script, style].map { Data(SHA256.hash($0)).base64EncodedString() }
        return
            "default-src 'none'; script-src 'sha256-\(hashes[0])' 'wasm-unsafe-eval'; style-src 'sha256-\(hashes[1])'; "
            + "base-uri 'none'; form-action 'none'"
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
