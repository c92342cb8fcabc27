import Glibc
import KioskRuntime

StandardStreams.prepare()
exit(CommandLineProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
