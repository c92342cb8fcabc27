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
}
