import FocusCore

/// Reads inputs. Missing fields keep their defaults, unknown fields are skipped.
extension JSONScanner {
    mutating func input() throws(JSONFault) -> Input.Event {
        var event: Input.Event?
        try object { (scanner, key) throws(JSONFault) in
            if let known = try scanner.event(named: key) { event = known } else { try scanner.skip() }
        }
        guard let event else { throw fault("an input that this version knows") }
        return event
    }

    /// The value that comes next.
    mutating func read<Value: LineValue>() throws(JSONFault) -> Value { try Value(from: &self) }

    private mutating func event(named key: Key) throws(JSONFault) -> Input.Event? {
        if key == "acceleration" { return .acceleration(try read()) }
        if key == "touch" { return .touch(try read()) }
        if key == "timer" {
            let timer: TimerRecord = try read()
            return .timer(timer.id, generation: timer.generation)
        }
        if key == "cameraAnswered" { return .cameraAnswered(try read()) }
        if key == "viewTapped" {
            let tap = try TapRecord(&self)
            return .viewTapped(x: tap.at.x, y: tap.at.y, tap: tap.tap)
        }
        if key == "pictureTapped" {
            let tap = try TapRecord(&self)
            return .pictureTapped(x: tap.at.x, y: tap.at.y, tap: tap.tap)
        }
        if key == "cameraImage" {
            let size: Pair<Int32> = try read()
            return .cameraImage(width: size.first, height: size.second)
        }
        if key == "frame" { return .frames(.measured(try read())) }
        if let event = try framesEvent(key) { return event }
        if key == "exposureCompensation" { return .exposureCompensation(try read()) }
        if key == "temporaryCompensation" { return .temporaryCompensation(try read()) }
        if key == "tapsSent" { return .tapsSent(try read()) }
        if key == "viewPlaced" { return .viewPlaced(try read()) }
        if key == "cameraArrived" { return .cameraArrived(try read()) }
        if key == "touchscreenArrived" { return .touchscreenArrived(try read()) }
        guard let plain = Self.plainEvent(key) else { return nil }
        try skip()
        return plain
    }

    private mutating func framesEvent(_ key: Key) throws(JSONFault) -> Input.Event? {
        // Null: no program holds the stream.
        if key == "framesHeld" { return .framesHeld(try read()) }
        if key == "framesBegan" { return .frames(.began(try read())) }
        let isUnavailable = key == "framesUnavailable"
        let isLost = key == "framesLost"
        guard isUnavailable || isLost || key == "framesEnded" else { return nil }
        let frames: FramesRecord = try read()
        let (request, errno) = (frames.request ?? 0, frames.errno ?? 0)
        if isUnavailable { return .frames(.unavailable(request: request, errno: errno)) }
        // In version 1 framesEnded is the end of a stream by itself, without the id of a request.
        return isLost || frames.request == nil
            ? .frames(.lost(request: request, errno: errno)) : .frames(.ended(request: request))
    }

    private static func plainEvent(_ key: Key) -> Input.Event? {
        if key == "start" { return .start }
        if key == "cameraLeft" { return .cameraLeft }
        if key == "touchscreenLeft" { return .touchscreenLeft }
        if key == "accelerometerArrived" { return .accelerometerArrived }
        if key == "accelerometerLeft" { return .accelerometerLeft }
        if key == "touchesLost" { return .touchesLost }
        if key == "viewShown" { return .viewShown }
        if key == "controlsChanged" { return .controlsChanged }
        if key == "stop" { return .stop }
        return nil
    }
}
