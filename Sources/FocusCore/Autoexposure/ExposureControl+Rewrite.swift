extension ExposureControl {
    /// The last setting was ignored and is being written again: frames count from that write on.
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
