import CSockets
import CTapFocus
import FocusCore
import JSONLines

@_cdecl("tapfocus_take_photo")
public func tapfocusTakePhoto(
    _ client: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ wait: Double, _ count: Int32, _ id: UInt64
) -> Int32 {
    call(client) { client throws(Failure) in
        guard let path else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try client.takePhoto(String(cString: path), wait: wait < 0 ? nil : wait, of: count, id: id)
    }
}

@_cdecl("tapfocus_take_live_photo")
public func tapfocusTakeLivePhoto(
    _ client: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ wait: Double, _ count: Int32, _ id: UInt64
) -> Int32 {
    call(client) { client throws(Failure) in
        guard let path else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try client.takePhoto(String(cString: path), wait: wait < 0 ? nil : wait, of: count, live: true, id: id)
    }
}

@_cdecl("tapfocus_offer_photos")
public func tapfocusOfferPhotos(_ client: OpaquePointer?, _ offered: Int32) -> Int32 {
    call(client) { client throws(Failure) in try client.offerPhotos(offered != 0, live: offered == 2) }
}

@_cdecl("tapfocus_read_photo")
public func tapfocusReadPhoto(
    _ event: UnsafePointer<tapfocus_event>?, _ photo: UnsafeMutablePointer<tapfocus_photo>?
) -> Int32 {
    status { () throws(Failure) in
        guard let event, let photo else { throw Failure(TAPFOCUS_NULL_POINTER) }
        let line = try wholeLine(of: event)
        photo.pointee = tapfocus_photo()
        photo.pointee.of = 1
        photo.pointee.fill(line)
    }
}

/// The line of an event, which the caller may have copied.
func wholeLine(of event: UnsafePointer<tapfocus_event>) throws(Failure) -> UnsafeRawBufferPointer {
    guard let line = event.pointee.line else { throw Failure(TAPFOCUS_NULL_POINTER) }
    let count = Int(tapfocus_length(line, IncomingLines.longestLine + 1))
    guard count <= IncomingLines.longestLine else { throw Failure(TAPFOCUS_BAD_VALUE) }
    return UnsafeRawBufferPointer(start: line, count: count)
}

/// Copies a text that leaves the last byte 0. One that is too long is left out.
func keep(_ text: String, in memory: UnsafeMutableRawBufferPointer) {
    guard text.utf8.count < memory.count else { return }
    for (index, byte) in text.utf8.enumerated() { memory[index] = byte }
}

@_cdecl("tapfocus_photo_taken")
public func tapfocusPhotoTaken(
    _ client: OpaquePointer?, _ photo: UInt32, _ sequence: UInt32, _ captured: Int64, _ sharpness: Double
) -> Int32 {
    call(client) { client throws(Failure) in
        let sharpness = sharpness >= 0 && sharpness.isFinite ? sharpness : nil
        try client.photoTaken(photo, sequence: sequence, captured: captured, sharpness: sharpness)
    }
}

@_cdecl("tapfocus_photo_kept")
public func tapfocusPhotoKept(
    _ client: OpaquePointer?, _ photo: UInt32, _ path: UnsafePointer<CChar>?, _ bytes: Int64
) -> Int32 {
    call(client) { client throws(Failure) in
        guard let path else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try client.photoKept(photo, path: String(cString: path), bytes: bytes)
    }
}

@_cdecl("tapfocus_photo_failed")
public func tapfocusPhotoFailed(
    _ client: OpaquePointer?, _ photo: UInt32, _ reason: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?
) -> Int32 {
    call(client) { client throws(Failure) in
        guard let reason, let message else { throw Failure(TAPFOCUS_NULL_POINTER) }
        try client.photoFailed(photo, reason: String(cString: reason), message: String(cString: message))
    }
}

extension tapfocus_photo {
    /// Fills in what the line of a `take-photo` or `keep-photo` says. Fields that are not as they should be are left out.
    mutating func fill(_ line: UnsafeRawBufferPointer) {
        var scanner = JSONScanner(line)
        try? scanner.object { (scanner, key) throws(JSONFault) in
            let start = scanner
            do throws(JSONFault) {
                try read(key, &scanner)
            } catch {
                scanner = start
                try scanner.skip()
            }
        }
    }

    private mutating func read(_ key: JSONScanner.Key, _ scanner: inout JSONScanner) throws(JSONFault) {
        if key == "notBefore" {
            not_before = try scanner.integer()
        } else if key == "exposureTime" {
            exposure_time = max(try scanner.integer(), 0)
        } else if key == "gain" {
            gain = try scanner.integer()
            has_gain = 1
        } else if key == "lens" {
            lens = try scanner.integer()
            has_lens = 1
        } else if key == "of" {
            of = min(max(try scanner.integer(), 1), 9)
        } else if key == "live" {
            live = try scanner.boolean() ? 1 : 0
        } else if key == "ev" {
            let stops = try scanner.number()
            guard stops.isFinite else { return }
            ev = stops
            has_ev = 1
        } else if key == "maker" {
            let text = try scanner.string()
            withUnsafeMutableBytes(of: &maker) { keep(text, in: $0) }
        } else if key == "region" {
            let read = try FrameWish.rectangle(&scanner)
            guard read.hasArea else { return }
            region = tapfocus_rectangle(x: read.x, y: read.y, width: read.width, height: read.height)
            has_region = 1
        } else {
            try scanner.skip()
        }
    }
}
