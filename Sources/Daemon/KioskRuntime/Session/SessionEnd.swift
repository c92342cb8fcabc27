import FocusCore
import LinuxDevices

/// The end of a session, and errors of standard output, which may lead to it.
extension Session {
    /// A transfer to a faulty USB device may block for 5 s, a call of two controls for 10 s. The end waits for one such call.
    private static let stopTime = TimeSpan.milliseconds(12_000)

    /// A signal has come. Nothing new begins while the session ends: its trace is complete soon.
    func follow(_ request: Host.Request, at time: Instant = MonotonicClock.now()) {
        switch request {
        case .end: signalled(at: time)
        case .nextFile:
            guard !isStopping else { return }
            trace.beginNextFile()
            audience.follow(options.reread, at: time)
        }
    }

    func signalled(at time: Instant = MonotonicClock.now()) {
        switch life.signalled(at: time) {
        case .nothing: break
        case .stop: stop(at: time)
        case .giveUp: giveUp()
        }
    }

    /// Restores the camera, and then ends.
    func stop(at time: Instant = MonotonicClock.now()) {
        audience.manager?.stopping("putting the camera's settings back")
        guard life.beginEnd() else { return }
        set(.stopDeadline, time.advanced(by: Self.stopTime))
        feed(.stop, at: time)
    }

    func giveUp() { end(because: "the camera did not take all its original settings back in time. ") }

    /// The camera has answered all restoring calls; `isComplete` is false if it refused some.
    func stopped(isComplete: Bool) {
        end(because: isComplete ? nil : "the camera refused some of its original settings. ")
    }

    /// Ends the loop; `run` then throws the failure.
    private func end(because reason: String?) {
        host.loop.stop()
        guard let failure = life.end(because: reason) else { return }
        // Without --json the failure is printed once, on standard error, when the program ends.
        if options.isJSON { audience.announcer.say(.error(failure.description), at: MonotonicClock.now()) }
        audience.tellWatchers(.error(failure.description))
    }

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
