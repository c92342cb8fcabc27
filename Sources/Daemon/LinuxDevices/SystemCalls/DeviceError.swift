import Glibc

/// An error of a device, or of the machine: one sentence that a person can act on.
public struct DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The cases that a program can tell apart.
    public enum Kind: String, CaseIterable, Equatable, Sendable {
        /// There is no such device.
        case doesNotExist
        /// It is there, but it is something else.
        case wrongKind
        /// Another program uses it.
        case busy
        /// It is there, and udev is still setting it up.
        case unready
        /// This user may not use it.
        case permission
        /// It was there, and has been unplugged.
        case gone
        /// Several devices fit the name, or none does.
        case ambiguous
        /// Anything else.
        case other
    }

    /// The device's role in this program.
    public enum Role: String, CaseIterable, Equatable, Sendable {
        case camera, touchscreen, accelerometer
        /// A lens that is a device of its own.
        case lens
        /// A lamp of the LED class.
        case lamp
        /// Part of the machine itself: epoll, timers, udev.
        case machine
    }

    public var kind: Kind
    public var role: Role
    /// The attempted action, a verb, for example "open".
    public var attempt: String
    /// The path or name that it was attempted on.
    public var subject: String
    /// The system's answer, in lower case and without a full stop.
    public var answer: String
    /// The person's remedy, a sentence without its full stop; nil if nothing helps.
    public var remedy: String?
    /// The errno, if there was one.
    public var systemError: SystemError?

    public init(
        _ kind: Kind, _ role: Role, attempt: String, subject: String, answer: String, remedy: String? = nil,
        systemError: SystemError? = nil
    ) {
        (self.kind, self.role, self.attempt, self.subject) = (kind, role, attempt, subject)
        (self.answer, self.remedy, self.systemError) = (answer, remedy, systemError)
    }

    /// For example: cannot open /dev/video0: permission denied. Add the user to the group "video" (sudo usermod -aG
    /// video NAME), then log in again.
    public var description: String {
        let sentence = "cannot \(attempt) \(subject): \(answer)."
        guard let remedy else { return sentence }
        return "\(sentence) \(remedy)."
    }
}

extension DeviceError {
    /// Makes a call of the system. Its error becomes that of a device or of the machine.
    @discardableResult
    static func of<Result: ~Copyable>(
        _ role: Role, attempt: String, subject: @autoclosure () -> String, _ call: () throws(SystemError) -> Result
    ) throws(DeviceError) -> Result {
        do throws(SystemError) {
            return try call()
        } catch {
            throw DeviceError(role, attempt: attempt, subject: subject(), error)
        }
    }

    /// From the system's answer: kind and remedy follow from the errno and the device's role.
    init(_ role: Role, attempt: String, subject: String, _ error: SystemError) {
        let kind = Kind(error)
        // ENOTTY's text, "Inappropriate ioctl for device", would confuse: it means another kind of device.
        let isOther = error.code == ENOTTY && role != .machine
        let answer = isOther ? "it is no \(role)" : error.explanation.startingInLowerCase
        self.init(
            kind, role, attempt: attempt, subject: subject, answer: answer,
            remedy: Self.remedy(kind, role, subject: subject, error), systemError: error)
    }

    private static func remedy(_ kind: Kind, _ role: Role, subject: String, _ error: SystemError) -> String? {
        switch (kind, role) {
        case (.permission, .camera), (.permission, .lens):
            "Add the user to the group \"video\" (sudo usermod -aG video NAME), then log in again"
        case (.permission, .touchscreen):
            "Add the user to the group \"input\" (sudo usermod -aG input NAME), then log in again"
        case (.permission, .accelerometer):
            "Run as root, or let a udev rule (SUBSYSTEM==\"iio\", GROUP=…, MODE=\"0660\") give it to a group of the user"
        case (.permission, .lamp):
            "Run as root, or let the udev rule of Documentation/ControlSocket.md open it to a group of the user"
        case (.busy, .lamp):
            "Another program has the flash open as a video device: end that program"
        case (.busy, .camera), (.busy, .touchscreen), (.busy, .lens):
            "Another program holds it (sudo fuser -v \(subject) names it): end that program, or choose another device"
        case (.busy, .accelerometer):
            "Another program has its buffer, probably iio-sensor-proxy (sudo systemctl stop iio-sensor-proxy ends that)"
        case (.doesNotExist, .camera), (.doesNotExist, .touchscreen), (.doesNotExist, .accelerometer):
            "Connect it, or choose another one: \"tapfocus probe\" lists the connected devices"
        case (.wrongKind, .camera), (.wrongKind, .touchscreen), (.wrongKind, .accelerometer):
            "Choose another one: \"tapfocus probe\" lists the connected devices"
        case (.doesNotExist, .lens), (.wrongKind, .lens):
            "Choose another one: \"tapfocus probe\" lists the lens of each camera"
        case (.gone, .camera), (.gone, .touchscreen), (.gone, .accelerometer), (.gone, .lens): "Connect it again"
        case (_, .machine) where error.code == EMFILE || error.code == ENFILE:
            "Too many files are open: end other programs, or raise the limit (ulimit -n)"
        default: nil
        }
    }
}

extension DeviceError.Kind {
    /// The kind for an errno of opening, asking or reading a device.
    init(_ error: SystemError) {
        switch error.code {
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: self = .doesNotExist
        case EACCES, EPERM, EROFS: self = .permission
        case EBUSY, ETXTBSY: self = .busy
        case ENODEV, ENXIO, ESHUTDOWN: self = .gone
        case ENOTTY, EISDIR: self = .wrongKind
        default: self = .other
        }
    }
}

extension String {
    /// The C library's explanations start like sentences; here they continue one. Abbreviations keep their capitals.
    fileprivate var startingInLowerCase: String {
        guard let first, dropFirst().first?.isUppercase != true else { return self }
        return first.lowercased() + dropFirst()
    }
}
