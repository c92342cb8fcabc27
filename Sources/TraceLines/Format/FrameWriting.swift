import FocusCore

/// Writes frames and requests for frames.
extension JSONLine {
    mutating func frame(_ frame: FrameStatistics) {
        open("{")
        key("request")
        integer(frame.request)
        key("sequence")
        integer(frame.sequence)
        key("captured")
        integer(frame.captured.nanoseconds)
        optional("lens", frame.lens)
        optional("exposure", frame.exposure)
        optional("gain", frame.gain)
        key("sharpness")
        number(frame.sharpness)
        key("mean")
        number(frame.mean)
        key("bright")
        number(frame.bright)
        key("dark")
        number(frame.dark)
        if let grid = frame.grid { self.grid(grid) }
        close("}")
    }

    mutating func framesBegan(_ began: FramesBegan) {
        open("{")
        key("request")
        integer(began.request)
        key("size")
        open("[")
        integer(began.width)
        integer(began.height)
        close("]")
        key("interval")
        integer(began.interval.nanoseconds)
        optional("measure", began.measure == 1 ? nil : began.measure)
        close("}")
    }

    /// Writes the fate of a request for frames.
    mutating func frames(_ name: StaticString, _ request: UInt32, errno: Int32? = nil) {
        key(name)
        open("{")
        key("request")
        integer(request)
        if let errno {
            key("errno")
            integer(errno)
        }
        close("}")
    }

    mutating func frameRequest(_ request: FrameRequest) {
        open("{")
        key("focus")
        region(request.focus)
        key("exposure")
        region(request.exposure)
        key("grid")
        boolean(request.includesGrid)
        key("interval")
        integer(request.interval.nanoseconds)
        optional("firstFrameTime", request.firstFrameTime?.nanoseconds)
        close("}")
    }

    mutating func quirks(_ quirks: CameraQuirks) {
        key("quirks")
        open("{")
        key("unusable")
        open("[")
        quirks.unusable.forEach { integer($0.rawValue) }
        close("]")
        optional("lensMinimum", quirks.lensMinimum)
        optional("lensMaximum", quirks.lensMaximum)
        optional("lensDelay", quirks.lensDelay.map(Int64.init))
        optional("exposureDelay", quirks.exposureDelay.map(Int64.init))
        key("cannotBeReadBack")
        boolean(quirks.cannotBeReadBack)
        if quirks.resetsAtStreamStart {
            key("resetsAtStreamStart")
            boolean(true)
        }
        if !quirks.exposureTimes.isEmpty {
            key("exposureTimes")
            open("[")
            quirks.exposureTimes.prefix(CameraQuirks.mostExposureTimes).forEach { integer($0) }
            close("]")
        }
        optional("writePause", quirks.writePause == .zero ? nil : quirks.writePause.nanoseconds)
        optional("firstFrameTime", quirks.firstFrameTime?.nanoseconds)
        close("}")
    }

    private mutating func optional(_ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        key(name)
        integer(value)
    }

    private mutating func region(_ region: NormalizedRectangle) {
        numbers(region.x, region.y, region.width, region.height)
    }

    private mutating func grid(_ grid: LumaGrid) {
        key("grid")
        open("[")
        for index in grid.cells.indices { integer(grid.cells[index]) }
        close("]")
    }
}
