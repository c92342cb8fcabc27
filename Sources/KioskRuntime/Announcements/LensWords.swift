import LinuxDevices

/// What `run` says of a camera's lens, where that is a device of its own.
extension AnnouncementWords {
    /// Nil where there is nothing that a person should know or do.
    static func words(for finding: LensFinding) -> String? {
        switch finding {
        case .none, .paired: nil
        case .undecided(let paths):
            "the camera's lens could be \(paths.joined(separator: " or ")), or none of its own: none is used. Choose one "
                + "with --lens PATH, or say --lens none."
        case .unusable(_, let error): "\(error) The camera goes without it."
        case .unanswered(_, let error):
            "\(error) If the camera's lens is a device of its own, it is not found: name it with --lens PATH, or say "
                + "--lens none."
        }
    }

    /// A lens that was named cannot be used, and the camera is there.
    static func words(forNamedLens error: DeviceError) -> String {
        "\(error) The camera is not used without the lens that --lens names: both are tried again by and by. --lens auto "
            + "takes what belongs to the camera, --lens none goes without."
    }
}
