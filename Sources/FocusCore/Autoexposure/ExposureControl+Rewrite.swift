extension ExposureControl {
    /// What was set last has been ignored, and is being written once more: what frames show counts from there on.
    public mutating func writeAgain() {
        switch phase {
        case .reading:
            phase = .reading(nil)
        case .waiting(var step):
            step.age = nil
            phase = .waiting(step)
        case .finished:
            break
        }
    }
}
