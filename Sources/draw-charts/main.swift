// Draws each chart of a folder (StateCharts, if none is named) as an SVG that stands beside it.
import Foundation
import StateChart

let arguments = CommandLine.arguments.dropFirst()
if arguments.count > 1 || arguments.first?.hasPrefix("-") == true {
    print("usage: draw-charts [FOLDER]\nDraws FOLDER/*.scxml (StateCharts) as FOLDER/*.svg, and prints each chart's hash.")
    exit(arguments.first == "--help" ? 0 : 2)
}
let folder = URL(fileURLWithPath: arguments.first ?? "StateCharts", isDirectory: true)
do {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "scxml" {
        let chart = try ChartReader.read(contentsOf: file)
        let drawing = file.deletingPathExtension().appendingPathExtension("svg")
        try Data(ChartDrawing.svg(of: chart).utf8).write(to: drawing, options: .atomic)
        print("\(drawing.lastPathComponent)  \(ChartIdentity(of: chart))")
        for finding in ChartCheck.findings(in: chart) { print("  \(finding)") }
    }
} catch let error as ChartError {
    FileHandle.standardError.write(Data("draw-charts: \(error)\n".utf8))
    exit(1)
} catch {
    let answer = (error as NSError).localizedDescription
    FileHandle.standardError.write(
        Data("draw-charts: cannot draw the charts in \(folder.path): \(answer) Name their folder.\n".utf8))
    exit(1)
}
