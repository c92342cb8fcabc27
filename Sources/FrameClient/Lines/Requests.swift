import FocusCore
import TraceLines

/// The requests of this client, each a line for `tapfocus run`.
extension JSONLine {
    /// Begins a line. The line before is dropped.
    mutating func begin(_ request: StaticString) {
        removeAll()
        open("{")
        key("request")
        word(request)
    }

    mutating func end() {
        close("}")
        endLine()
    }

    /// A request without fields.
    mutating func bare(_ request: StaticString) {
        begin(request)
        end()
    }

    /// Reserves the camera; with a stream, declares it.
    mutating func holdFrames(_ camera: String, _ stream: StreamDeclaration?) {
        begin("hold-frames")
        text("camera", camera)
        if let stream { fields(of: stream) }
        end()
    }

    private mutating func fields(of stream: StreamDeclaration) {
        key("width")
        integer(stream.width)
        key("height")
        integer(stream.height)
        if stream.interval > 0 {
            key("interval")
            integer(stream.interval)
        }
        key("stamp")
        word(stream.stamp.word)
        if stream.stamp == .received {
            key("delay")
            integer(stream.delay)
        }
        key("crop")
        numbers(stream.crop.x, stream.crop.y, stream.crop.width, stream.crop.height)
        key("measure")
        integer(LumaMeasurement.version)
        key("taps")
        boolean(stream.takesTaps)
    }

    /// The measurements of a frame.
    mutating func frame(_ wish: FrameWish, _ measured: LumaMeasurement, sequence: UInt32, captured: Int64) {
        begin("frame")
        key("id")
        integer(wish.id)
        key("sequence")
        integer(sequence)
        key("captured")
        integer(captured)
        key("sharpness")
        open("[")
        number(measured.sharpness)
        close("]")
        key("mean")
        number(measured.mean)
        key("bright")
        number(measured.bright)
        key("dark")
        number(measured.dark)
        if let grid = measured.grid {
            key("grid")
            open("[")
            for index in grid.cells.indices { integer(grid.cells[index]) }
            close("]")
        }
        end()
    }

    /// A tap, 0…1.
    mutating func tap(x: Double, y: Double, isInPicture: Bool, id: UInt64) {
        begin("tap")
        key("x")
        number(x)
        key("y")
        number(y)
        if isInPicture {
            key("in")
            word("picture")
        }
        if id > 0 {
            key("id")
            integer(id)
        }
        end()
    }

    /// An exposure compensation in EV.
    mutating func compensation(_ ev: Double) {
        begin("compensate")
        key("ev")
        number(ev)
        end()
    }
}
