import FocusCore
import TraceLines

/// A client's wish for a photo.
public struct PhotoRequest: Equatable, Sendable {
    /// Below the folder of the program that holds the frames.
    public var path: String
    /// The longest wait until nothing settles, in seconds, 0…60.
    public var wait: Double
    /// True: the frame of this moment, whatever settles.
    public var isNow: Bool
    /// The number of frames of which the sharpest is taken, 1…9.
    public var count: Int
    /// True: with the seconds before and after it.
    public var isLive: Bool
    /// The exposure beside the one in force, in EV, −4…4: for this photo only; nil: the one in force.
    public var ev: Double?
    /// The lens position beside the held one: for this photo only; nil: the held one.
    public var lens: LensWish?
    /// Chosen by the client. All lines about the photo repeat it.
    public var id: TapID?

    public init(
        path: String, wait: Double = PhotoRequest.usualWait, isNow: Bool = false, of count: Int = 1,
        isLive: Bool = false, ev: Double? = nil, lens: LensWish? = nil, id: TapID? = nil
    ) {
        self.path = path
        self.wait = wait
        self.isNow = isNow
        self.count = count
        self.isLive = isLive
        self.ev = ev
        self.lens = lens
        self.id = id
    }

    /// In seconds.
    public static let usualWait = 3.0
    /// In seconds.
    public static let waits = 0.0...60.0
    public static let counts = 1...9
    /// In bytes; a path of Linux has up to 4096, with the holder's folder.
    public static let longestPath = 1000
}

/// A holder has taken a frame for a photo.
public struct TakenPhoto: Equatable, Sendable {
    /// The id of the event `take-photo`.
    public var photo: UInt32
    /// The frame's number.
    public var sequence: UInt32
    /// The frame's time on CLOCK_MONOTONIC; `HeldStream.Stamp` is its meaning.
    public var time: Instant
    /// Of the region; nil: it was not measured.
    public var sharpness: Double?

    public init(photo: UInt32, sequence: UInt32, time: Instant, sharpness: Double? = nil) {
        self.photo = photo
        self.sequence = sequence
        self.time = time
        self.sharpness = sharpness
    }
}

/// A holder has written a photo: the file is complete.
public struct KeptPhoto: Equatable, Sendable {
    /// The id of the event `take-photo`.
    public var photo: UInt32
    /// The whole path of the file.
    public var path: String
    /// The size of the file.
    public var bytes: Int64

    public init(photo: UInt32, path: String, bytes: Int64) {
        self.photo = photo
        self.path = path
        self.bytes = bytes
    }
}

/// A holder could not take or write a photo: there is no file.
public struct FailedPhoto: Equatable, Sendable {
    /// The id of the event `take-photo`.
    public var photo: UInt32
    public var reason: PhotoFailure
    /// A sentence.
    public var message: String

    public init(photo: UInt32, reason: PhotoFailure, message: String) {
        self.photo = photo
        self.reason = reason
        self.message = message
    }
}

extension ControlRequest {
    /// Of the requests about photos.
    mutating func describePhoto(_ fields: inout some LineVisitor) {
        switch self {
        case .photo(var photo):
            photo.describe(&fields)
            self = .photo(photo)
        case .photoTaken(var taken):
            taken.describe(&fields)
            self = .photoTaken(taken)
        case .photoKept(var kept):
            kept.describe(&fields)
            self = .photoKept(kept)
        case .photoFailed(var failed):
            failed.describe(&fields)
            self = .photoFailed(failed)
        default: break
        }
    }
}

extension PhotoRequest {
    mutating func describe(_ fields: inout some LineVisitor) {
        // The id goes before all else: every other refusal repeats it.
        fields.expect("the id of a photo is a whole number, 0…\(ControlRequest.largestID).")
        fields.field("id", &id)
        if let number = id?.number, number > ControlRequest.largestID {
            id = nil
            fields.refuse(nil)
        }
        let aPath: StaticString = "a photo needs a path of 1 to 1000 bytes, none of them 0, below its holder's folder."
        fields.required("path", &path, aPath)
        // A holder in C would end the path at a byte 0.
        if !(1...Self.longestPath ~= path.utf8.count) || path.utf8.contains(0) { fields.refuse(aPath.description) }
        let aWait: StaticString = "a photo waits 0…60 seconds until nothing settles."
        fields.field("wait", &wait, aWait)
        if !Self.waits.contains(wait) { fields.refuse(aWait.description) }
        fields.field("now", &isNow, unless: false)
        let aCount: StaticString = "a photo is the sharpest of 1 to 9 frames."
        fields.field("of", &count, aCount)
        if !Self.counts.contains(count) { fields.refuse(aCount.description) }
        fields.field("live", &isLive, unless: false)
        let anExposure: StaticString = "the exposure of a photo is a number ev, -4…4, beside the one in force."
        fields.field("ev", &ev, anExposure)
        if let ev, !Configuration.compensationRange.contains(ev) { fields.refuse(anExposure.description) }
        // The frame of this moment has the exposure of this moment.
        if ev != nil, isNow { fields.refuse("a photo of now has no exposure of its own: leave out ev or now.") }
        describeLens(&fields)
    }

    private mutating func describeLens(_ fields: inout some LineVisitor) {
        let aPosition: StaticString = "the lens of a photo is a share of its range, -1…1, beside the held position."
        var (share, lowest, highest) = (lens?.share, lens?.lowest, lens?.highest)
        // Those of a single photo are its own.
        if lowest == share { lowest = nil }
        if highest == share { highest = nil }
        fields.field("lens", &share, aPosition)
        fields.field("lensFrom", &lowest, aPosition)
        fields.field("lensTo", &highest, aPosition)
        lens = share.map { LensWish($0, from: lowest, to: highest) }
        if let lens, !lens.isUsable { fields.refuse(aPosition.description) }
        if lens != nil, isNow { fields.refuse("a photo of now has no lens of its own: leave out lens or now.") }
    }
}

extension TakenPhoto {
    mutating func describe(_ fields: inout some LineVisitor) {
        fields.expect("photo-taken needs the id of the photo, sequence and captured (whole numbers).")
        fields.required("id", &photo)
        fields.field("sequence", &sequence)
        var captured = time.nanoseconds / 1000
        fields.required("captured", &captured)
        let (nanoseconds, overflow) = captured.multipliedReportingOverflow(by: 1000)
        time = Instant(nanoseconds: overflow ? .max : nanoseconds)
        fields.field("sharpness", &sharpness)
    }
}

extension KeptPhoto {
    mutating func describe(_ fields: inout some LineVisitor) {
        fields.expect("photo-kept needs the id of the photo, the path of the file and bytes, its size.")
        fields.required("id", &photo)
        fields.required("path", &path)
        fields.field("bytes", &bytes)
    }
}

extension FailedPhoto {
    mutating func describe(_ fields: inout some LineVisitor) {
        fields.expect("photo-failed needs the id of the photo, a reason that is known, and a message.")
        fields.required("id", &photo)
        // A newer holder may know more reasons; its sentence tells them. Those of the daemon say what a holder cannot know.
        var name = reason.name.description
        fields.required("reason", &name)
        reason = PhotoFailure.allCases.first { $0.isHolders && $0.name.description == name } ?? .failed
        fields.field("message", &message)
    }
}
