/// The camera's USB descriptors: a UVC 1.5 camera with one format, streamed over a bulk endpoint.
struct CameraDescriptors {
    enum Entity {
        static let camera = ControlSpecification.Unit.camera.rawValue
        static let processing = ControlSpecification.Unit.processing.rawValue
        static let output: UInt8 = 3
    }

    enum Interface {
        static let control: UInt8 = 0
        static let streaming: UInt8 = 1
    }

    enum Endpoint {
        static let video: UInt32 = 1
        static let status: UInt32 = 3
    }

    static let manufacturer = "TapFocus"
    static let product = "Virtual Kiosk Camera"
    static let serialNumber = "virtual-kiosk"
    private static let version: Int64 = 0x0150

    let design: CameraDesign

    /// Class EF/02/01: an interface association in the configuration describes the device. 1209:0001 is reserved for tests.
    var device: [UInt8] {
        [18, 0x01, 0x00, 0x02, 0xEF, 0x02, 0x01, 64, 0x09, 0x12, 0x01, 0x00, 0x00, 0x01, 1, 2, 3, 1]
    }

    var configuration: [UInt8] {
        let body = association + controlInterface + streamingInterface
        let header: [UInt8] = [9, 0x02] + [UInt8](littleEndian: Int64(9 + body.count), count: 2)
        // Two interfaces, configuration 1, no name, powered by the bus, 500 mA.
        return header + [2, 1, 0, 0x80, 250] + body
    }

    /// String descriptors: 0 lists the languages; the others have the numbers that `device` uses.
    func string(_ index: Int) -> [UInt8]? {
        let texts = [Self.manufacturer, Self.product, Self.serialNumber]
        if index == 0 { return [4, 0x03, 0x09, 0x04] }
        guard texts.indices.contains(index - 1) else { return nil }
        let characters = texts[index - 1].utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return [UInt8(characters.count + 2), 0x03] + characters
    }

    private var association: [UInt8] { [8, 0x0B, Interface.control, 2, 0x0E, 0x03, 0x00, 2] }

    private var controlInterface: [UInt8] {
        let entities = cameraTerminal + processingUnit + outputTerminal
        var header: [UInt8] = [13, 0x24, 0x01]
        header += [UInt8](littleEndian: Self.version, Int64(13 + entities.count), count: 2)
        header += [UInt8](littleEndian: 48_000_000, count: 4)
        header += [1, Interface.streaming]
        let interface: [UInt8] = [9, 0x04, Interface.control, 0, 1, 0x0E, 0x01, 0x01, 0]
        let status: [UInt8] = [7, 0x05, 0x80 | UInt8(Endpoint.status), 0x03, 16, 0, 8, 5, 0x25, 0x03, 16, 0]
        return interface + header + entities + status
    }

    private var cameraTerminal: [UInt8] {
        [18, 0x24, 0x02, Entity.camera, 0x01, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 3] + bits(of: .camera)
    }

    private var processingUnit: [UInt8] {
        [13, 0x24, 0x05, Entity.processing, Entity.camera, 0, 0, 3] + bits(of: .processing) + [0, 0]
    }

    private var outputTerminal: [UInt8] { [9, 0x24, 0x03, Entity.output, 0x01, 0x01, 0, Entity.processing, 0] }

    /// bmControls: one bit for each control that the camera has.
    private func bits(of unit: ControlSpecification.Unit) -> [UInt8] {
        let bits = design.controls.map(\.specification).filter { $0.unit == unit }.reduce(Int64(0)) {
            $0 | 1 << Int64($1.bit)
        }
        return [UInt8](littleEndian: bits, count: 3)
    }

    private var streamingInterface: [UInt8] {
        let formats = format + ImageSize.all.indices.prefix(design.sizeCount).flatMap(frame) + [6, 0x24, 0x0D, 1, 1, 4]
        var header: [UInt8] = [14, 0x24, 0x01, 1]
        header += [UInt8](littleEndian: Int64(14 + formats.count), count: 2)
        header += [0x80 | UInt8(Endpoint.video), 0, Entity.output, 0, 0, 0, 1, 0]
        let interface: [UInt8] = [9, 0x04, Interface.streaming, 0, 1, 0x0E, 0x02, 0x01, 0]
        return interface + header + formats + [7, 0x05, 0x80 | UInt8(Endpoint.video), 0x02, 0x00, 0x02, 0]
    }

    /// The format and the number of its sizes, with the default values for a host.
    private var format: [UInt8] {
        let sizes = UInt8(design.sizeCount)
        var name: [UInt8] = [
            0x59, 0x55, 0x59, 0x32, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
        ]
        switch design.format {
        case .mjpeg: return [11, 0x24, 0x06, 1, sizes, 0, 1, 0, 0, 0, 0]
        case .unknown: name.replaceSubrange(0..<4, with: Array("Z16 ".utf8))
        case .nameless: name.replaceSubrange(0..<4, with: Array("????".utf8))
        case .yuyv: break
        }
        return [27, 0x24, 0x04, 1, sizes] + name + [16, 1, 0, 0, 0, 0]
    }

    private func frame(_ index: Int) -> [UInt8] {
        let size = ImageSize.all[index]
        let bytes = design.format.largestFrame(of: size)
        let intervals = StreamAgreement.intervals.map(Int64.init)
        let subtype: UInt8 = design.format == .mjpeg ? 0x07 : 0x05
        var frame: [UInt8] = [UInt8(26 + 4 * intervals.count), 0x24, subtype, UInt8(index + 1), 0]
        frame += [UInt8](littleEndian: Int64(size.width), Int64(size.height), count: 2)
        for interval in [intervals.max(), intervals.min()] {
            frame += [UInt8](littleEndian: Int64(bytes * 8) * 10_000_000 / (interval ?? 1), count: 4)
        }
        frame += [UInt8](littleEndian: Int64(bytes), intervals[0], count: 4)
        frame.append(UInt8(intervals.count))
        // In ascending order.
        for interval in intervals.sorted() { frame += [UInt8](littleEndian: interval, count: 4) }
        return frame
    }
}
