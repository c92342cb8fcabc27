import SimulatedDevices
import Testing

@testable import PhotoFile

/// Paths below the holder's folder.
@Suite struct PhotoPathTests {
    private func path(_ text: String, below root: String = "/srv/photos") -> String? {
        guard let path = PhotoPath(text.utf8, below: root.utf8) else { return nil }
        return String(decoding: path.folder, as: UTF8.self) + "|" + String(decoding: path.name, as: UTF8.self)
    }

    @Test(
        "A path below the folder is a folder and a name",
        arguments: [
            ("near.jpg", "|near.jpg"), ("today/near.jpg", "today|near.jpg"), ("./a//b/./c.jpg", "a/b|c.jpg"),
            ("/srv/photos/near.jpg", "|near.jpg"), ("/srv/photos//a/b.jpg", "a|b.jpg"), ("..jpg", "|..jpg"),
            ("é/ü.jpg", "é|ü.jpg"), (".hidden", "|.hidden"),
        ])
    func below(text: String, wanted: String) { #expect(path(text) == wanted) }

    @Test(
        "A path that leads elsewhere, or names no file, is refused",
        arguments: [
            "", "/", ".", "..", "a/", "a/.", "a/..", "../a.jpg", "a/../b.jpg", "/etc/passwd", "/srv/photos",
            "/srv/photos/", "/srv/photosecret/a.jpg", "/srv/photos/../a.jpg", "a\u{0}b.jpg",
            ".tapfocus-1-0.part", String(repeating: "a", count: 256),
        ])
    func elsewhere(text: String) { #expect(path(text) == nil) }

    @Test("A folder with a slash at its end, and the root, are folders, too")
    func roots() {
        #expect(path("/srv/photos/a.jpg", below: "/srv/photos/") == "|a.jpg")
        #expect(path("/srv/a.jpg", below: "/") == "srv|a.jpg")
    }

    @Test("Whatever the path, no part of what comes out leads upwards", arguments: [UInt64](0..<20))
    func anyPath(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let parts = [".", "..", "/", "a", "srv", "photos", "//", "\u{0}", "é"]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in parts.randomElement(using: &random)! }
                .joined()
            guard let path = PhotoPath(text.utf8, below: "/srv/photos".utf8) else { continue }
            let all = path.folder.split(separator: UInt8(ascii: "/")).map { Array($0) } + [path.name]
            #expect(all.allSatisfy { $0 != Array("..".utf8) && $0 != Array(".".utf8) && !$0.isEmpty })
            #expect(all.allSatisfy { !$0.contains(0) && !$0.contains(UInt8(ascii: "/")) })
            #expect(path.folder.first != UInt8(ascii: "/"))
        }
    }
}
