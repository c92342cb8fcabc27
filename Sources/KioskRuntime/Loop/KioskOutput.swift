import LinuxDevices

/// Standard output that cannot be written.
extension Kiosk {
    /// Nobody looks at what a program says whose very first line cannot be written, and whoever started it has to know: it
    /// ends. So it does when its reader has gone, as any program in a pipeline. A disk that is full later costs lines, never
    /// the focusing; it is told once, and makes the end a failure. systemd's journal may be started anew: that costs lines only.
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

    /// A reader that goes while there is nothing to say is noticed, too.
    func watchOutput() {
        let descriptor = announcer.descriptor
        guard StandardOutput.isPipe(descriptor) else { return }
        // One that cannot be watched is noticed with the next line.
        try? loop.add(descriptor, []) { [unowned self] _ in
            guard StandardOutput.hasLostReader(descriptor) else { return }
            loop.remove(descriptor)
            outputFailed(OutputError.readerGone)
        }
    }
}
