import FocusCore
import JSONLines

// The objects that describe devices.

extension TouchscreenDescription: LineRecord {
    package static var blank: TouchscreenDescription {
        TouchscreenDescription(minimumX: 0, maximumX: 0, minimumY: 0, maximumY: 0)
    }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("x", &minimumX, &maximumX)
        fields.field("y", &minimumY, &maximumY)
        fields.field("unitsPerMillimetre", &unitsPerMillimetreX, &unitsPerMillimetreY)
        fields.field("calibration", &calibration)
    }
}

extension CameraDescription: LineRecord {
    package static var blank: CameraDescription { CameraDescription(imageWidth: 0, imageHeight: 0, controls: []) }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("image", &imageWidth, &imageHeight)
        fields.field("controls", &controls)
        fields.field("frames", &givesFrames)
        fields.field("quirks", &quirks, unless: CameraQuirks())
        fields.field("remembered", &remembered, unless: [])
    }
}

extension ControlDescription: LineRecord {
    package static var blank: ControlDescription { ControlDescription(id: ControlID(rawValue: 0)) }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("minimum", &minimum)
        fields.field("maximum", &maximum)
        fields.field("step", &step)
        fields.field("default", &defaultValue)
        fields.field("menu", &menuItems)
        fields.field("menuIntegers", &menuIntegers, unless: [])
        fields.field("readOnly", &isReadOnly)
        fields.field("writeOnly", &isWriteOnly)
        fields.nullable("bounds", &bounds)
        fields.field("minimumSize", &minimumWidth, &minimumHeight)
        fields.nullable("value", &value)
    }
}

extension CameraQuirks: LineRecord {
    package static var blank: CameraQuirks { CameraQuirks() }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("unusable", &unusable)
        fields.field("lensMinimum", &lensMinimum)
        fields.field("lensMaximum", &lensMaximum)
        fields.field("lensDelay", &lensDelay)
        fields.field("exposureDelay", &exposureDelay)
        fields.field("cannotBeReadBack", &cannotBeReadBack)
        fields.field("resetsAtStreamStart", &resetsAtStreamStart, unless: false)
        var times = ExposureTimes(exposureTimes)
        fields.field("exposureTimes", &times, unless: ExposureTimes([]))
        exposureTimes = times.times
        fields.field("writePause", &writePause, unless: .zero)
        fields.field("firstFrameTime", &firstFrameTime)
        fields.field("zoomLeast", &zoomLeast)
        fields.field("zoomMost", &zoomMost)
    }
}

/// The exposure times of a camera's quirks, as many as count.
private struct ExposureTimes: LineValue, Equatable {
    var times: [Int64]

    init(_ times: [Int64]) { self.times = times }

    init(from scanner: inout JSONScanner) throws(JSONFault) {
        self.init(try [Int64](from: &scanner))
        guard times.count <= CameraQuirks.mostExposureTimes else { throw scanner.fault("at most 32 exposure times") }
    }

    func write(to line: inout JSONLine) { Array(times.prefix(CameraQuirks.mostExposureTimes)).write(to: &line) }
}

/// An original that an earlier run did not restore.
extension RememberedOriginal: LineRecord {
    package static var blank: RememberedOriginal {
        RememberedOriginal(id: ControlID(rawValue: 0), original: .integer(0), written: .integer(0))
    }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("id", &id, "a control's id, its original, and what was written")
        fields.required("original", &original, "a control's id, its original, and what was written")
        fields.required("written", &written, "a control's id, its original, and what was written")
    }
}
