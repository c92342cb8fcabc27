import FocusCore

/// Tries whether a recording still shows something when inputs from outside are left out, moved or changed. What the engine
/// causes follows by itself.
struct TraceTrial {
    let beginning: SessionBeginning
    let predicate: TracePredicate
    private(set) var count = 0

    /// A run goes on for so long after the last recorded input, for what comes later than it did.
    private static let patience = TimeSpan.seconds(10)
    /// More steps than the recording has, and these, in a row that nothing from outside has caused do not lead anywhere.
    private static let mostSteps = 20_000

    /// The steps of the run up to the first that shows it; nil if none does.
    /// - Parameters:
    ///   - raw: the indices of the steps from outside.
    ///   - edit: what becomes of each of them.
    mutating func run(_ recording: RecordedRun, _ raw: [Int], edit: (Int, Input) -> RerunEdit) -> RecordedRun? {
        // Most tries fail: nothing is kept before it is known that this one does not.
        count += 1
        guard follow(recording, raw, edit, { _ in }) else { return nil }
        var result = beginning.recording
        follow(recording, raw, edit) { result.append($0.input, $0.effects) }
        return result
    }

    /// - Returns: true if the last step that was passed to `tell` shows it.
    @discardableResult
    private func follow(
        _ recording: RecordedRun, _ raw: [Int], _ edit: (Int, Input) -> RerunEdit, _ tell: (RerunStep) -> Void
    ) -> Bool {
        var rerun = Rerun(beginning, repeats: false)
        rerun.patience = RerunPatience(most: recording.end + Self.mostSteps)
        var (isShown, caused) = (false, 0)
        var shift = TimeSpan.zero
        func check(_ step: RerunStep) {
            guard !isShown else { return }
            tell(step)
            isShown = predicate.holds(step.input, step.effects)
            caused += 1
        }
        for index in 0..<beginning.recording.end { rerun.pass(index, of: recording) { _ in } }
        for index in raw {
            guard let step = recording[index] else { continue }
            let change = edit(index, step.input)
            if case .replace(let input) = change { shift = step.input.time.since(input.time) }
            rerun.pass(index, of: recording, edit: change, tell: check)
            if isShown { return true }
            if case .leaveOut = change {} else { caused = 0 }
            if caused > recording.end + Self.mostSteps { return false }
        }
        guard let last = recording[recording.end - 1]?.input.time else { return false }
        let end = Instant(nanoseconds: last.nanoseconds.subtractingReportingOverflow(shift.nanoseconds).partialValue)
        rerun.finish(at: end.advanced(by: Self.patience), of: recording, tell: check)
        return isShown
    }
}
