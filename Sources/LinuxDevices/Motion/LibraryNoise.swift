import Glibc

/// Keeps libiio from writing to standard error.
///
/// libiio 0.24 prints a warning about "high-speed mode" each time a buffer is created, at every tap that is, and an error
/// when a sensor was unplugged; how much it says is fixed when it is compiled. Both are no news: what went wrong comes back
/// as an errno, and is told in our own words. So standard error is elsewhere for the length of one call. No other thread of
/// ours writes to it.
enum LibraryNoise {
    static func without<Result>(_ body: () -> Result) -> Result {
        let saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        // Where there is no descriptor left for that, noise is the lesser evil.
        guard saved >= 0, nowhere >= 0, dup2(nowhere, STDERR_FILENO) >= 0 else {
            if saved >= 0 { close(saved) }
            if nowhere >= 0 { close(nowhere) }
            return body()
        }
        close(nowhere)
        let result = body()
        // errno belongs to the call that was made.
        let answer = errno
        dup2(saved, STDERR_FILENO)
        close(saved)
        errno = answer
        return result
    }
}
