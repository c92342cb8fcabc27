import FocusCore
import Testing

@testable import StateChart

@Suite("Following a chart")
struct ChartRunTests {
    private enum Event: Int, CaseIterable, Sendable { case go, back }

    private static func run(_ states: String) throws -> ChartRun<Event> {
        ChartRun(try ChartReader.read(SmallCharts.document(states), file: "small"), sent: ["alarm": .forceLock])
    }

    private static func facts(_ armed: TimerID...) -> SessionFacts {
        var facts = SessionFacts()
        for id in armed { facts.follow(.arm(id, deadline: Instant(nanoseconds: 1), generation: 1)) }
        return facts
    }

    private static func demand(_ run: inout ChartRun<Event>, _ facts: SessionFacts) -> String? {
        do throws(ChartProblem) {
            try run.endStep(facts, judging: run.table.named)
            return nil
        } catch {
            return error.expected
        }
    }

    @Test("A timer may be armed only where a state names it; one that no state names may be armed anywhere")
    func timers() throws {
        var run = try Self.run(
            """
            <state id="a" tf:timers="idle"><transition tf:id="go" event="go" target="b"/></state>
            <state id="b"><transition tf:id="back" event="back" target="a"/></state>
            """)
        let inA = Self.demand(&run, Self.facts(.idle, .holdCheck))
        let went = run.move(on: .go)
        let (idle, another) = (Self.demand(&run, Self.facts(.idle)), Self.demand(&run, Self.facts(.holdCheck)))
        #expect(inA == nil && went && run.words == "b")
        #expect(idle == "no timer armed but those of other charts" && another == nil)
    }

    @Test("The timer of a delayed event is armed exactly while the state is active that sends it")
    func delayedEvents() throws {
        var run = try Self.run(
            """
            <state id="a"><transition tf:id="go" event="go" target="b"/></state>
            <state id="b"><onentry><send event="late" id="alarm" delay="1s"/></onentry>
            <onexit><cancel sendid="alarm"/></onexit><transition tf:id="back" event="back" target="a"/></state>
            """)
        let inA = (Self.demand(&run, Self.facts()), Self.demand(&run, Self.facts(.forceLock)))
        let went = run.move(on: .go)
        let inB = (Self.demand(&run, Self.facts()), Self.demand(&run, Self.facts(.forceLock)))
        #expect(inA.0 == nil && inA.1 != nil && went)
        #expect(inB.0 == "the timer of this state to be armed" && inB.1 == nil)
    }

    @Test("A transient state is left in the same step, and a state that waits needs something under way")
    func ends() throws {
        var run = try Self.run(
            """
            <state id="a"><transition tf:id="go" event="go" target="b"/></state>
            <state id="b" tf:transient="true"><transition tf:id="on" event="go" target="c"/></state>
            <state id="c" tf:awaits="answer idle"/>
            """)
        let toB = run.move(on: .go)
        let inB = Self.demand(&run, Self.facts())
        let toC = run.move(on: .go)
        #expect(toB && toC && inB == "that this state is left in the same step")

        var asked = Self.facts()
        asked.follow(.releaseFrames(id: 1))
        let nothing = Self.demand(&run, Self.facts())
        let timer = Self.demand(&run, Self.facts(.idle))
        let answer = Self.demand(&run, asked)
        let unknown = run.move(on: .back)
        #expect(nothing == "something under way that leads out of this state" && timer == nil && answer == nil)
        #expect(!unknown)
    }

    @Test("An event that nobody can see leaves two states possible, until something decides between them")
    func unseenEvents() throws {
        var run = try Self.run(
            """
            <state id="a"><transition tf:id="go" event="go" target="b"/></state>
            <state id="b"><transition tf:id="back" event="back" target="a"/></state>
            """)
        run.mayTake(.go)
        #expect(run.words == "a or b")
        let cameBack = run.move(on: .back)
        #expect(cameBack && run.words == "a")
        run.mayTake(.go)
        let (isInB, isInA) = (run.isIn(["b"]), run.isIn(["a"]))
        #expect(isInB && !isInA && run.words == "b")
    }
}
