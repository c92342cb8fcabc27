import CSoup
import Glibc

/// TCP connections whose readers let the loop serve others after a portion of bytes.
///
/// libsoup 3.2 reads a WebSocket until nothing is there. A page that sends faster than it reads, pings for example, would keep the
/// loop from all other pages. So the input stream of a connection says after each portion that reading would block, and is readable
/// again after a pause, in which the loop does what others wait for, whatever its priority.
enum SharedReading {
    /// The bytes that are read before a pause: the longest message. No page that works as it should sends so much at once.
    private static let portion = 65_536
    /// The length of a pause, in milliseconds. A portion for each is 64 MB/s.
    static let pause: guint = 1

    /// Lets GLib make such a connection of each TCP socket that it accepts from now on.
    static func begin() {
        let type = makeType("TapFocusConnection", parent: g_tcp_connection_get_type()) { connection, _ in
            connection?.assumingMemoryBound(to: GIOStreamClass.self).pointee.get_input_stream =
                SharedReading.inputStream
        }
        for family in [AF_INET, AF_INET6] {
            g_socket_connection_factory_register_type(
                type, GSocketFamily(rawValue: UInt32(family)), G_SOCKET_TYPE_STREAM, gint(IPPROTO_TCP))
        }
    }

    private static let inputType: GType = {
        let type = makeType("TapFocusInput", parent: g_filter_input_stream_get_type(), { _, _ in })
        var vtable = GInterfaceInfo()
        vtable.interface_init = { interface, _ in
            guard let interface = interface?.assumingMemoryBound(to: GPollableInputStreamInterface.self) else { return }
            interface.pointee.is_readable = { g_pollable_input_stream_is_readable(SharedReading.base($0)) }
            interface.pointee.create_source = SharedReading.makeSource
            interface.pointee.read_nonblocking = SharedReading.read
        }
        g_type_add_interface_static(type, g_pollable_input_stream_get_type(), &vtable)
        return type
    }()

    /// A type that adds nothing to an instance of its parent.
    private static func makeType(_ name: String, parent: GType, _ begin: GClassInitFunc) -> GType {
        var size = GTypeQuery()
        g_type_query(parent, &size)
        return g_type_register_static_simple(
            parent, name, size.class_size, begin, size.instance_size, nil, GTypeFlags(0))
    }

    private static let input = g_quark_from_string("tapfocus-input")
    private static let count = g_quark_from_string("tapfocus-bytes-read")

    /// Wraps the socket's own input stream once. The connection keeps what it was given.
    private static let inputStream:
        @convention(c) (UnsafeMutablePointer<GIOStream>?) -> UnsafeMutablePointer<GInputStream>? = { stream in
            guard let stream else { return nil }
            let object = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self)
            if let known = g_object_get_qdata(object, input) { return known.assumingMemoryBound(to: GInputStream.self) }
            let parent = g_type_class_peek(g_tcp_connection_get_type()).assumingMemoryBound(to: GIOStreamClass.self)
            guard let socketInput = parent.pointee.get_input_stream?(stream) else { return nil }
            let wrapped = tapfocus_filter_input_new(inputType, socketInput)
            g_object_set_qdata_full(object, input, wrapped, { g_object_unref($0) })
            return wrapped
        }

    private static func base(_ stream: OpaquePointer?) -> OpaquePointer? {
        stream.flatMap { stream in
            let filter = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GFilterInputStream.self)
            return OpaquePointer(g_filter_input_stream_get_base_stream(filter))
        }
    }

    private static let makeSource:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<GCancellable>?) -> UnsafeMutablePointer<GSource>? = {
            stream, cancellable in
            guard let stream else { return nil }
            let child =
                bytesRead(stream) < portion
                ? g_pollable_input_stream_create_source(base(stream), nil) : g_timeout_source_new(pause)
            guard let child else { return nil }
            defer { g_source_unref(child) }
            setBytesRead(stream, 0)
            return g_pollable_source_new_full(UnsafeMutableRawPointer(stream), child, cancellable)
        }

    private static let read:
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, gsize, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
        ) -> gssize = { stream, buffer, count, error in
            guard let stream else { return -1 }
            let before = bytesRead(stream)
            guard before < portion else {
                g_set_error_literal(
                    error, g_io_error_quark(), gint(G_IO_ERROR_WOULD_BLOCK.rawValue), "others are served first")
                return -1
            }
            let count = g_pollable_input_stream_read_nonblocking(base(stream), buffer, count, nil, error)
            // Whoever cannot read waits for a source, and that is the end of a turn, too.
            setBytesRead(stream, count > 0 ? before + count : 0)
            return count
        }

    /// The bytes that were read since the last pause, or since nothing was there.
    private static func bytesRead(_ stream: OpaquePointer) -> Int {
        Int(
            bitPattern: g_object_get_qdata(UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self), count)
        )
    }

    private static func setBytesRead(_ stream: OpaquePointer, _ number: Int) {
        let object = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self)
        g_object_set_qdata(object, count, UnsafeMutableRawPointer(bitPattern: number))
    }
}
