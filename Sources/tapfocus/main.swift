import Foundation

exit(CommandLineProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
