import ChartTools
import Foundation
import StateChart

/// The charts of this repository, located relative to this file.
enum ChartFiles {
    static let names = ["focus-exposure", "keep", "light", "settle-then-hold", "stream", "tap"]
    /// The charts of machines that can be compared in every situation; the others are compared by monitors only.
    static let compared = ["focus-exposure", "settle-then-hold"]

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("StateCharts")

    static func data(_ file: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(file))
    }

    static func chart(_ name: String) throws -> Chart {
        try ChartReader.read(contentsOf: folder.appendingPathComponent("\(name).scxml"))
    }

    static func differences(_ name: String, _ chart: Chart) -> [String] {
        name == "focus-exposure" ? ChartComparison.focusExposure(chart) : ChartComparison.settleThenHold(chart)
    }
}
