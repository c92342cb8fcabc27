import LinuxDevices

/// Errors of standard output.
extension Session {
    /// If the very first line cannot be written, nobody reads the output, and whoever started the program has to know:
    /// it ends. It also ends when its reader has gone, like any program in a pipeline. A disk that is full later costs
    /// lines, never the focusing: it is announced once, and the end counts as a failure. A restart of systemd's journal
    /// only costs lines.
    func outputFailed(_ error: OutputError) {
        guard outputError == nil else { return }
        let isJournalAway =
            error.isReaderGone && StandardOutput.isJournal(announcer.descriptor, stream: options.journalStream)
        if !isJournalAway { outputError = error }
        guard isJournalAway || announcer.hasWritten && !error.isReaderGone else { return stop() }
        let sentence = "\(error) Focusing goes on."
        StandardError.writeLine("tapfocus run: \(sentence)")
        tellWatchers(.error(sentence), at: MonotonicClock.now())
    }

    /// A reader that goes is also noticed while there is nothing to print.
    func watchOutput() {
        let descriptor = announcer.descriptor
        guard StandardOutput.isPipe(descriptor) else { return }
        // If the descriptor cannot be watched, the next line notices it.
        try? host.loop.add(descriptor, []) { [unowned self] _ in
            guard StandardOutput.hasLostReader(descriptor) else { return }
            host.loop.remove(descriptor)
            outputFailed(OutputError.readerGone)
        }
    }
}
