import CStateChart

/// The charts that the program was built with: the files of `StateCharts/`.
struct KeptCharts: Sendable {
    var focus: Chart
    var settle: Chart
    var tap: Chart
    var stream: Chart
    var keep: Chart
    var light: Chart

    init() {
        focus = Self.chart(tapfocus_focus_exposure_chart(), "focus-exposure")
        settle = Self.chart(tapfocus_settle_then_hold_chart(), "settle-then-hold")
        tap = Self.chart(tapfocus_tap_chart(), "tap")
        stream = Self.chart(tapfocus_stream_chart(), "stream")
        keep = Self.chart(tapfocus_keep_chart(), "keep")
        light = Self.chart(tapfocus_light_chart(), "light")
    }

    private static func chart(_ file: tapfocus_chart, _ name: String) -> Chart {
        // It cannot fail: a test reads each of these files.
        try! ChartReader.read(UnsafeBufferPointer(start: file.bytes, count: Int(file.count)), file: "\(name).scxml")
    }
}
