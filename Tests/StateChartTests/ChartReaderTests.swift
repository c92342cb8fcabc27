import Foundation
import Testing

@testable import ChartTools
@testable import StateChart

@Suite("Reading a chart")
struct ChartReaderTests {
    @Test(
        "Each error names its line, what was found and what was expected",
        arguments: [
            ("<state/>", "small.scxml:3: <state> has no id; expected id=\"…\""),
            (
                "<state id=\"a\">hello</state>",
                "small.scxml:3: the text \"hello\" stands between the elements; expected none"
            ),
            (
                "<state id=\"a\"><transition tf:id=\"t\" event=\"e\" cond=\"x &lt; 3\"/></state>",
                "small.scxml:3: cond is x < 3; expected In('state'), the null data model's only condition"
            ),
            (
                "<state id=\"a\"><transition tf:id=\"t\" event=\"e\" cond=\"In('a')\"/></state>",
                "small.scxml:3: the guard In('a') has no name; expected tf:guard=\"…\""
            ),
            (
                "<state id=\"a\"><transition tf:id=\"t\" target=\"a\"/></state>",
                "small.scxml:3: a transition without an event; expected event=\"…\", which every transition needs"
            ),
            (
                "<state id=\"a\"><transition event=\"e\" type=\"inner\"/></state>",
                "small.scxml:3: type is inner; expected internal or external"
            ),
            (
                "<state id=\"a\"><transition event=\"e\" when=\"now\"/></state>",
                "small.scxml:3: <transition> has the attribute when; expected event, cond, target, type"
            ),
            (
                "<state id=\"a\"><onentry><send event=\"e\" id=\"s\" delay=\"soon\"/></onentry></state>",
                "small.scxml:3: delay is soon; expected a time such as 3s or 2500ms"
            ),
            (
                "<state id=\"a\" tf:transient=\"yes\"/>",
                "small.scxml:3: transient is yes; expected true or false"
            ),
            (
                "<state id=\"a\" tf:timer=\"forceLock\"/>",
                "small.scxml:3: <state> has the attribute timer; expected timers, awaits, transient"
            ),
            ("<state id=\"a\" initial=\"b\"/>", "small.scxml:3: a has no inner states; expected no initial"),
            ("", "small.scxml:2: the chart has no states; expected at least one <state>"),
        ])
    func errors(states: String, message: String) {
        #expect(SmallCharts.error(states) == message)
    }

    @Test(
        "Elements of the standard that would be ignored are refused",
        arguments: ["final", "history", "datamodel", "invoke"])
    func unsupported(element: String) {
        let error = SmallCharts.error("<state id=\"a\"><\(element)/></state>")
        #expect(
            error?.hasPrefix("small.scxml:3: <\(element)> in <state> is not supported; expected state, parallel")
                == true)
    }

    @Test("The error for a missing file names the file")
    func missingFile() {
        #expect(throws: ChartError.self) { try ChartReader.read(contentsOf: URL(fileURLWithPath: "/nowhere/a.scxml")) }
    }

    @Test(
        "What is no XML, or more of XML than charts have, is refused in its line",
        arguments: [
            ("<state id=\"a\">", "ends with another name"), ("<state id=\"a\" id=\"b\"/>", "has id twice"),
            ("<state id=\"a\"tf:timers=\"\"/>", "no space before tf:timers"), ("<state id=a/>", "the value of id"),
            ("<state id=\"&own;\"/>", "the value of id"), ("<state id=\"a\"><![CDATA[x]]></state>", "without a name"),
            ("<!-- <state id=\"a\"/>", "a comment has no end"), ("<state id=\"<\"/>", "the value of id"),
        ])
    func noXML(states: String, reason: String) {
        let error = SmallCharts.error(states)
        #expect(error?.contains("not well-formed XML") == true && error?.contains(reason) == true, "\(error ?? "")")
    }

    @Test("Entities, numbers of characters and line feeds in a value are what they stand for")
    func references() {
        let condition = "x &lt;&#60;&#x3c;&amp;&quot;&apos;\n3"
        let states = "<state id='a'><transition tf:id='t' event='e' cond=\"\(condition)\"/></state>"
        #expect(SmallCharts.error(states)?.contains("cond is x <<<&\"' 3;") == true)
    }

    @Test("Deep nesting is refused, not followed")
    func deepNesting() {
        let deep = (0..<200).map { "<state id=\"s\($0)\">" }.joined() + String(repeating: "</state>", count: 200)
        #expect(SmallCharts.error(deep)?.contains("nested deeper than 32") == true)
    }

    @Test(
        "Delays are read as the standard writes them",
        arguments: [("3s", 3_000_000_000), ("2500ms", 2_500_000_000), ("0.5s", 500_000_000)])
    func delays(text: String, nanoseconds: Int) throws {
        let states = "<state id=\"a\"><onentry><send event=\"e\" id=\"s\" delay=\"\(text)\"/></onentry></state>"
        let chart = try ChartReader.read(SmallCharts.document(states), file: "small")
        guard case .send(_, _, let delay) = chart.states[1].onEntry.first else {
            Issue.record("no send")
            return
        }
        #expect(delay.nanoseconds == Int64(nanoseconds))
    }

    @Test("The checks find charts that are well-formed but have no meaning")
    func findings() throws {
        #expect(
            try SmallCharts.findings(
                """
                <state id="a"><onentry><send event="late" id="timer" delay="1s"/></onentry>
                <transition tf:id="t" event="e" target="nowhere"/><transition event="f" target="a"/></state>
                <state id="a"><transition tf:id="t" event="g" cond="In('b')" tf:guard="there" target="a"/>
                <onexit><cancel sendid="other"/></onexit></state>
                <state id="island"/>
                """) == [
                    "a sends late as timer and never cancels it; expected <cancel>",
                    "a transition has no id; expected tf:id=\"…\"",
                    "t leads to nowhere; expected the id of a state",
                    "a second state is called a; expected another id",
                    "a second transition is called t; expected another id",
                    "a cancels other, which nobody sends; expected a send's id",
                    "In('b') names no state; expected the id of a state",
                    "nothing leads into a; expected a transition to it",
                    "nothing leads into island; expected a transition to it",
                ])
    }

    @Test("A state that names a timer which the engine does not have is found")
    func timerNames() throws {
        let states = """
            <state id="a" tf:timers="forceLock alarm" tf:awaits="answer holdCheck bell"/>
            """
        #expect(
            try SmallCharts.findings(states) == [
                "a names alarm; expected one of the engine's timers",
                "a names bell; expected one of the engine's timers",
            ])
    }

    @Test("The hash is FNV-1a, and ignores comments, guard names and positions in the drawing")
    func hash() throws {
        // The published test vectors of FNV-1a with 64 bits.
        #expect(ChartIdentity.fnv1a("".utf8) == 0xcbf2_9ce4_8422_2325)
        #expect(ChartIdentity.fnv1a("a".utf8) == 0xaf63_dc4c_8601_ec8c)
        #expect(ChartIdentity.fnv1a("foobar".utf8) == 0x8594_4171_f739_67e8)

        let text = String(decoding: try ChartFiles.data("focus-exposure.scxml"), as: UTF8.self)
        func hashed(_ text: String) throws -> String {
            ChartIdentity(of: try ChartReader.read(Data(text.utf8), file: "changed")).description
        }
        #expect(
            try hashed(text.replacing("draw:at=\"300,220\"", with: "").replacing("movedMeanwhile", with: "other"))
                == Chart.hashOfFocusExposure)
        #expect(try hashed(text.replacing("delay=\"3s\"", with: "delay=\"3000ms\"")) == Chart.hashOfFocusExposure)
        #expect(try hashed(text.replacing("delay=\"3s\"", with: "delay=\"4s\"")) != Chart.hashOfFocusExposure)
    }
}
