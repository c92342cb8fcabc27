import FocusCore

/// The sentences about a photo that is not there.
enum PhotoWords {
    /// - Parameters:
    ///   - path: as the client has asked for it.
    ///   - holder: the holder's own sentence; nil or empty: it has given none.
    static func sentence(for reason: PhotoFailure, path: String, holder: String? = nil) -> String {
        let own = holder.flatMap { $0.isEmpty ? nil : $0 }
        return "there is no photo \(path): \(own ?? words(for: reason))"
    }

    /// - Parameter holder: the one that cannot take a photo; nil: no program holds the frames.
    static func reason(against holder: FrameExchange.Holder?) -> String {
        guard let holder else {
            return "no program holds the camera's frames, so nobody can take a photo. Show the picture with a program "
                + "that takes photos, for example the GStreamer element with photo-folder."
        }
        guard holder.wish.takesPhotos else {
            return "the program that holds the camera's frames takes no photos. With the GStreamer element, set "
                + "photo-folder."
        }
        return "the program that holds the camera shows no frames now. Ask again when its pipeline plays."
    }

    static let noLivePhotos =
        "the program that holds the camera's frames takes no live photos. tapfocus-camera does, of a camera that gives "
        + "JPEG, where GStreamer's x264enc or openh264enc is installed. Or leave out --live."

    private static func words(for reason: PhotoFailure) -> String {
        switch reason {
        case .noHolder: "no program that takes photos holds the camera's frames."
        case .busy: "another photo is being taken. Ask again when it is there."
        case .notHeld:
            "the exposure, or the lens position, that it is to have beside the held one is not held, or not known. "
                + "Tap first, and wait until that has settled."
        case .outOfRange:
            "a position that was asked for is not in the lens's range. Ask for positions nearer to the held one."
        case .notMoved:
            "the lens has not come to its position, or has not stayed there: the camera has refused it, or a tap "
                + "has come. Ask again."
        case .noFrame: "the program that holds the frames was asked for one, and none has come. Does its picture move?"
        case .noAnswer: "the program that holds the frames has not written the file in time. Is its disk very slow?"
        case .holderGone: "the program that holds the frames has ended, or its stream has. Start it again."
        case .cameraGone: "the camera was unplugged, or another one has taken its place. Ask again when it is there."
        case .damaged: "the camera's frames are damaged. Try another cable, port or image size."
        case .outside: "it is not below the folder of the program that takes photos. Name a path below it."
        case .noFolder: "its folder does not exist. Make it first."
        case .noSpace: "the disk is full, or the quota is used up. Make room, and ask again."
        case .readOnly: "the file system is read-only. Choose another folder."
        case .denied: "the program that takes photos may not write there. Give its user the right to."
        case .failed: "the program that takes photos could not write it."
        }
    }
}
