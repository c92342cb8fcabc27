/// Tap-to-focus as one pure function: an input comes in, effects come out.
public struct Engine: Sendable {
    public init(configuration: Configuration = Configuration()) {
    }

    /// Takes an input and returns what has to be done and told, in order. Total: any input has an answer at any time.
    public mutating func step(_ input: Input) -> EffectList {
        EffectList()
    }
}
