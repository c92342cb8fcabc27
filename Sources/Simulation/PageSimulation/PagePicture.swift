import FocusCore
import SimulatedDevices

/// The picture of the simulated camera in a page: the scene through its lens, its exposure and its noise.
///
/// The engine does not see it: like that of `tapfocus demo`, it measures samples of the same scene through the same optics.
public struct PagePicture {
    public static let width = 768
    public static let height = 432

    private let far = LayerImage(.far, x: -0.057...1.057, y: -0.285...1.02)
    private let visitor = LayerImage(.visitor, x: -0.35...0.35, y: 0...1.02)
    private let near = LayerImage(.near, x: 0.05...0.75, y: 0.3...1.02)
    private let falloff: UnsafeMutablePointer<UInt16>
    /// The light on the sensor, as it was composed last, and for what.
    private let light = LayerImage.memory(width * height)
    private var composed: Moment?
    private var development = Development()
    /// Red, green, blue and opacity of each pixel, row by row.
    public let pixels: UnsafeMutablePointer<UInt8>

    /// All that the light on the sensor depends on; places are in pixels.
    private struct Moment: Equatable {
        var lens: Double
        var right: Int
        var down: Int
        /// The person's middle; nil: nobody is in the picture.
        var visitor: Int?
    }

    /// Paints the scene, which takes a second or two.
    public init() {
        falloff = .allocate(capacity: Self.width * Self.height)
        for row in 0..<Self.height {
            for column in 0..<Self.width {
                let x = (Double(column) + 0.5) / Double(Self.width)
                let y = (Double(row) + 0.5) / Double(Self.height)
                falloff[row * Self.width + column] = UInt16(Optics.lens.falloff(x: x, y: y) * 65535)
            }
        }
        pixels = .allocate(capacity: Self.width * Self.height * 4)
        pixels.initialize(repeating: 255, count: Self.width * Self.height * 4)
    }

    /// Draws the camera's present picture into `pixels`.
    public mutating func draw(_ camera: SimulatedCamera) {
        let moment = moment(of: camera)
        if composed != moment { compose(moment) }
        composed = moment
        development.look(through: camera.optics.zoom, isMirrored: camera.optics.isMirrored)
        development.develop(light, exposure: camera.frameExposure, into: pixels)
    }

    private func moment(of camera: SimulatedCamera) -> Moment {
        let (across, down) = (Double(Self.width), Double(Self.height))
        let aim = camera.optics.aim
        let right = Int((aim.x * across).rounded())
        var moment = Moment(lens: camera.lens, right: right, down: Int((aim.y * down).rounded()))
        if let middle = camera.optics.scene.visitor {
            let place = Int((middle * across).rounded())
            if place + visitor.left < Self.width + right, place + visitor.left + visitor.width > right {
                moment.visitor = place
            }
        }
        return moment
    }

    private func compose(_ moment: Moment) {
        let focus = Optics.dioptres(lens: moment.lens)
        let background = far.blur(focusedAt: focus)
        for row in 0..<Self.height {
            let line = light + row * Self.width
            let source = min(max(row + moment.down - far.top, 0), far.height - 1) * far.width
            for column in 0..<Self.width {
                let place = min(max(column + moment.right - far.left, 0), far.width - 1)
                line[column] = LightPixel(truncatingIfNeeded: background.pixel(source + place))
            }
        }
        if let middle = moment.visitor { cover(with: visitor, at: middle, moment, focus) }
        cover(with: near, at: 0, moment, focus)
        for index in 0..<(Self.width * Self.height) {
            let dimmed = SIMD4<UInt32>(truncatingIfNeeded: light[index]) &* UInt32(falloff[index])
            light[index] = LightPixel(truncatingIfNeeded: dimmed &>> 16)
        }
    }

    /// Draws a layer over what is there.
    /// - Parameter place: how far it is moved to the right, in pixels.
    private func cover(with layer: LayerImage, at place: Int, _ moment: Moment, _ focus: Double) {
        let blur = layer.blur(focusedAt: focus)
        let left = layer.left + place - moment.right
        for row in 0..<Self.height {
            let own = row + moment.down - layer.top
            guard own >= 0, own < layer.height else { continue }
            let span = layer.spans[own].clamped(to: max(-left, 0)..<max(Self.width - left, max(-left, 0)))
            let line = light + row * Self.width + left
            for column in span {
                let front = blur.pixel(own * layer.width + column)
                guard front.w > 0 else { continue }
                let behind = SIMD4<UInt32>(truncatingIfNeeded: line[column]) &* (65535 &- front.w)
                line[column] = LightPixel(truncatingIfNeeded: front &+ behind &>> 16)
            }
        }
    }
}

/// Makes bytes of light, as the sensor does: exposed, amplified, encoded, and with noise.
private struct Development {
    private let lumas: UnsafeMutablePointer<UInt16> = .allocate(capacity: 65536)
    private var exposure: FrameExposure?
    private let noise: UnsafeMutablePointer<Int8> = .allocate(capacity: noiseCount + 4)
    private var random = SplitMix64(seed: 7)
    private var zoom = 0.0
    private var isMirrored = false
    /// The place of the first pixel of each row that is shown, and those of the columns in it.
    private var rows: [Int] = []
    private var columns: [Int] = []

    private static let noiseCount = 1 << 16
    /// The standard deviation of the numbers in `noise`.
    private static let deviation = 32.0
    /// The standard deviation of a pixel without amplification, in 255ths.
    private static let basicNoise = 1.1

    init() {
        for index in 0..<(Self.noiseCount + 4) {
            noise[index] = Int8(min(max(random.nextNormal() * Self.deviation, -127), 127))
        }
    }

    mutating func develop(
        _ light: UnsafeMutablePointer<LightPixel>, exposure: FrameExposure, into bytes: UnsafeMutablePointer<UInt8>
    ) {
        if self.exposure != exposure { expose(exposure) }
        let strength = Int32(Self.basicNoise * exposure.amplification.squareRoot() * 256 / Self.deviation)
        var place = random.below(Self.noiseCount)
        var next = bytes
        for row in rows {
            for column in columns {
                let pixel = light[row + column]
                // An odd stride through a table of 2ⁿ entries: no two pixels of a row begin at the same entry.
                place = (place &+ 12_289) & (Self.noiseCount - 1)
                next[0] = byte(pixel.x, place, strength)
                next[1] = byte(pixel.y, place + 1, strength)
                next[2] = byte(pixel.z, place + 2, strength)
                next += 4
            }
        }
    }

    /// Finds the pixels of the sensor that a digital zoom shows, about the middle, if they are others than before.
    mutating func look(through zoom: Double, isMirrored: Bool) {
        guard zoom != self.zoom || isMirrored != self.isMirrored else { return }
        (self.zoom, self.isMirrored) = (zoom, isMirrored)
        rows = (0..<PagePicture.height).map { Self.place($0, of: PagePicture.height, zoom) * PagePicture.width }
        columns = (0..<PagePicture.width).map { Self.place($0, of: PagePicture.width, zoom) }
        if isMirrored { columns.reverse() }
    }

    private static func place(_ index: Int, of count: Int, _ zoom: Double) -> Int {
        let middle = Double(count) / 2
        let place = middle + (Double(index) + 0.5 - middle) / max(zoom, 1)
        return min(max(Int(place), 0), count - 1)
    }

    @inline(__always)
    private func byte(_ light: UInt16, _ place: Int, _ strength: Int32) -> UInt8 {
        let luma = Int32(lumas[Int(light)])
        // White stays white: more light than the sensor holds has no noise.
        guard luma < 65280 else { return 255 }
        return UInt8(truncatingIfNeeded: min(max(luma &+ Int32(noise[place]) &* strength, 0), 65280) >> 8)
    }

    private mutating func expose(_ exposure: FrameExposure) {
        self.exposure = exposure
        let brightest = Optics.level(LayerImage.largestLight / 65535, exposure: exposure.time)
        let factor = brightest * exposure.amplification * exposure.light
        for light in 0..<65536 {
            lumas[light] = UInt16(LumaEncoding.luma(of: Double(light) * factor) * 65280)
        }
    }
}
