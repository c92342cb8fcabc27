import LinuxDevices

/// Messages of `run` about a camera's lens, if it is a device of its own.
extension AnnouncementWords {
    /// Nil if the finding is nothing that a person should know or act on.
    static func words(for finding: LensFinding) -> String? {
        switch finding {
        case .none, .paired: nil
        case .undecided(let paths):
            "the camera's lens could be \(paths.joined(separator: " or ")), or it has none of its own: none is used. "
                + "Choose one with --lens PATH, or use --lens none."
        case .unusable(_, let error): "\(error) The camera is used without it."
        case .unanswered(_, let error):
            "\(error) If the camera's lens is a device of its own, it is not found: name it with --lens PATH, or use "
                + "--lens none."
        }
    }

    /// The error of a lens that was named and cannot be used, while its camera is connected.
    static func words(forNamedLens error: DeviceError) -> String {
        "\(error) The camera is not used without the lens that --lens names: both are tried again later. --lens auto "
            + "uses the lens that belongs to the camera, --lens none uses no lens."
    }
}
