import CommandLineWords
import Testing

@Suite struct NearestTests {
    @Test(
        "A name is proposed where at most half of the letters are others, or where it alone begins with a short option's letter",
        arguments: [
            ("stat", ["tap", "status"], "status"), ("show", ["show-view"], "show-view"),
            ("re", ["tap", "replay"], "replay"),
            ("rum", ["run", "tap"], "run"), ("shwo", ["stats", "show"], "show"), ("--prot", ["--port"], "--port"),
            ("-json", ["--json"], "--json"), ("VEW", ["view"], "view"),
            ("tpa", ["run", "tap"], "tap"), ("rnu", ["tap", "run"], "run"), ("ab", ["ba"], "ba"),
            ("foo", ["json", "view"], nil), ("-v", ["watch", "view", "--help", "--version"], "--version"),
            ("-V", ["--version"], "--version"), ("-c", ["--camera", "--config"], nil), ("-x", ["--json"], nil),
            ("--quiet", ["--quirks", "--json"], nil), ("x", ["y"], nil), ("", ["y"], nil), ("run", [], nil),
        ] as [(String, [String], String?)])
    func near(given: String, names: [String], wanted: String?) {
        #expect(Nearest.near(given, among: names) == wanted)
        #expect(Nearest.name(to: given, among: names) == (wanted.map { " Did you mean \"\($0)\"?" } ?? ""))
    }
}
