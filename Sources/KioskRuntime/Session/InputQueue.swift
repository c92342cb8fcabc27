import FocusCore

/// The engine's inputs, in the order in which they came. One that comes while another is handled waits for its turn.
struct InputQueue {
    private var inputs: [Input] = []
    private var isWorking = false

    /// Adds an input. Returns true if the caller has to work on the queue, because nobody does so yet.
    mutating func append(_ input: Input) -> Bool {
        inputs.append(input)
        guard !isWorking else { return false }
        isWorking = true
        return true
    }

    /// The next input; nil when none waits.
    mutating func next() -> Input? { inputs.isEmpty ? nil : inputs.removeFirst() }

    /// Ends the work, unless more has come. Returns true if it has ended.
    mutating func endWork() -> Bool {
        isWorking = !inputs.isEmpty
        return !isWorking
    }
}
