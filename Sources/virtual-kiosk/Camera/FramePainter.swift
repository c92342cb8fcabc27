/// Paints what the sensor sees as YUY2: a fine and a coarse chequerboard, whose contrast shows how sharp each half is.
enum FramePainter {
    private typealias Image = CameraDescriptors.Image

    /// Sides of the squares, in sensor pixels: eight of those make one streamed pixel without zoom.
    private static let fineSquare = 16
    private static let coarseSquare = 64

    /// `zoom` in percent, 100 and more: the middle of the sensor, enlarged.
    static func paint(_ optics: Optics, zoom: Int64) -> [UInt8] {
        let width = SensorRegion.sensor.width * 100 / Int(max(100, zoom))
        let height = SensorRegion.sensor.height * 100 / Int(max(100, zoom))
        let left = (SensorRegion.sensor.width - width) / 2
        let top = (SensorRegion.sensor.height - height) / 2
        let columns = (0..<Image.width).map { column(left + $0 * width / Image.width) }
        let palette = luminances(of: optics.scene.near, optics) + luminances(of: optics.scene.far, optics)
        return [UInt8](unsafeUninitializedCapacity: Image.bytes) { pixels, count in
            var place = 0
            for row in 0..<Image.height {
                let squares = self.squares(top + row * height / Image.height)
                for column in columns {
                    pixels[place] = palette[column ^ squares]
                    pixels[place + 1] = 128
                    place += 2
                }
            }
            count = Image.bytes
        }
    }

    /// Which squares a place lies in: bit 0 fine, bit 1 coarse; row and column together by exclusive or.
    private static func squares(_ place: Int) -> Int {
        place / fineSquare & 1 | (place / coarseSquare & 1) << 1
    }

    /// As `squares`, and bit 2: the far half.
    private static func column(_ place: Int) -> Int {
        squares(place) | (place >= Scene.border ? 4 : 0)
    }

    /// The luminance for each combination of fine and coarse square. Fine detail is lost first when the lens is off.
    private static func luminances(of half: Scene.Half, _ optics: Optics) -> [UInt8] {
        let sharpness = optics.sharpness(of: half)
        let fine = 0.4 * sharpness * sharpness
        let coarse = 0.2 * sharpness + 0.1
        return (0..<4).map { squares in
            let contrast = (squares & 1 == 0 ? fine : -fine) + (squares & 2 == 0 ? coarse : -coarse)
            let signal = min(max(optics.signal(of: half) * (1 + contrast), 0), 1)
            return UInt8(16 + 219 * signal)
        }
    }
}
