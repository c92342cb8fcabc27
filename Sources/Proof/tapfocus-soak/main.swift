import Glibc
import KioskRuntime

// Called by Scripts/soak, which explains the stages: tapfocus-soak STAGE --seed N --seconds S --findings FOLDER [--only N]
// Called by itself, to be killed: tapfocus-soak record ring|file FOLDER
// Called by Scripts/lab/compare-behaviour: tapfocus-soak worlds --write COUNT --seed N
Interruption.listen()
do {
    if let recorder = RecordingProgram(Array(CommandLine.arguments.dropFirst())) {
        try recorder.run()
        exit(0)
    }
    let arguments = try SoakArguments(Array(CommandLine.arguments.dropFirst()))
    if let count = arguments.write {
        try WorldWriter.write(count, seed: arguments.seed)
        exit(0)
    }
    var program = try SoakProgram(arguments)
    exit(try program.run() ? 0 : 1)
} catch {
    let sentence = Array("tapfocus-soak: \(error)\n".utf8)
    _ = write(STDERR_FILENO, sentence, sentence.count)
    exit(2)
}
