import Testing

extension Trait where Self == TimeLimitTrait {
    /// So that a test that hangs ends. It is generous, because the time in which a test waits for the processor counts: on
    /// two cores, under the thread sanitizer, all tests begin at once and the last ones end after a minute and a half.
    static var againstHanging: Self { .timeLimit(.minutes(10)) }
}
