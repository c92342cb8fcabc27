import CIIO

/// libiio. It is opened when sensors are first looked for, not when the program starts: 14 other libraries come with it (libxml2, ICU,
/// D-Bus, Avahi, libusb), and loading them took half of the time of `tapfocus --version`.
enum IIOLibrary {
    /// The functions; or the loader's error message.
    private static let found: Result<iio_functions, Missing> = {
        var functions = iio_functions()
        guard let sentence = iio_functions_find(&functions) else { return .success(functions) }
        return .failure(Missing(sentence: String(cString: sentence)))
    }()

    private struct Missing: Error {
        let sentence: String
    }

    /// - Throws: an error that names the package, if the library is not installed.
    static func functions() throws(DeviceError) -> iio_functions {
        switch found {
        case .success(let functions): return functions
        case .failure(let missing):
            throw DeviceError(
                .other, .accelerometer, attempt: "open", subject: "libiio", answer: missing.sentence,
                remedy: "Install libiio 0.x (on Debian: libiio0), or go without an accelerometer (--motion none)")
        }
    }
}
