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

/// A source of GLib's loop that calls a handler again and again, until its owner lets go of it.
///
/// It keeps the handler: one that kept the source's owner would keep both for ever.
final class LoopSource {
    private let handler: (GIOCondition) -> Void
    private var identity: guint = 0

    init(
        _ descriptor: Int32, _ condition: GIOCondition, priority: gint = 0, _ handler: @escaping (GIOCondition) -> Void
    ) {
        self.handler = handler
        identity = g_unix_fd_add_full(
            priority, descriptor, condition,
            { _, condition, data in
                owner(LoopSource.self, data)?.handler(condition)
                return 1
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    init(everyMilliseconds period: guint, _ handler: @escaping () -> Void) {
        self.handler = { _ in handler() }
        identity = g_timeout_add(period, Self.call, Unmanaged.passUnretained(self).toOpaque())
    }

    init(signal: Int32, _ handler: @escaping () -> Void) {
        self.handler = { _ in handler() }
        identity = g_unix_signal_add(signal, Self.call, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { g_source_remove(identity) }

    private static let call: GSourceFunc = { data in
        owner(LoopSource.self, data)?.handler(GIOCondition(rawValue: 0))
        return 1
    }
}

/// The closure of a callback that comes once, as an object: a pointer of C can hold nothing else.
final class Callback {
    private let body: (OpaquePointer?) -> Void

    private init(_ body: @escaping (OpaquePointer?) -> Void) { self.body = body }

    /// A pointer that keeps the body until it is called.
    static func pointer(_ body: @escaping (OpaquePointer?) -> Void) -> gpointer {
        Unmanaged.passRetained(Callback(body)).toOpaque()
    }

    /// Calls the body behind the pointer, which is used up.
    static func call(_ pointer: gpointer?, _ result: OpaquePointer? = nil) {
        guard let pointer else { return }
        Unmanaged<Callback>.fromOpaque(pointer).takeRetainedValue().body(result)
    }
}
