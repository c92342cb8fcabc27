import CommandLineWords
import Glibc
import LinuxSystem
import WebGateway

StandardStreams.prepare()
let wish: WebOptions.Wish
do {
    wish = try WebOptions.parse(Array(CommandLine.arguments.dropFirst()))
} catch {
    StandardError.writeLine("tapfocus-web: \(error) \"tapfocus-web --help\" says more.")
    exit(2)
}
do {
    switch wish {
    case .help: try StandardOutput.writeLine(WebOptions.help)
    case .version: try StandardOutput.writeLine("tapfocus-web \(Release.version)")
    case .manual:
        try StandardOutput.writeLine(
            ManualPage.text(
                "tapfocus-web", section: 1, summary: "connect pages in a browser to tapfocus run",
                help: [WebOptions.help], others: ["tapfocus(1)", "tapfocus-run(1)"]))
    case .serve(let options): try serve(options)
    }
    exit(0)
} catch {
    StandardError.writeLine("tapfocus-web: \(error)")
    exit(1)
}
