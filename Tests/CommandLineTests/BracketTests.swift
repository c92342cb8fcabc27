import FocusCore
import KioskRuntime
import Testing

@testable import tapfocus

/// The files of several photos.
struct BracketTests {
    @Test(
        "The number takes the place of %d, or else comes before the ending of the name",
        arguments: [
            ("doc-%d.jpg", "doc-2.jpg"), ("%d/doc.jpg", "2/doc.jpg"), ("doc.jpg", "doc-2.jpg"), ("doc", "doc-2"),
            ("/srv/a.b/doc", "/srv/a.b/doc-2"), ("/srv/a.b/c.d.jpg", "/srv/a.b/c.d-2.jpg"), ("é.jpg", "é-2.jpg"),
        ])
    func numbers(path: String, wanted: String) { #expect(ClientCommands.numbered(path, 2) == wanted) }

    @Test("Each photo of a bracket of focus names the outermost positions of all, so that none is taken without them")
    func focus() {
        let requests = ClientCommands.several(PhotoRequest(path: "doc.jpg", wait: 1), focus: [0, -0.05, 0.1])
        #expect(requests.map(\.path) == ["doc-1.jpg", "doc-2.jpg", "doc-3.jpg"])
        let wishes: [LensWish?] = [0, -0.05, 0.1].map { LensWish($0, from: -0.05, to: 0.1) }
        #expect(requests.map(\.lens) == wishes)
        #expect(requests.allSatisfy { $0.wait == 1 && $0.ev == nil })
    }
}
