import FocusCore

/// Announcements in words for people. Here is what programs read, too: the sentences of `error` events.
public enum AnnouncementWords {
    package static func words(for reason: TapIgnored) -> String {
        guard reason == .overtaken else { return "no tap: \(reason.name)" }
        return "no tap: overtaken: another tap, the shown view or the end came before the camera accepted it"
    }

    package static func words(for reason: TapRefused) -> String {
        switch reason {
        case .noCamera: "cannot follow the tap: there is no camera. Connect one; it is used at once."
        case .nothingToSet:
            "cannot follow the tap: the camera has neither a focus nor an exposure to set. Choose another camera."
        case .cameraRefused:
            "cannot follow the tap: the camera refused every way of focusing and exposing, and nothing has changed. "
                + "The lines above give the reason; if the camera itself failed, connecting it again often helps."
        case .switching:
            "cannot follow the tap: another camera is about to be used. Tap again when it has arrived."
        case .shutterClosed:
            "cannot follow the tap: the camera's shutter is closed, and nothing has changed. Open it, and tap again."
        }
    }

    package static func words(for fault: Fault) -> String {
        switch fault {
        case .accelerationNotFinite:
            "the accelerometer sent a sample that is not a number: it is ignored, and so are others like it."
        case .touchOutOfRange:
            "the touchscreen reported a touch outside its own range: it is ignored, and so are others like it."
        case .touchRangeUnusable: "the touchscreen's range is empty or inverted: its touches are ignored."
        case .calibrationUnusable: "the calibration matrix cannot be inverted: it is ignored. Check it."
        case .controlStepUnusable(let id): "the camera's control \(hexadecimal(id)) has a step of 0: 1 is used instead."
        case .controlRangeUnusable(let id):
            "the camera's control \(hexadecimal(id)) has an empty or inverted range: it is not used."
        case .controlIgnored(let id):
            "the camera's control \(hexadecimal(id)) was written several times and still reports its earlier value. "
                + "If the picture is right nevertheless, enter that as a quirk (Documentation/Quirks.md)."
        case .controlChanged(let id):
            "the camera's control \(hexadecimal(id)) reported another value than was written, several times; "
                + "it is not written again."
        case .originalUnusable(let id):
            "the camera's control \(hexadecimal(id)) held a value that the camera does not accept: it cannot be "
                + "restored and stays as it is. Set it with v4l2-ctl, or list it as unusable (Documentation/Quirks.md)."
        case .automaticReturns(let id):
            "the camera refuses a value that its control \(hexadecimal(id)) governs, although that control was "
                + "switched off again: another program, or the camera itself, keeps it on. The tap does without that "
                + "value; close the other program."
        case .holdBroken(let id):
            "another program has changed the camera's control \(hexadecimal(id)) while it was held: the held value is "
                + "restored, once."
        case .holdLost(let id):
            "the camera's control \(hexadecimal(id)) did not keep its held value: it is no longer held. The next tap "
                + "holds it again; close any program that changes it."
        case .framesRefused(let errno):
            errno == LinuxErrno.busy
                ? "the camera's frames cannot be read: another program streams (EBUSY). Let that program measure them "
                    + "(Documentation/Frames.md). \(Self.withoutFrames)"
                : "the camera's frames cannot be read (\(LinuxErrno.name(errno))). \(Self.withoutFrames)"
        case .framesEnded(let errno):
            "the camera's frames have stopped (\(LinuxErrno.name(errno))): its stream, or the program that holds it, gives none. "
                + "They are asked for again while they are needed; until they come, a scene that changes unlocks nothing."
        case .framesWithdrawn:
            "another program has taken the camera's frames, or does not measure them any more, in the middle of a search: the "
                + "tap goes on at the next level."
        case .frameUnusable: "a frame's statistics are not numbers: the frame is ignored, and so are others like it."
        case .zoomUnknown:
            "the camera's zoom is in effect, and the driver does not say how much it enlarges: a region of interest "
                + "may not be where the finger was, and the square does not move with the picture. Put the zoom at its "
                + "smallest value."
        case .zoomUnusable:
            "the camera cannot zoom like that: it has no zoom that can be set, its factor is unknown, or the number is "
                + "outside its range. Nothing has changed; crop the picture in your application, and name the part in "
                + "crop."
        case .zoomRefused(let errno):
            "the camera refused to zoom (\(LinuxErrno.name(errno))): the zoom stays where it is. Try again; if it "
                + "always does, list its zoom as unusable (Documentation/Quirks.md)."
        case .compensationUnusable: "the exposure compensation is not a number: it is ignored."
        case .compensationLimited(let missing):
            "the held exposure cannot follow the compensation: it stays \(tenths(abs(missing))) EV "
                + "\(missing > 0 ? "too dark" : "too bright"). A tap exposes again."
        }
    }

    /// Added to every fault of frames, which does not tell whether a tap, a lock or a camera without automatics needed them.
    private static let withoutFrames =
        "A tap uses the next level, if there is one; the next tap asks again. Until then a change of the scene unlocks "
        + "nothing, and focus or exposure without an automatic is not adjusted."

    private static func hexadecimal(_ id: ControlID) -> String { "0x" + String(id.rawValue, radix: 16) }

    /// With one digit behind the point.
    private static func tenths(_ value: Double) -> String {
        guard value < 1e15 else { return "\(value)" }
        let tenths = Int64((value * 10).rounded(.toNearestOrEven))
        return "\(tenths / 10).\(tenths % 10)"
    }
}
