import CSoup
import Glibc

/// Calls back when SIGTERM or SIGINT comes.
final class EndSignals {
    private let handler: () -> Void
    private var sources: [LoopSourceBox] = []

    init(_ handler: @escaping () -> Void) {
        self.handler = handler
        // The process that started this program may have blocked them, and GLib does not change that.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        for signal in [SIGTERM, SIGINT] {
            let identity = g_unix_signal_add(
                signal,
                { data in
                    owner(EndSignals.self, data)?.handler()
                    return gboolean(1)
                }, Unmanaged.passUnretained(self).toOpaque())
            sources.append(LoopSourceBox(LoopSource(identity)))
        }
    }
}

/// A source in an array, whose elements can be copied.
private final class LoopSourceBox {
    private let source: LoopSource

    init(_ source: consuming LoopSource) { self.source = source }
}
