import FocusCore

/// Reads frames and what is known about a camera.
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

    mutating func framesBegan() throws(JSONFault) -> FramesBegan {
        var began = FramesBegan(request: 0)
        try object { (scanner, key) throws(JSONFault) in
            if key == "request" {
                began.request = try scanner.integer()
            } else if key == "size" {
                (began.width, began.height) = try scanner.frameSize()
            } else if key == "interval" {
                began.interval = TimeSpan(nanoseconds: try scanner.integer())
            } else if key == "measure" {
                began.measure = try scanner.integer()
            } else {
                try scanner.skip()
            }
        }
        return began
    }

    private mutating func frameSize() throws(JSONFault) -> (width: Int64, height: Int64) {
        var (width, height): (Int64, Int64) = (0, 0)
        try array { (scanner, index) throws(JSONFault) in
            switch index {
            case 0: width = try scanner.integer()
            case 1: height = try scanner.integer()
            default: throw scanner.fault("a width and a height")
            }
        }
        return (width, height)
    }

    /// The fate of a request for frames; nil for a field that is missing.
    mutating func frames() throws(JSONFault) -> (request: UInt32?, errno: Int32?) {
        var (request, errno): (UInt32?, Int32?) = (nil, nil)
        try object { (scanner, key) throws(JSONFault) in
            if key == "request" {
                request = try scanner.integer()
            } else if key == "errno" {
                errno = try scanner.integer()
            } else {
                try scanner.skip()
            }
        }
        return (request, errno)
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
