/// A rectangle of the sensor, in its pixels; all four sides are inclusive.
struct SensorRegion: Equatable {
    var top: Int
    var left: Int
    var bottom: Int
    var right: Int

    /// The whole sensor. It is larger than the streamed image, because regions are in sensor pixels, whatever the stream's size.
    static let sensor = SensorRegion(top: 0, left: 0, bottom: 959, right: 1279)

    static let smallestSide = 32

    var width: Int { right - left + 1 }
    var height: Int { bottom - top + 1 }

    func contains(_ other: SensorRegion) -> Bool {
        other.top >= top && other.left >= left && other.bottom <= bottom && other.right <= right
    }

    var json: [(String, JSON)] {
        [
            ("top", .integer(Int64(top))), ("left", .integer(Int64(left))), ("bottom", .integer(Int64(bottom))),
            ("right", .integer(Int64(right))),
        ]
    }
}

/// The value of the region-of-interest control: a rectangle, and the camera's automatics that follow it
/// (CT_REGION_OF_INTEREST_CONTROL, UVC 1.5, 4.2.2.1.20).
struct RegionOfInterest: Equatable {
    static let length = 10
    static let exposureBit: UInt16 = 0x01
    static let focusBit: UInt16 = 0x08

    var region: SensorRegion
    var automatics: UInt16

    static let minimum = RegionOfInterest(
        region: SensorRegion(
            top: 0, left: 0, bottom: SensorRegion.smallestSide - 1, right: SensorRegion.smallestSide - 1), automatics: 0
    )
    /// The largest value, which is also the initial one: the whole sensor. `automatics` are those that the camera has.
    static func maximum(automatics: UInt16) -> RegionOfInterest {
        RegionOfInterest(region: .sensor, automatics: automatics)
    }

    init(region: SensorRegion, automatics: UInt16) {
        self.region = region
        self.automatics = automatics
    }

    init(_ bytes: [UInt8]) {
        region = SensorRegion(
            top: Int(bytes.littleEndian16(at: 0)), left: Int(bytes.littleEndian16(at: 2)),
            bottom: Int(bytes.littleEndian16(at: 4)), right: Int(bytes.littleEndian16(at: 6)))
        automatics = bytes.littleEndian16(at: 8)
    }

    var bytes: [UInt8] {
        [UInt8](
            littleEndian: Int64(region.top), Int64(region.left), Int64(region.bottom), Int64(region.right),
            Int64(automatics), count: 2)
    }

    /// The reason why a camera with these automatics refuses it; nil if it accepts it.
    func refusal(supported: UInt16) -> RefusalCode? {
        guard SensorRegion.sensor.contains(region), region.width >= SensorRegion.smallestSide,
            region.height >= SensorRegion.smallestSide
        else { return .outOfRange }
        return automatics & ~supported == 0 ? nil : .invalidValue
    }

    var json: JSON { .object(region.json + [("auto", .integer(Int64(automatics)))]) }
}
