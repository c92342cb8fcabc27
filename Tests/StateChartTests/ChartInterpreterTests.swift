import ChartTools
import Testing

@testable import StateChart

@Suite("One step of a chart, as SCXML 1.0 has it")
struct ChartInterpreterTests {
    private func interpreter(_ states: String, attributes: String = "") throws -> ChartInterpreter {
        ChartInterpreter(
            try ChartReader.read(SmallCharts.document(states, attributes: attributes), file: "small.scxml"))
    }

    private func performed(_ step: ChartStep) -> [String] {
        step.actions.compactMap { action in
            guard case .perform(let name) = action else { return nil }
            return name
        }
    }

    private func says(_ name: String) -> String {
        "<onentry><tf:in-\(name)/></onentry><onexit><tf:out-\(name)/></onexit>"
    }

    @Test("Without an initial state, the first one in the document is entered")
    func defaultInitial() throws {
        let chart = try interpreter("<state id=\"a\"><state id=\"b\"/><state id=\"c\"/></state><state id=\"d\"/>")
        #expect(chart.start() == ChartStep(transitions: [], states: ["b"], actions: []))
    }

    @Test("An initial transition's actions come after the state's own and before those of the child")
    func initialOrder() throws {
        let chart = try interpreter(
            """
            <state id="a"><initial><transition tf:id="begin" target="b"><tf:on-the-way/></transition></initial>
            \(says("a"))<state id="x"/><state id="b">\(says("b"))</state></state>
            """)
        let step = chart.start()
        #expect(step.transitions == ["begin"])
        #expect(step.states == ["b"])
        #expect(performed(step) == ["in-a", "on-the-way", "in-b"])
    }

    @Test("States are left from the inside out, last first, and entered from the outside in, first first")
    func order() throws {
        let chart = try interpreter(
            """
            <state id="a">\(says("a"))<transition tf:id="go" event="go" target="p"><tf:between/></transition>
            <state id="b">\(says("b"))</state></state>
            <parallel id="p">\(says("p"))<transition tf:id="back" event="back" target="a"/>
            <state id="q">\(says("q"))</state><state id="r">\(says("r"))</state></parallel>
            """)
        #expect(
            performed(chart.step(from: ["b"], event: "go")) == ["out-b", "out-a", "between", "in-p", "in-q", "in-r"])
        #expect(performed(chart.step(from: ["q", "r"], event: "back")) == ["out-r", "out-q", "out-p", "in-a", "in-b"])
    }

    @Test("The first matching transition in document order is taken, and a state's own before those of outer states")
    func selection() throws {
        let chart = try interpreter(
            """
            <state id="a"><transition tf:id="outer" event="e" target="c"/>
            <state id="b"><transition tf:id="guarded" event="e" cond="In('c')" tf:guard="never" target="c"/>
            <transition tf:id="first" event="e" target="d"/><transition tf:id="second" event="e" target="c"/></state>
            <state id="d"/></state><state id="c"/>
            """)
        #expect(chart.step(from: ["b"], event: "e").transitions == ["first"])
        #expect(chart.step(from: ["d"], event: "e").transitions == ["outer"])
        #expect(chart.step(from: ["c"], event: "e") == ChartStep(transitions: [], states: ["c"], actions: []))
    }

    @Test("An event is matched by its own name, by its part before a dot, and by an asterisk")
    func descriptors() throws {
        let transition = try #require(
            ChartReader.read(
                SmallCharts.document("<state id=\"a\"><transition tf:id=\"t\" event=\"foo bar.*\"/></state>"),
                file: "small"
            ).transitions.first?.transition)
        #expect(transition.matches("foo") && transition.matches("foo.bar") && transition.matches("bar.baz"))
        #expect(!transition.matches("foobar") && !transition.matches("fo") && !transition.matches("baz"))
        #expect(transition.with(\.events, ["*"]).matches("anything"))
    }

    @Test("A transition without a target leaves and enters nothing")
    func targetless() throws {
        let chart = try interpreter(
            "<state id=\"a\">\(says("a"))<transition tf:id=\"t\" event=\"e\"><tf:act/></transition></state>")
        #expect(
            chart.step(from: ["a"], event: "e")
                == ChartStep(transitions: ["t"], states: ["a"], actions: [.perform("act")]))
    }

    @Test("An internal transition keeps its state, an external one leaves and enters it again")
    func internalAndExternal() throws {
        let chart = try interpreter(
            """
            <state id="a">\(says("a"))<transition tf:id="in" event="in" type="internal" target="b"/>
            <transition tf:id="out" event="out" target="b"/><state id="b">\(says("b"))</state></state>
            """)
        #expect(performed(chart.step(from: ["b"], event: "in")) == ["out-b", "in-b"])
        #expect(performed(chart.step(from: ["b"], event: "out")) == ["out-b", "out-a", "in-a", "in-b"])
    }

    private var regions: String {
        """
        <parallel id="p">
        <state id="r"><transition tf:id="r-in" event="e" type="internal" target="r2"/>
        <transition tf:id="r-out" event="f" target="r2"/><state id="r1"/><state id="r2"/></state>
        <state id="s"><transition tf:id="s-in" event="e f" cond="In('r1')" tf:guard="first" type="internal" target="s2"/>
        <state id="s1"/><state id="s2"/></state>
        </parallel>
        """
    }

    @Test("Regions answer the same event together, and a guard sees the states before the step")
    func regionsTogether() throws {
        let step = try interpreter(regions).step(from: ["r1", "s1"], event: "e")
        #expect(step.transitions == ["r-in", "s-in"])
        #expect(step.states == ["r2", "s2"])
    }

    @Test("An external transition of a region leaves the whole parallel, and pre-empts the region after it")
    func preemption() throws {
        let step = try interpreter(regions).step(from: ["r1", "s1"], event: "f")
        #expect(step.transitions == ["r-out"])
        #expect(step.states == ["r2", "s1"])
    }

    @Test("A transition of an inner state pre-empts one of an outer state that comes first in the document")
    func innerPreempts() throws {
        let chart = try interpreter(
            """
            <parallel id="p"><transition tf:id="whole" event="e" target="p"/>
            <state id="a"/><state id="b"><transition tf:id="inner" event="e" target="b"/></state></parallel>
            """)
        #expect(chart.step(from: ["a", "b"], event: "e").transitions == ["inner"])
    }
}
