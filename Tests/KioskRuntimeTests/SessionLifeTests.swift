import FocusCore
import Glibc
import Testing

@testable import KioskRuntime

/// The end of a session, and its report.
@Suite struct SessionLifeTests {
    private static let begin = Instant(nanoseconds: 5_000_000_000)

    @Test(
        "The first signal ends the session; those of the same second belong to it; a later one waits for nothing",
        arguments: [
            ([0], [.stop]), ([0, 1, 400, 1000], [.stop, .nothing, .nothing, .nothing]),
            ([0, 1001], [.stop, .giveUp]), ([0, 500, 1001, 1002], [.stop, .nothing, .giveUp, .giveUp]),
        ] as [([Int64], [SessionLife.SignalAnswer])])
    func signals(milliseconds: [Int64], answers: [SessionLife.SignalAnswer]) {
        var life = SessionLife()
        let given = milliseconds.map { life.signalled(at: Self.begin.advanced(by: .milliseconds($0))) }
        #expect(given == answers)
        #expect(!life.isStopping && !life.isOver)
    }

    @Test(
        "The end begins once, and restores the camera unless devices are still being opened",
        arguments: [(.created, true), (.opening, false), (.running, true)] as [(SessionLife.Phase, Bool)])
    func beginning(phase: SessionLife.Phase, restores: Bool) {
        var life = SessionLife()
        life.phase = phase
        let answers = [life.beginEnd(), life.beginEnd()]
        #expect(answers == [restores, false] && life.isStopping && !life.isOver)
    }

    @Test("Of several failures the first is reported, with what helps; an end without one reports nothing")
    func failures() {
        var life = SessionLife()
        #expect(life.end(because: nil) == nil && life.isOver && life.failure == nil)
        let first = life.end(because: "the camera refused some of its original settings. ")
        #expect(first?.description.hasSuffix("Connecting it again resets most cameras.") == true)
        #expect(life.end(because: "the camera did not take them in time. ") == nil)
        #expect(life.failure == first)
    }

    @Test(
        "Standard output that nobody has read or reads ends the session; a full disk, or the journal's restart, does not",
        arguments: [
            (EPIPE, false, true, .stop, true), (EPIPE, false, false, .stop, true), (EPIPE, true, true, .goOn, false),
            (EPIPE, true, false, .goOn, false), (ENOSPC, false, true, .goOn, true), (ENOSPC, false, false, .stop, true),
            (ENOSPC, true, true, .goOn, true), (ENOSPC, true, false, .stop, true), (EBADF, false, false, .stop, true),
        ] as [(Int32, Bool, Bool, SessionLife.OutputAnswer, Bool)])
    func output(
        errno: Int32, isJournal: Bool, hasWritten: Bool, answer: SessionLife.OutputAnswer, isFailure: Bool
    ) {
        var life = SessionLife()
        let error = OutputError(errno)
        #expect(life.outputFailed(error, isJournal: isJournal, hasWritten: hasWritten) == answer)
        #expect((life.outputError == error) == isFailure)
        guard isFailure else { return }
        #expect(life.outputFailed(OutputError(EIO), isJournal: false, hasWritten: true) == .nothing)
        #expect(life.outputError == error)
    }

    @Test("An input that comes while another is handled waits; the work ends when none is left")
    func inputs() {
        let steps = EngineSteps(Configuration())
        var (order, observed, rests): ([Int64], Int, Int) = ([], 0, 0)
        steps.observer = { _, _ in observed += 1 }
        steps.follow = { [unowned steps] input, _ in
            #expect(observed == order.count + 1, "it is observed before its effects are carried out")
            if order.isEmpty { steps.feed(.touchesLost, at: Instant(nanoseconds: 2)) }
            order.append(input.time.nanoseconds)
        }
        steps.rest = { [unowned steps] in
            rests += 1
            // Something that is done at the end of the work may bring another input.
            if rests == 1 { steps.feed(.touchesLost, at: Instant(nanoseconds: 3)) }
        }
        steps.feed([.start, .touchesLost], at: Instant(nanoseconds: 1))
        #expect(order == [1, 1, 2, 3] && rests == 2)
        steps.feed([], at: Instant(nanoseconds: 4))
        #expect(rests == 2, "nothing has come")
        steps.feed(.touchesLost, at: Instant(nanoseconds: 5))
        #expect(order == [1, 1, 2, 3, 5] && rests == 3)
    }
}
