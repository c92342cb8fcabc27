import Testing

@testable import FocusCore

/// One call at a time, and what waits for it.
struct CallLineTests {
    private static func write(_ id: UInt32) -> Demand {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.focusAbsolute, .integer(5)))
        return .call(ControlCall(id: id, operation: .write(settings)))
    }

    private static func time(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test("The line is free until a call begins, and again when that call was answered")
    func oneCall() {
        var line = CallLine()
        #expect(line.isFree)
        line.begin(Self.write(7), for: .poll)
        let strange = line.end(.toCall(6), at: Self.time(1))
        #expect(strange == nil && !line.isFree)
        let finished = line.end(.toCall(7), at: Self.time(2))
        #expect(finished?.demand == Self.write(7) && finished?.isAwaited == true && line.isFree)
        let late = line.end(.toCall(7), at: Self.time(3))
        #expect(late == nil)
    }

    @Test("Of a call, a request for frames and their release with one id, each is ended by its own answer only")
    func kinds() {
        let demands: [(Demand, Demand.Answer)] = [
            (Self.write(3), .toCall(3)),
            (.requestFrames(id: 3, FrameRequest(focus: .whole, exposure: .whole)), .toRequest(3)),
            (.releaseFrames(id: 3), .toRelease(3)),
        ]
        for (demand, own) in demands {
            for (_, answer) in demands + [(demand, .toCall(2)), (demand, .toRequest(2)), (demand, .toRelease(2))] {
                var line = CallLine()
                line.begin(demand, for: .stream)
                let finished = line.end(answer, at: Self.time(0))
                #expect((finished?.demand == demand) == (answer == own) && line.isFree == (answer == own))
            }
        }
    }

    /// True if the call counts on after another plan, for each reason.
    private static let reasons: [(reason: CallReason, counts: Bool)] = [
        (.poll, false), (.verification(.focus), false), (.holdCheck, false), (.proof(.focusAuto), false),
        (.stream, false),
        (.search(.focus), true), (.check(.exposure), true),
    ]

    @Test("Another plan makes a call that is under way count no more, unless it is a search's and searches go on")
    func otherPlan() throws {
        for (reason, counts) in Self.reasons {
            for endsSearches in [false, true] {
                var line = CallLine()
                line.begin(Self.write(1), for: reason)
                let refused = try #require(line.underWay)
                let isRepeated = line.switchOff(InlineList(), for: InlineList(), after: refused)
                #expect(isRepeated)
                line.planReplaced(endsSearches: endsSearches)
                #expect(line.underWay?.isAwaited == (counts && !endsSearches), "\(reason)")
                #expect((line.repair != nil) == (counts && !endsSearches), "\(reason)")
            }
        }
    }

    @Test("A search's write is not over while its repair waits")
    func repair() throws {
        var line = CallLine()
        line.begin(Self.write(1), for: .search(.focus))
        #expect(line.isWriting(for: .focus) && !line.isWriting(for: .exposure))
        let refused = try Self.answered(&line, 1)
        _ = line.switchOff(InlineList(), for: InlineList(), after: refused)
        #expect(line.isFree && line.isWriting(for: .focus))
        let taken = [line.takeRepair(), line.takeRepair()]
        #expect(taken[0]?.reason == .search(.focus) && taken[1] == nil && !line.isWriting(for: .focus))
    }

    @Test("A camera that needs a pause is written to when it is over; a read begins none")
    func pause() {
        var line = CallLine()
        let pause = TimeSpan.milliseconds(40)
        #expect(line.nextWrite(after: pause, at: Self.time(0)) == nil)
        line.begin(Self.write(1), for: .poll)
        _ = line.end(.toCall(1), at: Self.time(10))
        var ids = InlineList<4, ControlID>()
        ids.append(.focusAbsolute)
        line.begin(.call(ControlCall(id: 2, operation: .read(ids))), for: .poll)
        _ = line.end(.toCall(2), at: Self.time(30))
        let table: [(Int64, Int64?)] = [(10, 50), (49, 50), (50, nil), (90, nil)]
        for (now, next) in table {
            #expect(line.nextWrite(after: pause, at: Self.time(now)) == next.map(Self.time), "at \(now) ms")
        }
        #expect(line.nextWrite(after: .zero, at: Self.time(10)) == nil)
    }

    /// The write under way, as it is answered.
    private static func answered(_ line: inout CallLine, _ id: UInt32) throws -> DemandUnderWay {
        let finished = line.end(.toCall(id), at: time(0))
        return try #require(finished)
    }

    @Test("A write that automatics have refused is repeated once after they were switched off; then its refusal counts")
    func regaining() throws {
        var automatics = InlineList<4, ControlSetting>()
        automatics.append(ControlSetting(.focusAuto, .integer(0)))
        var line = CallLine()
        line.begin(Self.write(1), for: .search(.focus))
        let settings = try #require(line.underWay?.demand.settings)
        let first = try Self.answered(&line, 1)
        let isSwitchedOff = line.switchOff(automatics, for: settings, after: first)
        let repair = line.takeRepair()
        let off = try #require(repair)
        #expect(isSwitchedOff && off.settings == automatics && off.attempt == .regaining(settings))
        line.begin(.call(ControlCall(id: 2, operation: .write(off.settings))), for: off.reason, off.attempt)
        let switched = try Self.answered(&line, 2)
        let isRepeated = line.repeats(after: switched)
        let repetition = line.takeRepair()
        let again = try #require(repetition)
        #expect(isRepeated && again.settings == settings && again.reason == .search(.focus))
        line.begin(.call(ControlCall(id: 3, operation: .write(again.settings))), for: again.reason, again.attempt)
        let second = try Self.answered(&line, 3)
        let isAgain = [line.repeats(after: second), line.switchOff(automatics, for: settings, after: second)]
        #expect(isAgain == [false, false] && line.repair == nil)
    }

    @Test("That an automatic does not stay off is reported once for each tap, and never of an optional step")
    func reports() {
        var line = CallLine()
        let optional = PlanStep(action: .standing, components: [], isOptional: true)
        func reports() -> [Bool] {
            [.step(optional), .search(.focus), .search(.focus)].map { line.mustReportAutomatic(after: $0) }
        }
        let first = reports()
        line.tapBegan()
        let next = reports()
        #expect(first == [false, true, false] && next == first)
    }
}
