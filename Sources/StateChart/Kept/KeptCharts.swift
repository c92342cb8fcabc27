import Foundation

/// The charts that the program was built with: the files of `StateCharts/`, as `draw-charts` has copied them into it.
struct KeptCharts: Sendable {
    var focus: Chart
    var settle: Chart
    var tap: Chart
    var stream: Chart

    init() {
        focus = Self.chart(KeptText.focusExposure, "focus-exposure")
        settle = Self.chart(KeptText.settleThenHold, "settle-then-hold")
        tap = Self.chart(KeptText.tap, "tap")
        stream = Self.chart(KeptText.stream, "stream")
    }

    private static func chart(_ text: String, _ name: String) -> Chart {
        // It cannot fail: a test compares the texts with the files, and another one reads each file.
        try! ChartReader.read(Data(text.utf8), file: "\(name).scxml")
    }
}

/// The texts of the charts; each is in a file of its own.
enum KeptText {}
