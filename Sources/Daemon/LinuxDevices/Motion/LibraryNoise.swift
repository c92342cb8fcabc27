import Glibc

/// Keeps libiio from writing to standard error: libiio 0.24 prints a warning about "high-speed mode" each time a buffer is created
/// (at every tap), and an error when a sensor was unplugged; its log level is fixed when it is compiled. An error comes back as an
/// errno, and is reported in our own words. So standard error leads to /dev/null during one call. No other thread writes to it.
enum LibraryNoise {
    static func without<Result>(_ body: () -> Result) -> Result {
        let saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        // Without a free descriptor, the noise is accepted.
        guard saved >= 0, nowhere >= 0, dup2(nowhere, STDERR_FILENO) >= 0 else {
            if saved >= 0 { close(saved) }
            if nowhere >= 0 { close(nowhere) }
            return body()
        }
        close(nowhere)
        let result = body()
        // The errno of the call is kept.
        let answer = errno
        dup2(saved, STDERR_FILENO)
        close(saved)
        errno = answer
        return result
    }
}
