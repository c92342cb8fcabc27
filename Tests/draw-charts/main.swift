// Draws each chart of a folder (StateCharts by default) as an SVG beside it.
import ChartTools
import Foundation
import StateChart

let usage = """
    usage: draw-charts [FOLDER]
    Draws FOLDER/*.scxml (StateCharts/*.scxml) as FOLDER/*.svg, and prints each chart's hash.

    """

func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--help" {
    print(usage, terminator: "")
    exit(0)
}
if arguments.count > 1 || arguments.first?.hasPrefix("-") == true {
    complain(usage)
    exit(2)
}

let folder = URL(fileURLWithPath: arguments.first ?? "StateCharts", isDirectory: true)
var findings: [ChartError] = []
do {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "scxml" {
        let chart = try ChartReader.read(contentsOf: file)
        let drawing = file.deletingPathExtension().appendingPathExtension("svg")
        try Data(ChartDrawing.svg(of: chart).utf8).write(to: drawing, options: .atomic)
        print("\(drawing.lastPathComponent)  \(ChartIdentity(of: chart))")
        findings += ChartCheck.findings(in: chart)
    }
} catch let error as ChartError {
    complain("draw-charts: \(error)\n")
    exit(1)
} catch {
    let answer = (error as NSError).localizedDescription
    complain("draw-charts: cannot draw the charts in \(folder.path): \(answer) Name a folder that can be written.\n")
    exit(1)
}
for finding in findings { complain("draw-charts: \(finding)\n") }
exit(findings.isEmpty ? 0 : 1)
