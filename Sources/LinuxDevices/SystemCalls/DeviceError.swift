import Glibc

/// Why something with a device, or with the machine, did not work: one sentence that a person can act on.
public struct DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What a program can tell apart.
    public enum Kind: String, CaseIterable, Equatable, Sendable {
        /// There is no such device.
        case doesNotExist
        /// It is there, but it is something else.
        case wrongKind
        /// Another program uses it.
        case busy
        /// It is there, and udev is still setting it up.
        case unready
        /// It may not be used by this user.
        case permission
        /// It was there, and has been unplugged.
        case gone
        /// More than one device, or none, fits the name.
        case ambiguous
        /// Anything else.
        case other
    }

    /// What the device is to this program.
    public enum Role: String, CaseIterable, Equatable, Sendable {
        case camera, touchscreen, accelerometer
        /// A camera's lens that is a device of its own.
        case lens
        /// Part of the machine itself: epoll, timers, udev.
        case machine
    }

    public var kind: Kind
    public var role: Role
    /// A verb: what was attempted, for example "open".
    public var attempt: String
    /// What it was attempted on: a path or a name.
    public var subject: String
    /// The system's answer, in lower case and without a full stop.
    public var answer: String
    /// What the person can do, as a sentence without its full stop; nil where nothing helps.
    public var remedy: String?
    /// The errno, where there was one.
    public var systemError: SystemError?

    public init(
        _ kind: Kind, _ role: Role, attempt: String, subject: String, answer: String, remedy: String? = nil,
        systemError: SystemError? = nil
    ) {
        self.kind = kind
        self.role = role
        self.attempt = attempt
        self.subject = subject
        self.answer = answer
        self.remedy = remedy
        self.systemError = systemError
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
    /// From the system's answer: kind and remedy follow from the errno and from what the device is.
    init(_ role: Role, attempt: String, subject: String, _ error: SystemError) {
        let kind = Kind(error)
        // "Inappropriate ioctl for device" is how Linux says that.
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
        case (.busy, .camera), (.busy, .touchscreen), (.busy, .lens):
            "Another program holds it (sudo fuser -v \(subject) names it): end that program, or choose another device"
        case (.busy, .accelerometer):
            "Another program has its buffer, probably iio-sensor-proxy (sudo systemctl stop iio-sensor-proxy ends that)"
        case (.doesNotExist, .camera), (.doesNotExist, .touchscreen), (.doesNotExist, .accelerometer):
            "Connect it, or choose another one: \"tapfocus probe\" lists what is connected"
        case (.wrongKind, .camera), (.wrongKind, .touchscreen), (.wrongKind, .accelerometer):
            "Choose another one: \"tapfocus probe\" lists what is connected"
        case (.doesNotExist, .lens), (.wrongKind, .lens):
            "Choose another one: \"tapfocus probe\" tells which lens it finds for each camera"
        case (.gone, .camera), (.gone, .touchscreen), (.gone, .accelerometer), (.gone, .lens):
            "Connect it again"
        case (_, .machine) where error.code == EMFILE || error.code == ENFILE:
            "Too many files are open: end other programs, or raise the limit (ulimit -n)"
        default:
            nil
        }
    }
}

extension DeviceError.Kind {
    /// What an errno means when a device is opened, asked or read.
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
    /// The C library starts its explanations like sentences; ours continue one. Abbreviations stay as they are.
    fileprivate var startingInLowerCase: String {
        guard let first, dropFirst().first?.isUppercase != true else { return self }
        return first.lowercased() + dropFirst()
    }
}
