import CSoup

/// The text of an error of GLib, which is freed.
func message(of error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "no reason was given" }
    defer { g_error_free(error) }
    return String(cString: error.pointee.message)
}

/// Connects a signal of an object. The handler's type is that of the signal, with a pointer to `owner` at the end.
///
/// The pointer is not retained: the caller must keep `owner` until it has called `disconnectSignals`.
func connectSignal<Handler>(_ object: OpaquePointer, _ name: String, to owner: AnyObject, _ handler: Handler) {
    g_signal_connect_data(
        UnsafeMutableRawPointer(object), name, unsafeBitCast(handler, to: GCallback.self),
        Unmanaged.passUnretained(owner).toOpaque(), nil, GConnectFlags(rawValue: 0))
}

/// Disconnects all signals of an object that lead to `owner`.
func disconnectSignals(_ object: OpaquePointer, of owner: AnyObject) {
    g_signal_handlers_disconnect_matched(
        UnsafeMutableRawPointer(object), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil,
        Unmanaged.passUnretained(owner).toOpaque())
}

/// The object behind the pointer that a callback of GLib got back. It lives: see `connectSignal`.
func owner<Owner: AnyObject>(_ type: Owner.Type, _ data: gpointer?) -> Owner? {
    data.map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() }
}

/// A source of GLib's loop that calls back an object, until it is removed.
///
/// The loop keeps an unretained pointer to the object. So the object owns the source and lets go of it at its end.
struct LoopSource: ~Copyable {
    private let identity: guint

    init(_ identity: guint) { self.identity = identity }

    deinit { g_source_remove(identity) }
}

extension LoopSource {
    /// Calls a handler whenever a descriptor is ready. The source keeps the handler until it is removed, so a handler that kept the
    /// source's owner would keep both for ever.
    init(
        _ descriptor: Int32, _ condition: GIOCondition, priority: gint = 0, _ handler: @escaping (GIOCondition) -> Void
    ) {
        let box = Unmanaged.passRetained(ConditionHandler(handler)).toOpaque()
        self.init(
            g_unix_fd_add_full(
                priority, descriptor, condition,
                { _, condition, data in
                    owner(ConditionHandler.self, data)?.call(condition)
                    return 1
                }, box, { data in if let data { Unmanaged<ConditionHandler>.fromOpaque(data).release() } }))
    }
}

/// What a source calls: a pointer of C has room for an object only.
private final class ConditionHandler {
    let call: (GIOCondition) -> Void

    init(_ call: @escaping (GIOCondition) -> Void) { self.call = call }
}
