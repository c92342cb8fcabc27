import Testing

@testable import FocusCore

/// Demands on the line, its pauses and repairs.
struct CallLineDemandsTests {
    private static let lens = ControlSettings(one: ControlSetting(.focusAbsolute, .integer(5)))
    private static let manual = ControlSettings(one: ControlSetting(.focusAuto, .integer(0)))

    private static func answer(_ line: inout CallLine, _ id: UInt32) throws -> DemandUnderWay {
        let finished = line.end(.toCall(id), at: Instant(nanoseconds: 0))
        return try #require(finished)
    }

    @Test("Before the pause between two writes is over, no control may be written, and one timer waits for its end")
    func pause() throws {
        var line = CallLine()
        var context = StepContext.at()
        line.make(.write(Self.lens), for: .search(.focus), &context)
        _ = try Self.answer(&line, 1)
        var later = StepContext.at(milliseconds: 10)
        let may = [
            line.mayWrite(after: .milliseconds(40), &later), line.mayWrite(after: .milliseconds(40), &later),
            line.mayWrite(after: .milliseconds(10), &later), line.mayWrite(after: .zero, &later),
        ]
        #expect(may == [false, false, true, true])
        #expect(later.told == [.arm(.writePause, deadline: Instant(nanoseconds: 40_000_000), generation: 1)])
    }

    @Test("What a returned automatic bars is written again once it is off; a second refusal counts, and is reported")
    func repair() throws {
        var camera = KnownCamera.arrived(
            CameraExamples.camera([CameraExamples.focusAuto(0), CameraExamples.focusAbsolute()]))
        var line = CallLine()
        var context = StepContext.at()
        line.make(.write(Self.lens), for: .search(.focus), &context)
        let errors: [Int32] = [Instruction.accessDenied, 0, Instruction.accessDenied]
        var repeats: [Bool] = []
        for (index, errno) in errors.enumerated() {
            let id = UInt32(index + 1)
            let finished = try Self.answer(&line, id)
            let settings = try #require(finished.demand.settings)
            let result = ControlResult(call: id, errno: errno)
            camera.answered(ControlCall(id: id, operation: .write(settings)), result)
            repeats.append(line.isRepeated(finished, result, &camera, isRestoring: false, &context))
            let isMade = line.makeRepair(after: .zero, &context)
            #expect(isMade == repeats[index])
        }
        #expect(repeats == [true, true, false])
        #expect(context.calls == [.write(Self.lens), .write(Self.manual), .write(Self.lens)])
        #expect(context.faults == [.automaticReturns(.focusAuto)])
    }

    @Test("A repair waits for the pause that the camera needs")
    func repairAfterPause() throws {
        var camera = KnownCamera.arrived(
            CameraExamples.camera([CameraExamples.focusAuto(0), CameraExamples.focusAbsolute()]))
        var line = CallLine()
        var context = StepContext.at()
        line.make(.write(Self.lens), for: .search(.focus), &context)
        let refused = try Self.answer(&line, 1)
        let result = ControlResult(call: 1, errno: Instruction.accessDenied)
        _ = line.isRepeated(refused, result, &camera, isRestoring: false, &context)
        let isDue = line.makeRepair(after: .milliseconds(40), &context)
        #expect(isDue && line.isFree && context.isArmed(.writePause))
        var later = StepContext.at(milliseconds: 40)
        let isMade = line.makeRepair(after: .milliseconds(40), &later)
        #expect(isMade && later.calls == [.write(Self.manual)])
    }

    @Test("An automatic that was off is read once after it was switched on")
    func proof() throws {
        var camera = KnownCamera.arrived(
            CameraExamples.camera([CameraExamples.focusAuto(0), CameraExamples.focusAbsolute()]))
        let on = ControlSettings(one: ControlSetting(.focusAuto, .integer(1)))
        camera.answered(ControlCall(id: 1, operation: .write(on)), ControlResult(call: 1, errno: 0))
        var line = CallLine()
        var context = StepContext.at()
        line.proveAutomatic(&camera.values.originals, &context)
        #expect(line.underWay?.reason == .proof(.focusAuto))
        _ = try Self.answer(&line, 1)
        line.proveAutomatic(&camera.values.originals, &context)
        #expect(line.isFree && context.calls == [.read(ControlIDs(one: .focusAuto))])
    }
}
