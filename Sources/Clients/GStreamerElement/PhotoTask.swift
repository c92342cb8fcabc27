import CGStreamer
import CTapFocus
import PhotoFile

/// The photo that `tapfocus run` wants now, from its question to the file, and the latest frames, of which it may be one. It is touched
/// only while the element's lock is held.
struct PhotoTask {
    enum Phase {
        case idle
        /// The next frame that is not too old is taken.
        case wanted
        /// A frame is there; `tapfocus run` has been told its time.
        case taken(PhotoFrame)
        /// Another thread writes it.
        case writing
    }

    private(set) var phase = Phase.idle
    /// The number of the photo, which `tapfocus run` has chosen.
    private(set) var id: UInt32 = 0
    /// As the client has given it; nil while there is no photo.
    private(set) var path: UnsafeMutablePointer<CChar>?
    private var wish = tapfocus_photo()
    /// Where the photo has to be sharp, in shares of the frames, and how the sharpest is chosen; nil: the first frame is taken.
    private(set) var place: tapfocus_rectangle?
    private var choice = PhotoChoice<TakenFrame>(of: 1)
    /// Of the frame that was taken; below 0: not measured.
    private(set) var sharpness = -1.0
    /// The number of frames that were passed over because they are damaged.
    private var damaged = 0
    /// The probe whose frames count; its memory lives until it leaves. Nil: there is none, or it is about to leave.
    var probe: UnsafeMutablePointer<PhotoProbe>?
    /// True while the frame comes from in front of the decoder.
    var isFromProbe = false
    /// True until it was decided where the frame comes from, and the latest frames were looked through.
    var needsSource = false
    /// Copies of the latest frames in front of the decoder: the camera needs its own memory for the next ones.
    private var latest = FrameRing<UnsafeMutablePointer<GstBuffer>>(capacity: 8)

    /// A camera whose frames are all damaged is given up after this many.
    private static let mostDamaged = 30

    /// The least time of the frame, in µs of CLOCK_MONOTONIC, as the property `stamp` means it.
    var notBefore: Int64 { wish.not_before }

    /// True if the photo has the seconds before and after it.
    var isLive: Bool { wish.live != 0 }

    var isWanted: Bool { if case .wanted = phase { true } else { false } }

    /// `tapfocus run` wants a frame. The photo before it, or its frame, is forgotten.
    mutating func want(_ id: UInt32, path: UnsafePointer<CChar>?, _ wish: tapfocus_photo) {
        forget()
        self.id = id
        self.path = g_strdup(path)
        self.wish = wish
        let whole = tapfocus_rectangle(x: 0, y: 0, width: 1, height: 1)
        place = wish.of > 1 ? (wish.has_region != 0 ? wish.region : whole) : nil
        choice = PhotoChoice(of: Int(wish.of))
        phase = .wanted
        needsSource = true
        damaged = 0
    }

    /// A frame for the photo is there.
    /// - Parameter sharpness: below 0: not measured.
    mutating func take(_ frame: PhotoFrame, sharpness: Double) {
        phase = .taken(frame)
        self.sharpness = sharpness
    }

    /// A frame may become the photo.
    /// - Parameter time: of its buffer. That of its decoded picture is the same.
    mutating func add(_ frame: TakenFrame, at time: GstClockTime) { choice.add(frame, at: UInt64(time)) }

    /// True if the picture of a buffer is to be measured.
    func awaits(_ time: GstClockTime) -> Bool { place != nil && isWanted && choice.awaits(UInt64(time)) }

    /// The picture of a buffer was measured.
    mutating func measure(_ time: GstClockTime, _ sharpness: Double) {
        for dropped in choice.measure(UInt64(time), sharpness) { dropped.frame.free() }
    }

    /// The sharpest frame, if enough were measured. The others are forgotten.
    mutating func takeSharpest() -> (frame: TakenFrame, sharpness: Double)? {
        guard let best = choice.take() else { return nil }
        for dropped in choice.removeAll() { dropped.frame.free() }
        return (best.frame, best.sharpness ?? -1)
    }

    /// Takes the frame out, because another thread writes it from now on.
    /// - Returns: nil without a frame, or if it is another photo's.
    mutating func write(_ id: UInt32) -> PhotoFrame? {
        guard case .taken(let frame) = phase, id == self.id else { return nil }
        phase = .writing
        return frame
    }

    /// A frame is damaged.
    /// - Returns: true if that was one too many: the photo ends.
    mutating func passOver() -> Bool {
        damaged += 1
        return damaged >= Self.mostDamaged
    }

    /// A copy of a frame in front of the decoder.
    /// - Parameter time: in µs of CLOCK_MONOTONIC.
    mutating func keep(_ copy: UnsafeMutablePointer<GstBuffer>, at time: Int64) {
        for dropped in latest.add(copy, at: time) { gst_buffer_unref(dropped) }
    }

    /// The first of the latest frames of this time or later. It stays where it is.
    func kept(from time: Int64) -> FrameRing<UnsafeMutablePointer<GstBuffer>>.Kept? { latest.first(from: time) }

    /// - Parameter span: the time for which the latest frames are kept, in µs; 0: eight frames are.
    mutating func keepFrames(for span: Int64) { latest.span = span }

    /// The frames around a photo that have come so far, each with a reference.
    func framesAround(after start: Int64, through end: Int64) -> [FrameRing<UnsafeMutablePointer<GstBuffer>>.Kept] {
        let found = latest.frames(after: start, through: end)
        for kept in found { _ = gst_buffer_ref(kept.frame) }
        return found
    }

    /// True if no more frames of this time or earlier will come.
    func isPast(_ time: Int64) -> Bool { latest.newest.map { $0 >= time } ?? false }

    /// No frames flow any more.
    mutating func forgetFrames() {
        for dropped in latest.removeAll() { gst_buffer_unref(dropped) }
    }

    /// The photo has ended, or its place is needed. A frame that is being written is written to its end.
    mutating func forget() {
        if case .taken(let frame) = phase { frame.free() }
        for dropped in choice.removeAll() { dropped.frame.free() }
        phase = .idle
        g_free(path)
        path = nil
        needsSource = false
    }
}

/// A probe at an output in front of a decoder.
struct PhotoProbe {
    /// Kept alive by the probe.
    let element: UnsafeMutablePointer<TapFocusInstance>
    /// It is only compared.
    let output: UnsafeMutablePointer<GstPad>
}

/// A frame that may become a photo, and the driver's number of it.
struct TakenFrame {
    let frame: PhotoFrame
    let sequence: UInt32
}

/// A frame that becomes a photo.
enum PhotoFrame {
    /// A whole JPEG file.
    case jpeg([UInt8], width: Int, height: Int, captured: Int64)
    /// A copy of a frame that has to be encoded, and its caps.
    case raw(UnsafeMutablePointer<GstBuffer>, UnsafeMutablePointer<GstCaps>, captured: Int64)

    /// Frees what Swift does not know.
    func free() {
        switch self {
        case .jpeg: break
        case .raw(let buffer, let caps, _):
            gst_buffer_unref(buffer)
            gst_caps_unref(caps)
        }
    }

    /// In µs of CLOCK_MONOTONIC.
    var captured: Int64 {
        switch self {
        case .jpeg(_, _, _, let captured), .raw(_, _, let captured): captured
        }
    }
}
