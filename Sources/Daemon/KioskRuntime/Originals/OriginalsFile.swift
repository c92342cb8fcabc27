import FocusCore
import StateTrace

/// A file of originals: for each control of a camera the value before the first change, and the last one written.
struct OriginalsFile: Equatable {
    var camera: CameraKey
    var controls: [RememberedOriginal]

    /// Files of a later version are ignored: their fields may mean something else.
    private static let version = 1
    /// In bytes: 64 KiB, far more than all controls take. A larger file is not read.
    static let longest = 65_536

    private struct Record: Codable {
        var version: Int
        var camera: CameraKey
        var controls: [Control]
    }

    private struct Control: Codable {
        var id: UInt32
        var original: Value
        var written: Value
    }

    /// An integer, or a rectangle as an object.
    private struct Value: Codable {
        let value: ControlValue

        private struct Box: Codable {
            var left, top, width, height: Int32
        }

        init(_ value: ControlValue) { self.value = value }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let integer = try? container.decode(Int64.self) {
                value = .integer(integer)
            } else {
                let box = try container.decode(Box.self)
                value = .rectangle(PixelRectangle(left: box.left, top: box.top, width: box.width, height: box.height))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .integer(let integer): try container.encode(integer)
            case .rectangle(let box):
                try container.encode(Box(left: box.left, top: box.top, width: box.width, height: box.height))
            }
        }
    }

    /// The reason why a file is unusable: the end of a sentence.
    struct Fault: Error, Equatable {
        var reason: String
    }

    init(camera: CameraKey, controls: [RememberedOriginal]) {
        self.camera = camera
        self.controls = controls
    }

    /// Unknown fields are ignored.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.longest else { throw Fault(reason: "it is larger than 64 KiB") }
        guard let value = JSONValue(bytes), let record = try? JSONValueDecoder.decode(Record.self, from: value) else {
            throw Fault(reason: "it is not a file of \"tapfocus run\", or only a part of one")
        }
        guard record.version == Self.version else { throw Fault(reason: "it is of version \(record.version)") }
        camera = record.camera
        controls = record.controls.map { control in
            RememberedOriginal(
                id: ControlID(rawValue: control.id), original: control.original.value, written: control.written.value)
        }
    }

    /// The file's bytes: one line of JSON.
    var bytes: [UInt8] {
        let record = Record(
            version: Self.version, camera: camera,
            controls: controls.map { control in
                Control(id: control.id.rawValue, original: Value(control.original), written: Value(control.written))
            })
        // Encoding cannot fail: none of its types throws.
        return ((try? JSONValueEncoder.value(of: record))?.bytes ?? []) + [UInt8(ascii: "\n")]
    }
}
