import FocusCore

/// Reads inputs. Missing fields keep their defaults, unknown fields are skipped.
extension Input.Event: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        var event: Input.Event?
        try scanner.object { (scanner, key) throws(JSONFault) in
            if let known = try Self.event(named: key, &scanner) { event = known } else { try scanner.skip() }
        }
        guard let event else { throw scanner.fault("an input that this version knows") }
        self = event
    }

    private static func event(
        named key: JSONScanner.Key, _ scanner: inout JSONScanner
    ) throws(JSONFault) -> Input.Event? {
        if key == "acceleration" { return .acceleration(try scanner.read()) }
        if key == "touch" { return .touch(try scanner.read()) }
        if key == "timer" {
            let timer: TimerRecord = try scanner.read()
            return .timer(timer.id, generation: timer.generation)
        }
        if key == "cameraAnswered" { return .cameraAnswered(try scanner.read()) }
        if key == "viewTapped" {
            let tap = try TapRecord(&scanner)
            return .viewTapped(x: tap.at.x, y: tap.at.y, tap: tap.tap)
        }
        if key == "pictureTapped" {
            let tap = try TapRecord(&scanner)
            return .pictureTapped(x: tap.at.x, y: tap.at.y, tap: tap.tap)
        }
        if key == "cameraImage" {
            let size: Pair<Int32> = try scanner.read()
            return .cameraImage(width: size.first, height: size.second)
        }
        if key == "frame" { return .frames(.measured(try scanner.read())) }
        if let news = try framesNews(key, &scanner) { return .frames(news) }
        // Null: no program holds the stream.
        if key == "framesHeld" { return .framesHeld(try scanner.read()) }
        if key == "exposureCompensation" { return .exposureCompensation(try scanner.read()) }
        if key == "temporaryCompensation" { return .temporaryCompensation(try scanner.read()) }
        if key == "lightChanged" { return .lightChanged(isOn: try scanner.read()) }
        if key == "shutterChanged" { return .shutterChanged(isClosed: try scanner.read()) }
        if key == "keep" {
            let keep: KeepRecord = try scanner.read()
            return .keep(keep.wish)
        }
        if key == "zoom" {
            let zoom: ZoomRecord = try scanner.read()
            return .zoom(zoom.wish)
        }
        if key == "zoomChanged" { return .zoomChanged(try scanner.read()) }
        if key == "tapsSent" { return .tapsSent(try scanner.read()) }
        if key == "viewPlaced" { return .viewPlaced(try scanner.read()) }
        if key == "cameraArrived" { return .cameraArrived(try scanner.read()) }
        if key == "touchscreenArrived" { return .touchscreenArrived(try scanner.read()) }
        guard let plain = plainEvent(key) else { return nil }
        try scanner.skip()
        return plain
    }

    private static func framesNews(
        _ key: JSONScanner.Key, _ scanner: inout JSONScanner
    ) throws(JSONFault) -> FrameNews? {
        if key == "framesBegan" { return .began(try scanner.read()) }
        let isUnavailable = key == "framesUnavailable"
        let isLost = key == "framesLost"
        guard isUnavailable || isLost || key == "framesEnded" else { return nil }
        let frames: FramesRecord = try scanner.read()
        let (request, errno) = (frames.request ?? 0, frames.errno ?? 0)
        if isUnavailable { return .unavailable(request: request, errno: errno) }
        // In version 1 framesEnded is the end of a stream by itself, without the id of a request.
        return isLost || frames.request == nil
            ? .lost(request: request, errno: errno) : .ended(request: request)
    }

    private static func plainEvent(_ key: JSONScanner.Key) -> Input.Event? {
        if key == "start" { return .start }
        if key == "cameraLeft" { return .cameraLeft }
        if key == "touchscreenLeft" { return .touchscreenLeft }
        if key == "accelerometerArrived" { return .accelerometerArrived }
        if key == "accelerometerLeft" { return .accelerometerLeft }
        if key == "touchesLost" { return .touchesLost }
        if key == "viewShown" { return .viewShown }
        if key == "controlsChanged" { return .controlsChanged }
        if key == "releaseCamera" { return .releaseCamera }
        if key == "keepEnded" { return .keepEnded }
        if key == "stop" { return .stop }
        return nil
    }
}

extension JSONScanner {
    mutating func read<Value: LineValue>() throws(JSONFault) -> Value { try Value(from: &self) }
}
