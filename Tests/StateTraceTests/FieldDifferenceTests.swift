import StateTrace
import Testing

@Suite struct FieldDifferenceTests {
    private func between(_ recorded: String, _ came: String) -> [String] {
        FieldDifference.between(recorded.utf8, came.utf8).map(words)
    }

    private func words(_ difference: FieldDifference) -> String {
        "\(difference.path): \(difference.recorded ?? "-") \(difference.came ?? "-")"
    }

    @Test("Fields that differ are named by the way to them")
    func fields() {
        #expect(between(#"{"a":1}"#, #"{ "a" : 1 }"#) == [])
        #expect(between(#"{"a":{"b":[1,2]}}"#, #"{"a":{"b":[1,3]}}"#) == ["a.b[1]: 2 3"])
        #expect(between(#"{"a":1,"b":2}"#, #"{"b":2,"c":"x"}"#) == ["a: 1 -", #"c: - "x""#])
        #expect(between(#"{"a":[1,2]}"#, #"{"a":[1]}"#) == ["a[1]: 2 -"])
        #expect(between(#"{"a":null}"#, #"{"a":{}}"#) == ["a: null {}"])
        #expect(between("1", "2") == [": 1 2"])
        #expect(between(#"{"a":null}"#, #"{"a":{"b":[1,2]}}"#) == [#"a: null {"b":[1,2]}"#])
        #expect(between(#"{"a":{"idle":{}}}"#, #"{"a":{"busy":{"_0":1}}}"#) == [#"a: {"idle":{}} {"busy":{"_0":1}}"#])
    }

    @Test("Numbers are compared as they are written, so none is too large")
    func numbers() {
        #expect(
            between("[9223372036854775807]", "[9223372036854775806]") == [
                "[0]: 9223372036854775807 9223372036854775806"
            ])
    }

    @Test("JSON that cannot be read is one field")
    func unreadable() {
        #expect(between("{", "{}") == [": { {}"])
        #expect(between("{", "{") == [])
    }

    @Test("Effects of one kind are compared with each other, and others are named")
    func effects() {
        func differences(_ recorded: String, _ came: String) -> [String] {
            FieldDifference.betweenEffects(recorded, came).map(words)
        }
        let (call, arm) = (#"{"call":{"id":1}}"#, #"{"arm":{"id":"idle"}}"#)
        #expect(differences("[\(call)]", "[\(call)]") == [])
        #expect(differences("[\(call),\(arm)]", #"[{"call":{"id":2}},\#(arm)]"#) == ["call.id: 1 2"])
        #expect(differences("[\(arm),\(call)]", "[\(call)]") == ["arm: \(arm) -"])
        #expect(differences("[\(call)]", "[\(call),\(arm)]") == ["arm: - \(arm)"])
        #expect(differences("[]", "[\(call)]") == ["call: - \(call)"])
        #expect(differences("7", "[]") == [": 7 []"])
        #expect(differences("[7]", "[\(call)]") == ["[0]: 7 \(call)"])
    }
}
