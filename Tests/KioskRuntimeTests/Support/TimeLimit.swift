import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs. The limit is generous, because waiting for the processor counts: on two cores, under the
    /// thread sanitizer, all tests begin at once and the last ones end after a minute and a half.
    static var againstHanging: Self { .timeLimit(.minutes(10)) }
}
