/// A copy of a chart's file as a source file of this module, so that a program has its charts wherever it is installed.
public enum ChartCopy {
    /// The folder of the copies, from the root of the repository.
    public static let folder = "Sources/StateChart/Kept"

    /// The name of a chart's copy: `FocusExposureText.swift` for `focus-exposure`.
    public static func file(of chart: String) -> String {
        let words = chart.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return words.joined() + "Text.swift"
    }

    /// The content of the copy.
    public static func text(of chart: String, _ content: String) -> String {
        let words = chart.split(separator: "-")
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let name = (words.prefix(1).map(String.init) + rest).joined()
        let lines = content.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let indented = lines.map { $0.isEmpty ? "" : "        \($0)" }.joined(separator: "\n")
        return """
            // Written by draw-charts: change StateCharts/\(chart).scxml instead.
            extension KeptText {
                static let \(name) = #\"""
            \(indented)
                    \"""#
            }

            """
    }
}
