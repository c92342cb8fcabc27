import Testing

@testable import TracePage

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-4 (NIST), and lengths about the border of a block.
    @Test(
        "The hash is that of the standard's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000),
                "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
            ),
        ])
    func examples(text: String, expected: String) {
        #expect(hexadecimal(SHA256.hash(Array(text.utf8))) == expected)
    }

    @Test("Messages of 55 to 65 bytes get the room that their length needs")
    func borders() {
        let hashes = (55...65).map { hexadecimal(SHA256.hash([UInt8](repeating: 0x61, count: $0))) }
        #expect(hashes[0] == "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318")
        #expect(hashes[9] == "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb")
        #expect(Set(hashes).count == 11)
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { (byte: UInt8) in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
