import CZlib
import Foundation
import Testing

@testable import TracePage

@Suite struct TracePageTests {
    @Test("The page's script has every file of the folder of its sources")
    func everyScript() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/Trace/TracePage/Resources").standardized
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".js") }
        #expect(!names.isEmpty)
        let script = Data(PageSources.script)
        for name in names {
            #expect(script.range(of: try Data(contentsOf: folder.appending(path: name))) != nil, "\(name)")
        }
    }

    /// The text of a data block of a page, decompressed.
    private func block(_ id: String, of html: String) throws -> [UInt8] {
        let start = try #require(html.range(of: "id=\"\(id)\">")?.upperBound)
        let end = try #require(html[start...].range(of: "</script>")?.lowerBound)
        guard start != end else { return [] }
        return try inflated(try #require(Data(base64Encoded: String(html[start..<end]))))
    }

    private func inflated(_ data: Data) throws -> [UInt8] {
        var stream = z_stream()
        #expect(inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var (input, output) = ([UInt8](data), [UInt8](repeating: 0, count: 8 << 20))
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        #expect(status == Z_STREAM_END)
        return Array(output[..<Int(stream.total_out)])
    }

    private func page(_ lines: [(String, [String])], engine: [UInt8]? = nil) -> String {
        var page = TracePage(about: #"{"file":"a"}"#)
        for (line, notes) in lines { Array(line.utf8).withUnsafeBytes { page.add($0, notes: notes) } }
        return String(decoding: page.html(closing: #"{"damage":[]}"#, engine: engine), as: UTF8.self)
    }

    @Test("The page holds each line as it is, and its notes after it")
    func lines() throws {
        let html = page([(#"{"n":1}"#, ["i", "0.5", "words"]), ("{}", ["e"])])
        let text = String(decoding: try block("trace-data", of: html), as: UTF8.self)
        #expect(text == "{\"file\":\"a\"}\n{\"n\":1}\ni\t0.5\twords\n{}\ne\n{\"damage\":[]}\n")
        #expect(try block("engine-data", of: html).isEmpty)
    }

    @Test("Megabytes come back as they went in, whatever the border of a chunk cuts")
    func long() throws {
        let lines = (0..<30_000).map { ("{\"n\":\($0),\"x\":\"\($0 &* 2_654_435_761)\"}", ["i", "\($0)"]) }
        let text = String(decoding: try block("trace-data", of: page(lines)), as: UTF8.self).split(separator: "\n")
        #expect(text.count == 60_002 && text[1 + 2 * 12_345] == lines[12_345].0 && text[2 + 2 * 12_345] == "i\t12345")
    }

    @Test("The engine's bytes come back as they went in")
    func engine() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
        #expect(try block("engine-data", of: page([], engine: bytes)) == bytes)
    }

    /// The random word by which a page's policy allows its script and its style.
    private func nonce(of html: String) throws -> String {
        let start = try #require(html.range(of: "script-src 'nonce-")?.upperBound)
        return String(html[start...].prefix { $0 != "'" })
    }

    @Test("The policy allows the page's own script and style, by a word of 128 bits, and no other")
    func policy() throws {
        let html = page([("{}", ["e"])])
        let nonce = try nonce(of: html)
        #expect(Data(base64Encoded: nonce)?.count == 16)
        #expect(html.components(separatedBy: nonce).count == 5, "twice in the policy, and at a script and a style")
        #expect(
            html.contains("<script type=\"module\" nonce=\"\(nonce)\">") && html.contains("<style nonce=\"\(nonce)\">"))
        #expect(html.contains("style-src 'nonce-\(nonce)'; base-uri 'none'; form-action 'none'\""))
        #expect(html.contains("content=\"default-src 'none'; ") && !html.contains("unsafe-inline"))
        #expect(!html.contains("strict-dynamic"))
    }

    @Test("Each page has another word, so that no trace can know it")
    func nonces() throws {
        let all = try (0..<50).map { _ in try nonce(of: page([])) }
        #expect(Set(all).count == all.count)
    }

    @Test("Nothing of a trace is in the markup, whatever it says")
    func markup() {
        let hostile = #"</script><img src=x onerror="alert(1)">{{script}}"#
        let html = page([(hostile, ["i", hostile])])
        #expect(!html.contains("onerror") && !html.contains("<img"))
        #expect(html.components(separatedBy: "<script").count == 4)
    }

    @Test("The same trace gives the same page, but for the word")
    func same() throws {
        let pages = try (0..<2).map { _ in
            let html = page([("{}", ["e"])])
            return html.replacingOccurrences(of: try nonce(of: html), with: "")
        }
        #expect(pages[0] == pages[1])
    }

    @Test("The page fetches nothing, and its script contains no end of a script")
    func selfContained() {
        let html = page([])
        #expect(
            !html.contains("http://") && !html.contains("https://") && !html.contains(" src=")
                && !html.contains("<link"))
        #expect(html.components(separatedBy: "</script>").count == 4)
    }
}
