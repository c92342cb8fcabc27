import FocusCore
import Foundation

/// A real camera from `Tests/Cameras/cameras.json`: the control list that its owner published, and the levels that the
/// engine must find for it.
struct ListedCamera: Decodable, CustomStringConvertible {
    var camera: String
    /// The level for focus: with frames, and without.
    var focus: [String]
    /// The level for exposure: with frames, and without.
    var exposure: [String]
    var controls: [Control]

    struct Control: Decodable {
        var control: String
        var range: [Int64]?
        var step: Int64?
        var `default`: Int64?
        var value: Value?
        var items: [Int64]?
        var integers: [Int64]?
        var largest: [Int32]?
        var smallest: [Int32]?
        /// True when an automatic was on at the time of the list and the driver refuses to write the control then.
        var inactive: Bool?
        var fails: Int32?
    }

    /// An integer, or a rectangle as left, top, width, height.
    enum Value: Decodable {
        case integer(Int64)
        case rectangle([Int32])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Int64.self) {
                self = .integer(value)
            } else {
                self = .rectangle(try container.decode([Int32].self))
            }
        }
    }

    var description: String { camera }

    /// All cameras of the list.
    static let all: [ListedCamera] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        do {
            let data = try Data(contentsOf: tests.appendingPathComponent("Cameras/cameras.json"))
            return try JSONDecoder().decode([ListedCamera].self, from: data)
        } catch {
            // A test expects 72 cameras, so an empty list fails.
            print("cannot read the list of cameras: \(error)")
            return []
        }
    }()

    /// The camera as its driver would describe it.
    func driverDescription(givesFrames: Bool) -> CameraDescription {
        CameraDescription(
            imageWidth: 1920, imageHeight: 1080, controls: controls.map(\.driverDescription), givesFrames: givesFrames)
    }

    /// The controls that fail at every access, with their errno.
    var failing: [ControlID: Int32] {
        var failing: [ControlID: Int32] = [:]
        for control in controls { failing[control.id] = control.fails }
        return failing
    }

    /// The controls that the driver says are inactive.
    var inactive: Set<ControlID> { Set(controls.filter { $0.inactive == true }.map(\.id)) }

    func integer(_ name: String) -> Int64? {
        guard case .integer(let value)? = controls.first(where: { $0.control == name })?.value else { return nil }
        return value
    }

    /// The controls that an automatic moves at the beginning and at the end; their values are the camera's own affair.
    var ruledByAutomatics: Set<ControlID> {
        var ruled: Set<ControlID> = []
        if integer("focus-auto") == 1 { ruled.insert(.focusAbsolute) }
        if let mode = integer("exposure-auto"), mode != 1 { ruled.insert(.exposureAbsolute) }
        if integer("autogain") == 1 { ruled.insert(.gain) }
        return ruled
    }
}

extension ListedCamera.Control {
    var id: ControlID {
        ControlID.known.first(where: { "\($0.name.map(String.init(describing:)) ?? "")" == control })
            ?? ControlID(rawValue: 0)
    }

    var driverDescription: ControlDescription {
        var description = ControlDescription(
            id: id, minimum: range?.first ?? 0, maximum: range?.last ?? 0, step: step ?? 1,
            defaultValue: `default` ?? 0, menuItems: (items ?? []).reduce(0) { $0 | 1 << UInt64($1) },
            value: controlValue)
        description.menuIntegers = integers ?? []
        if let largest {
            description.bounds = PixelRectangle(
                left: largest[0], top: largest[1], width: largest[2], height: largest[3])
        }
        if let smallest {
            description.minimumWidth = smallest[0]
            description.minimumHeight = smallest[1]
        }
        return description
    }

    private var controlValue: ControlValue? {
        guard fails == nil else { return nil }
        switch value {
        case .integer(let value): return .integer(value)
        case .rectangle(let box):
            return .rectangle(PixelRectangle(left: box[0], top: box[1], width: box[2], height: box[3]))
        case nil: return nil
        }
    }
}

extension InlineList where Element == ControlID {
    fileprivate func first(where fits: (ControlID) -> Bool) -> ControlID? {
        for index in 0..<count {
            if let id = self[index], fits(id) { return id }
        }
        return nil
    }
}
