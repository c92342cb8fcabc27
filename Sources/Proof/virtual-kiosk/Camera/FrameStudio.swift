/// Makes the frames: keeps the sensor's delays, paints, and measures what was painted.
final class FrameStudio {
    private let model: CameraModel
    private let log: EventLog
    /// Number of following frames to write into the log.
    var framesToLog: Int
    var delay: SensorDelay
    private var painter: FramePainter?
    private var photometer: (size: ImageSize, Photometer)?
    /// The size of the last frame, which measurements use.
    private var size = ImageSize.all[0]
    private var framesPainted: Int64 = 0

    init(_ model: CameraModel, log: EventLog, framesToLog: Int) {
        self.model = model
        self.framesToLog = framesToLog
        self.log = log
        delay = SensorDelay(model.design)
    }

    var format: StreamFormat { model.design.format }

    /// The next frame is due, whether it will be sent or not.
    func frameIsDue() {
        delay.tick(model.optics)
    }

    func frame(_ size: ImageSize) -> [UInt8] {
        self.size = size
        let optics = delay.effective(model.optics)
        let time = Clock.now()
        let lamp = model.design.mains.map { Lamp.light(mains: $0, exposure: optics.exposure, until: time) } ?? 1
        let painter = painter(for: size)
        painter.paint(optics, zoom: model.current(.zoom), lamp: lamp)
        framesPainted += 1
        record(painter.luma, optics, time)
        return format.encode(painter.luma)
    }

    /// Measures `area` of a frame with the camera's present settings; while the camera streams, with those of its last frame.
    func measure(_ area: RelativeArea, isStreaming: Bool) -> JSON {
        let optics = isStreaming ? delay.effective(model.optics) : model.optics
        let photometer = photometer(for: size)
        return .object(settings(optics) + photometer.measure(area, optics, zoom: model.current(.zoom)))
    }

    private func settings(_ optics: Optics) -> [(String, JSON)] {
        [
            ("size", .string(size.text)), ("lens", .number(optics.lens)), ("exposure", .number(optics.exposure)),
            ("gain", .integer(optics.gain)),
        ]
    }

    private func record(_ luma: Luma, _ optics: Optics, _ time: Nanoseconds) {
        guard framesToLog > 0 else { return }
        framesToLog -= 1
        func mean(_ area: RelativeArea) -> JSON { .number(luma.mean(in: PixelArea(area, of: size))) }
        log.write(
            "frame", at: time,
            [("number", .integer(framesPainted))] + settings(optics)
                + [("near", mean(.nearHalf)), ("far", mean(.farHalf))])
    }

    private func painter(for size: ImageSize) -> FramePainter {
        if let painter, painter.luma.size == size { return painter }
        let new = FramePainter(size, format.levels, noise: model.design.noise)
        painter = new
        return new
    }

    private func photometer(for size: ImageSize) -> Photometer {
        if let photometer, photometer.size == size { return photometer.1 }
        let new = Photometer(size, format.levels)
        photometer = (size, new)
        return new
    }
}
