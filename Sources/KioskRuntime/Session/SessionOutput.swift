import LinuxDevices

/// Errors of standard output.
extension Session {
    func outputFailed(_ error: OutputError) {
        let announcer = audience.announcer
        let isJournal = StandardOutput.isJournal(announcer.descriptor, stream: options.journalStream)
        switch life.outputFailed(error, isJournal: isJournal, hasWritten: announcer.hasWritten) {
        case .nothing: break
        case .stop: stop()
        case .goOn:
            let sentence = "\(error) Focusing goes on."
            StandardError.writeLine("tapfocus run: \(sentence)")
            audience.tellWatchers(.error(sentence))
        }
    }

    /// A reader that goes is also noticed while there is nothing to print.
    func watchOutput() {
        let descriptor = audience.announcer.descriptor
        guard StandardOutput.isPipe(descriptor) else { return }
        // If the descriptor cannot be watched, the next line notices it.
        try? host.loop.add(descriptor, []) { [unowned self] _ in
            guard StandardOutput.hasLostReader(descriptor) else { return }
            host.loop.remove(descriptor)
            outputFailed(OutputError.readerGone)
        }
    }
}
