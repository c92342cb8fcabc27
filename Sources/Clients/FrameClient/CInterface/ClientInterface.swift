import CSockets
import CTapFocus
import FocusCore

/// The memory behind a C program's `tapfocus *`: the client, and the text of the last event.
struct ClientBox: ~Copyable {
    var client: FrameClient
    var text: EventText

    /// The longest name of a camera, in bytes.
    static let longestCamera = 255

    /// Nil when there is no memory.
    static func make(_ client: consuming FrameClient, _ text: consuming EventText) -> UnsafeMutablePointer<ClientBox>? {
        guard let memory = tapfocus_allocate(MemoryLayout<ClientBox>.size) else { return nil }
        let box = memory.bindMemory(to: ClientBox.self, capacity: 1)
        box.initialize(to: ClientBox(client: client, text: text))
        return box
    }
}

@inline(__always)
func box(_ client: OpaquePointer) -> UnsafeMutablePointer<ClientBox> { UnsafeMutablePointer(client) }

@inline(__always)
func call(_ client: OpaquePointer?, _ body: (inout FrameClient) throws(Failure) -> Void) -> Int32 {
    status { () throws(Failure) in
        guard let client else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try body(&box(client).pointee.client)
    }
}

@_cdecl("tapfocus_new")
public func tapfocusNew(_ socket: UnsafePointer<CChar>?, _ camera: UnsafePointer<CChar>?) -> OpaquePointer? {
    let address = if let socket { SocketAddress(socket) } else { SocketAddress.client }
    if let camera {
        guard 1...ClientBox.longestCamera ~= Int(tapfocus_length(camera, ClientBox.longestCamera + 1)) else {
            return nil
        }
    }
    guard let address, let client = FrameClient(address, camera: camera.map { String(cString: $0) }),
        let text = EventText(), let made = ClientBox.make(client, text)
    else { return nil }
    return OpaquePointer(made)
}

@_cdecl("tapfocus_free")
public func tapfocusFree(_ client: OpaquePointer?) {
    guard let client else { return }
    box(client).deinitialize(count: 1)
    tapfocus_release(UnsafeMutableRawPointer(client))
}

@_cdecl("tapfocus_descriptor")
public func tapfocusDescriptor(_ client: OpaquePointer?) -> Int32 {
    guard let client else { return TAPFOCUS_NULL_POINTER.rawValue }
    return box(client).pointee.client.descriptor
}

@_cdecl("tapfocus_dispatch")
public func tapfocusDispatch(_ client: OpaquePointer?) -> Int32 {
    guard let client else { return TAPFOCUS_NULL_POINTER.rawValue }
    return box(client).pointee.client.dispatch() ? 1 : 0
}

@_cdecl("tapfocus_is_connected")
public func tapfocusIsConnected(_ client: OpaquePointer?) -> Int32 {
    guard let client else { return TAPFOCUS_NULL_POINTER.rawValue }
    return box(client).pointee.client.isConnected ? 1 : 0
}

@_cdecl("tapfocus_begin_frames")
public func tapfocusBeginFrames(_ client: OpaquePointer?, _ stream: UnsafePointer<tapfocus_stream>?) -> Int32 {
    call(client) { client throws(Failure) in
        guard let stream else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try client.beginFrames(StreamDeclaration(stream.pointee))
    }
}

@_cdecl("tapfocus_end_frames")
public func tapfocusEndFrames(_ client: OpaquePointer?) -> Int32 {
    call(client) { client throws(Failure) in client.endFrames() }
}

@_cdecl("tapfocus_wants_frame")
public func tapfocusWantsFrame(_ client: OpaquePointer?, _ captured: Int64) -> Int32 {
    guard let client else { return TAPFOCUS_NULL_POINTER.rawValue }
    return box(client).pointee.client.wantsFrame(captured) ? 1 : 0
}

@_cdecl("tapfocus_give_frame")
public func tapfocusGiveFrame(
    _ client: OpaquePointer?, _ image: UnsafePointer<tapfocus_image>?, _ sequence: UInt32, _ captured: Int64
) -> Int32 {
    call(client) { client throws(Failure) in
        guard let image else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try client.give(image.pointee, sequence: sequence, captured: captured)
    }
}

@_cdecl("tapfocus_tap_picture")
public func tapfocusTapPicture(_ client: OpaquePointer?, _ x: Double, _ y: Double, _ id: UInt64) -> Int32 {
    call(client) { client throws(Failure) in try client.tap(x: x, y: y, isInPicture: true, id: id) }
}

@_cdecl("tapfocus_tap_view")
public func tapfocusTapView(_ client: OpaquePointer?, _ x: Double, _ y: Double, _ id: UInt64) -> Int32 {
    call(client) { client throws(Failure) in try client.tap(x: x, y: y, isInPicture: false, id: id) }
}

@_cdecl("tapfocus_show_view")
public func tapfocusShowView(_ client: OpaquePointer?) -> Int32 {
    call(client) { client throws(Failure) in try client.showView() }
}

@_cdecl("tapfocus_compensate")
public func tapfocusCompensate(_ client: OpaquePointer?, _ ev: Double) -> Int32 {
    call(client) { client throws(Failure) in try client.compensate(ev) }
}

@_cdecl("tapfocus_next_event")
public func tapfocusNextEvent(_ client: OpaquePointer?, _ event: UnsafeMutablePointer<tapfocus_event>?) -> Int32 {
    guard let client, let event else { return TAPFOCUS_NULL_POINTER.rawValue }
    event.pointee = tapfocus_event()
    event.pointee.message = cString("")
    event.pointee.line = cString("")
    guard let next = box(client).pointee.client.nextEvent() else { return 0 }
    event.pointee.fill(next.kind, next.line, &box(client).pointee.text)
    return 1
}

// Functions without a client.

@_cdecl("tapfocus_explain")
public func tapfocusExplain(_ status: Int32) -> UnsafePointer<CChar> { cString(Failure.explanation(status)) }

@_cdecl("tapfocus_now")
public func tapfocusNow() -> Int64 { tapfocus_clock() }

@_cdecl("tapfocus_measure")
public func tapfocusMeasure(
    _ image: UnsafePointer<tapfocus_image>?, _ focus: UnsafePointer<tapfocus_rectangle>?,
    _ exposure: UnsafePointer<tapfocus_rectangle>?, _ withGrid: Int32,
    _ measurement: UnsafeMutablePointer<tapfocus_measurement>?
) -> Int32 {
    status { () throws(Failure) in
        guard let image, let focus, let exposure, let measurement else { throw Failure(TAPFOCUS_NULL_POINTER) }
        let plane = try LumaPlane(image.pointee)
        let request = FrameRequest(
            focus: try Measure.rectangle(focus.pointee), exposure: try Measure.rectangle(exposure.pointee),
            includesGrid: withGrid != 0)
        measurement.pointee = tapfocus_measurement(LumaMeasurement(of: plane, for: request))
    }
}

extension tapfocus_measurement {
    fileprivate init(_ measured: LumaMeasurement) {
        self.init()
        sharpness.0 = measured.sharpness
        sharpness_count = 1
        version = Int32(LumaMeasurement.version)
        mean = measured.mean
        bright = measured.bright
        dark = measured.dark
        guard let cells = measured.grid?.cells else { return }
        has_grid = 1
        withUnsafeMutableBytes(of: &grid) { grid in
            for index in cells.indices { grid[index] = cells[index] }
        }
    }
}

/// The return value of a C function: 0, or the number of the failure.
@inline(__always)
func status(_ body: () throws(Failure) -> Void) -> Int32 {
    do throws(Failure) {
        try body()
        return 0
    } catch {
        return error.status
    }
}

/// The text as a C string, which is never released. A `StaticString` ends with a 0.
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
