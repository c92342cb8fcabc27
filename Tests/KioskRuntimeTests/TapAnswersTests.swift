import FocusCore
import Testing

@testable import KioskRuntime

/// The client that an answer belongs to.
@Suite struct TapAnswersTests {
    private let tap = Input.Event.viewTapped(x: 0.5, y: 0.5)
    private let touch = Input.Event.touchesLost
    private let answered = Input.Event.viewShown
    private let report = StateReport(
        state: .autoAndForceLocked(.init(x: 0.5, y: 0.5)), point: nil, cause: .tap, rule: .start, indicator: .unchanged)

    private func run(
        _ answers: inout TapAnswers, _ event: Input.Event, _ client: UInt64? = nil, _ effects: Effect...
    ) -> [TapAnswers.Answer] {
        answers.beginStep(of: event, client)
        var all = effects.compactMap { answers.take($0) }
        if let overtaken = answers.endStep() { all.append(.overtaken(overtaken)) }
        return all
    }

    @Test("A waiting tap is answered once, when the camera has accepted it")
    func accepted() {
        var answers = TapAnswers()
        #expect(run(&answers, tap, 1) == [])
        #expect(run(&answers, answered, nil, .state(report)) == [.accepted(1, report)])
        #expect(run(&answers, answered, nil, .state(report)) == [])
    }

    @Test("A gesture that is no tap does not answer the waiting client")
    func palm() {
        var answers = TapAnswers()
        #expect(run(&answers, tap, 1) == [])
        for reason in TapIgnored.allCases where reason != .overtaken {
            #expect(run(&answers, touch, nil, .tapIgnored(reason)) == [])
        }
        #expect(run(&answers, touch, nil, .tapRefused(.noCamera)) == [])
        #expect(run(&answers, answered, nil, .state(report)) == [.accepted(1, report)])
    }

    @Test("A second client's tap overtakes the first; the state is the second's")
    func secondClient() {
        var answers = TapAnswers()
        #expect(run(&answers, tap, 1) == [])
        #expect(run(&answers, tap, 2, .tapIgnored(.overtaken)) == [.overtaken(1)])
        #expect(run(&answers, answered, nil, .state(report)) == [.accepted(2, report)])
    }

    @Test("A second client's tap beside the picture does not affect the first client's")
    func secondClientBeside() {
        var answers = TapAnswers()
        #expect(run(&answers, tap, 1) == [])
        #expect(run(&answers, tap, 2, .tapIgnored(.outsideView)) == [.ignored(2, .outsideView)])
        #expect(run(&answers, answered, nil, .state(report)) == [.accepted(1, report)])
    }

    @Test("A finger's tap overtakes a client's; the state is no answer to the client")
    func touchOvertakes() {
        var answers = TapAnswers()
        #expect(run(&answers, tap, 1) == [])
        #expect(run(&answers, touch, nil, .tapIgnored(.overtaken)) == [.overtaken(1)])
        #expect(run(&answers, answered, nil, .state(report)) == [])
    }

    @Test("A client's tap overtakes a finger's")
    func touchIsOvertaken() {
        var answers = TapAnswers()
        #expect(run(&answers, tap, 2, .tapIgnored(.overtaken)) == [])
        #expect(run(&answers, answered, nil, .tapRefused(.cameraRefused)) == [.refused(2, .cameraRefused)])
    }

    @Test("An effect of the tap's own step is its answer")
    func atOnce() {
        var answers = TapAnswers()
        #expect(run(&answers, tap, 1, .tapRefused(.noCamera)) == [.refused(1, .noCamera)])
        #expect(run(&answers, tap, 1, .state(report)) == [.accepted(1, report)])
        #expect(run(&answers, tap, 1) == [])
        #expect(
            run(&answers, tap, 2, .tapIgnored(.overtaken), .state(report)) == [.overtaken(1), .accepted(2, report)])
        #expect(answers.waiting == nil)
    }

    @Test("The view shown, the camera gone and the end are answers too")
    func ends() {
        var answers = TapAnswers()
        for (effect, answer) in [
            (Effect.tapIgnored(.overtaken), TapAnswers.Answer.overtaken(1)),
            (.tapRefused(.noCamera), .refused(1, .noCamera)), (.stopped(isComplete: true), .overtaken(1)),
        ] {
            #expect(run(&answers, tap, 1) == [])
            #expect(run(&answers, answered, nil, effect) == [answer])
            #expect(answers.waiting == nil)
        }
    }
}
