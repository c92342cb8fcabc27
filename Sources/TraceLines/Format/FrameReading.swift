import FocusCore

/// How frames, and what is known of a camera besides, are read.
extension JSONScanner {
    mutating func frame() throws(JSONFault) -> FrameStatistics {
        var frame = FrameStatistics(
            request: 0, sequence: 0, captured: Instant(nanoseconds: 0), sharpness: 0, mean: 0)
        try object { (scanner, key) throws(JSONFault) in
            if key == "request" {
                frame.request = try scanner.integer()
            } else if key == "sequence" {
                frame.sequence = try scanner.integer()
            } else if key == "captured" {
                frame.captured = Instant(nanoseconds: try scanner.integer())
            } else if key == "lens" {
                frame.lens = try scanner.integer()
            } else if key == "exposure" {
                frame.exposure = try scanner.integer()
            } else if key == "gain" {
                frame.gain = try scanner.integer()
            } else if key == "sharpness" {
                frame.sharpness = try scanner.number()
            } else if key == "mean" {
                frame.mean = try scanner.number()
            } else if key == "bright" {
                frame.bright = try scanner.number()
            } else if key == "dark" {
                frame.dark = try scanner.number()
            } else if key == "grid" {
                frame.grid = try scanner.grid()
            } else {
                try scanner.skip()
            }
        }
        return frame
    }

    mutating func framesEnded() throws(JSONFault) -> Input.Event {
        var errno: Int32 = 0
        try object { (scanner, key) throws(JSONFault) in
            if key == "errno" { errno = try scanner.integer() } else { try scanner.skip() }
        }
        return .framesEnded(errno: errno)
    }

    mutating func quirks() throws(JSONFault) -> CameraQuirks {
        var quirks = CameraQuirks()
        try object { (scanner, key) throws(JSONFault) in
            if key == "unusable" {
                try scanner.array { (scanner, _) throws(JSONFault) in
                    let id = ControlID(rawValue: try scanner.integer())
                    guard quirks.unusable.append(id) else { throw scanner.fault("at most eight controls") }
                }
            } else if key == "lensMinimum" {
                quirks.lensMinimum = try scanner.integer()
            } else if key == "lensMaximum" {
                quirks.lensMaximum = try scanner.integer()
            } else if key == "lensDelay" {
                quirks.lensDelay = try scanner.integer()
            } else if key == "exposureDelay" {
                quirks.exposureDelay = try scanner.integer()
            } else if key == "cannotBeReadBack" {
                quirks.cannotBeReadBack = try scanner.boolean()
            } else if key == "resetsAtStreamStart" {
                quirks.resetsAtStreamStart = try scanner.boolean()
            } else if key == "exposureTimes" {
                try scanner.array { (scanner, index) throws(JSONFault) in
                    guard index < CameraQuirks.mostExposureTimes else {
                        throw scanner.fault("at most 32 exposure times")
                    }
                    quirks.exposureTimes.append(try scanner.integer())
                }
            } else if key == "writePause" {
                quirks.writePause = TimeSpan(nanoseconds: try scanner.integer())
            } else if key == "firstFrameTime" {
                quirks.firstFrameTime = TimeSpan(nanoseconds: try scanner.integer())
            } else {
                try scanner.skip()
            }
        }
        return quirks
    }

    private mutating func grid() throws(JSONFault) -> LumaGrid {
        var grid = LumaGrid()
        var count = 0
        try array { (scanner, index) throws(JSONFault) in
            let value = try scanner.integer(UInt8.self)
            guard index < grid.cells.count else { throw scanner.fault("48 cells") }
            grid.cells[index] = value
            count = index + 1
        }
        guard count == grid.cells.count else { throw fault("48 cells") }
        return grid
    }
}
