import FocusCore

/// News for somebody who follows a replay.
public enum ReplayStep: Sendable {
    /// A session begins, with a new engine. Indirect, because a configuration is large.
    indirect case session(Configuration, TraceSession)
    /// A session begins in its middle, with the engine of a snapshot. Indirect, because an engine is large.
    indirect case resumed(TraceSnapshot, Engine, line: Int)
    /// The engine has taken an input of this line, from 1, and returned these effects.
    case step(Input, EffectList, line: Int)
}
