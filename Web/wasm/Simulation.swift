// The functions by which a page runs a kiosk without hardware. Scripts/build/web compiles this together with FocusCore, TraceLines,
// KioskLines, SimulatedDevices and PageSimulation, as one module of Embedded Swift.

/// The kiosk of the page. WebAssembly runs one call at a time.
nonisolated(unsafe) private var page = PageKiosk(seed: 1)
nonisolated(unsafe) private var picture: PagePicture?
nonisolated(unsafe) private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
nonisolated(unsafe) private var said: [UInt8] = []

/// Begins another kiosk, at the time 0.
@_cdecl("begin")
func begin(_ seed: UInt32) { page = PageKiosk(seed: UInt64(seed)) }

/// Runs the kiosk up to a time, in microseconds since its beginning. An earlier time changes nothing.
@_cdecl("advance")
func advance(_ microseconds: Double) {
    guard microseconds >= 0, microseconds < 9e15 else { return }
    page.advance(to: Instant(nanoseconds: Int64(microseconds) * 1000))
}

/// Memory for a request; valid until the next call. 0: it is too long, which `request` answers.
@_cdecl("memory_for_request")
func memoryForRequest(_ length: UInt32) -> UnsafeMutableRawPointer? {
    guard length <= PageKiosk.longestRequest else { return nil }
    if memory.count == 0 { memory = .allocate(byteCount: PageKiosk.longestRequest, alignment: 16) }
    return memory.baseAddress
}

/// Takes the request that stands in the memory for it, a line of the control protocol without its line feed, and answers it.
@_cdecl("request")
func request(_ length: UInt32) {
    if length > PageKiosk.longestRequest {
        page.refuseLongLine()
    } else {
        page.receive(UnsafeRawBufferPointer(rebasing: memory.prefix(Int(length))))
    }
}

/// Something happens now: 0 the kiosk is pushed, 1 it is lifted, 2 a person comes, 3 the person leaves.
@_cdecl("happen")
func happen(_ number: UInt32) {
    switch number {
    case 0: page.happen(.hand(.push))
    case 1: page.happen(.hand(.lift))
    case 2: page.happen(.visitorComes(0.60))
    case 3: page.happen(.visitorLeaves)
    default: break
    }
}

/// The lines that were said since this was last called, each with its line feed.
/// - Returns: where they begin; valid until the next call, and `lines_length` bytes long.
@_cdecl("lines")
func lines() -> UnsafePointer<UInt8>? {
    said = page.takeLines()
    return said.withUnsafeBufferPointer { $0.baseAddress }
}

/// The length of the last lines in bytes.
@_cdecl("lines_length")
func linesLength() -> UInt32 { UInt32(said.count) }

/// The time at which the last frame that the engine has got was taken, in microseconds; -1 without one.
@_cdecl("measured_time")
func measuredTime() -> Double { page.measured.map { Double($0.captured.nanoseconds / 1000) } ?? -1 }

/// The sharpness of that frame where the engine looks.
@_cdecl("measured_sharpness")
func measuredSharpness() -> Double { page.measured?.sharpness ?? 0 }

/// The mean luma of that frame where the engine meters, 0…1.
@_cdecl("measured_mean")
func measuredMean() -> Double { page.measured?.mean ?? 0 }

/// Draws the camera's present picture. The first time, this paints the scene, which takes a second or two.
/// - Returns: red, green, blue and opacity of each pixel, row by row.
@_cdecl("draw")
func draw() -> UnsafePointer<UInt8>? {
    if picture == nil { picture = PagePicture() }
    picture?.draw(page.kiosk.camera)
    return picture.map { UnsafePointer($0.pixels) }
}

/// The picture's width in pixels.
@_cdecl("picture_width")
func pictureWidth() -> UInt32 { UInt32(PagePicture.width) }

/// The picture's height in pixels.
@_cdecl("picture_height")
func pictureHeight() -> UInt32 { UInt32(PagePicture.height) }
