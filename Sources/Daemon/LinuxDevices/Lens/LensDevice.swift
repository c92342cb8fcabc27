import CV4L2
import FocusCore
import Glibc

/// A lens as a device of its own, /dev/v4l-subdevN, with the control V4L2_CID_FOCUS_ABSOLUTE.
///
/// Its file stays open as long as the camera is: drivers of such lenses power them up with the first open, and park the
/// lens at the last close. A sub-device does not answer VIDIOC_QUERYCAP, and libv4l2 cannot open it.
///
/// It is not `Sendable`: the camera's thread uses it.
final class LensDevice {
    /// The driver's name of the position control, for people.
    let controlName: String
    let known: ControlCatalogue.Known
    private let descriptor: OwnedDescriptor

    /// Opens a lens, and checks that it is one.
    /// - Throws: `DeviceError` if it cannot be opened, or has no position control.
    init(path: String) throws(DeviceError) {
        descriptor = try DeviceError.of(.lens, attempt: "open", subject: path) { () throws(SystemError) in
            try Kernel.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }
        let catalogue = ControlCatalogue(of: descriptor.rawValue)
        guard let known = catalogue.known[.focusAbsolute], !known.description.isReadOnly else {
            throw DeviceError(
                .wrongKind, .lens, attempt: "use", subject: path,
                answer: "it is not a lens: it has no position control (V4L2_CID_FOCUS_ABSOLUTE)",
                remedy: "Choose another one: \"tapfocus probe\" lists the lens of each camera")
        }
        self.known = known
        controlName = catalogue.names[.focusAbsolute] ?? ""
    }

    var fileDescriptor: Int32 { descriptor.rawValue }
}
