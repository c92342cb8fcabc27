import CSockets
import CTapFocus
import FocusCore

// The functions of tapfocus.h, which documents them.

@_cdecl("tapfocus_explain")
public func tapfocusExplain(_ status: Int32) -> UnsafePointer<CChar> { cString(Failure.explanation(status)) }

@_cdecl("tapfocus_now")
public func tapfocusNow() -> Int64 { tapfocus_clock() }

@_cdecl("tapfocus_measure")
public func tapfocusMeasure(
    _ image: UnsafePointer<tapfocus_image>?, _ focus: UnsafePointer<tapfocus_rectangle>?,
    _ exposure: UnsafePointer<tapfocus_rectangle>?, _ withGrid: Int32,
    _ measurement: UnsafeMutablePointer<tapfocus_measurement>?
) -> Int32 {
    status { () throws(Failure) in
        guard let image, let focus, let exposure, let measurement else { throw Failure(TAPFOCUS_NULL_POINTER) }
        let plane = try LumaPlane(image.pointee)
        let request = FrameRequest(
            focus: try Measure.rectangle(focus.pointee), exposure: try Measure.rectangle(exposure.pointee),
            includesGrid: withGrid != 0)
        measurement.pointee = tapfocus_measurement(LumaMeasurement(of: plane, for: request))
    }
}

extension tapfocus_measurement {
    fileprivate init(_ measured: LumaMeasurement) {
        self.init()
        sharpness.0 = measured.sharpness
        sharpness_count = 1
        version = Int32(LumaMeasurement.version)
        mean = measured.mean
        bright = measured.bright
        dark = measured.dark
        guard let cells = measured.grid?.cells else { return }
        has_grid = 1
        withUnsafeMutableBytes(of: &grid) { grid in
            for index in cells.indices { grid[index] = cells[index] }
        }
    }
}

/// The return value of a C function: 0, or the number of the failure.
@inline(__always)
func status(_ body: () throws(Failure) -> Void) -> Int32 {
    do throws(Failure) {
        try body()
        return 0
    } catch {
        return error.status
    }
}

/// The text as a C string, which is never released. A `StaticString` ends with a 0.
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
