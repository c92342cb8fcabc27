import Testing

@testable import WebGateway

/// From the path in an address to a file.
@Suite struct PageTests {
    @Test(
        "A path leads to a file of the folder, and its name tells the type",
        arguments: [
            ("/", ["index.html"], "text/html; charset=utf-8"),
            ("/index.html", ["index.html"], "text/html; charset=utf-8"),
            ("/tapfocus.js", ["tapfocus.js"], "text/javascript; charset=utf-8"),
            ("/measure.wasm", ["measure.wasm"], "application/wasm"),
            ("/tapfocus.d.ts", ["tapfocus.d.ts"], "text/plain; charset=utf-8"),
            ("/a/b-c_d~1/e.css", ["a", "b-c_d~1", "e.css"], "text/css; charset=utf-8"),
            ("/kiosk%2ejs", ["kiosk.js"], "text/javascript; charset=utf-8"), ("/a.png", ["a.png"], "image/png"),
            ("/a.svg", ["a.svg"], "image/svg+xml"), ("/a.json", ["a.json"], "application/json"),
        ])
    func files(path: String, names: [String], type: String) throws {
        let found = try #require(PagePath(path))
        #expect(found.names == names && found.type.contentType == type)
    }

    @Test(
        "Nothing leads out of the folder, to hidden files, to folders or to other types",
        arguments: [
            "", "index.html", "/../index.html", "/a/../../etc/passwd.txt", "/..", "/.", "/%2e%2e/a.js",
            "/%2E%2E%2Fa.js",
            "/a%2f..%2f..%2fb.js", "/..%5ca.js", "/a\\b.js", "//etc/a.js", "/a//b.js", "/a/", "/.git/config.json",
            "/.a.js",
            "/a.js%00.html", "/a%00.js", "/a%0a.js", "/a%", "/a%2", "/a%zz.js", "/%252e%252e/a.js", "/a b.js",
            "/a%20b.js",
            "/a", "/a.", "/a.php", "/a.JS", "/js", "/a.js.", "/a.js~", "/a:b.js", "/a;b.js", "/ä.js",
            "/%c0%ae%c0%ae/a.js",
            "/a.js?x", "/a.js#x", "/1/2/3/4/5/6/7/8/9.js", "/" + String(repeating: "a", count: 126) + ".js",
        ])
    func noFiles(path: String) {
        #expect(PagePath(path) == nil)
    }

    @Test(
        "A browser that names the tag has the file already",
        arguments: [
            (nil, false), ("", false), ("*", true), ("TAG", true), ("W/TAG", true), ("\"x\", TAG", true),
            (" \t TAG \t,\"y\"", true), ("\"x\"", false), ("TAGx", false), ("w/TAG", false), ("\"\"", false),
        ] as [(String?, Bool)])
    func tags(header: String?, isKnown: Bool) {
        let tag = [1, 2, 3].withUnsafeBytes { EntityTag(of: $0) }
        let written = header?.split(separator: "TAG", omittingEmptySubsequences: false).joined(
            separator: tag.description)
        #expect(tag.isIn(written) == isKnown)
    }

    @Test("Another content has another tag, of the same length or not")
    func otherTags() {
        func tag(_ bytes: [UInt8]) -> EntityTag { bytes.withUnsafeBytes { EntityTag(of: $0) } }
        #expect(Set([tag([]), tag([0]), tag([0, 0]), tag([1]), tag([1, 0]), tag([0, 1])]).count == 6)
        #expect(tag([1, 2]) == tag([1, 2]))
    }

    @Test(
        "The pages are beside an installed program, and in the build folder of a checkout",
        arguments: [
            ("/usr/local/bin/tapfocus-web", ["/usr/local/share/tapfocus/web"]), ("/tapfocus-web", []), ("", []),
            (
                "/home/a/b/.build/static/x/release/tapfocus-web",
                ["/home/a/b/.build/static/x/share/tapfocus/web", "/home/a/b/.build/web"]
            ),
        ])
    func folders(program: String, folders: [String]) {
        #expect(PageFolders.candidates(of: program) == folders)
    }
}
