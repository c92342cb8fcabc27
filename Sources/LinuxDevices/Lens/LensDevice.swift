import CV4L2
import FocusCore
import Glibc

/// A lens as a device of its own, /dev/v4l-subdevN, with the control V4L2_CID_FOCUS_ABSOLUTE.
///
/// Its file stays open as long as the camera is: drivers of such lenses power them up with the first open, and park the
/// lens at the last close. A sub-device does not answer VIDIOC_QUERYCAP, and libv4l2 cannot open it.
///
/// It is not `Sendable`: the camera's thread uses it.
public final class LensDevice {
    public let path: String
    /// The driver's name of the position control, for people.
    let controlName: String
    private let known: ControlCatalogue.Known
    private let descriptor: OwnedDescriptor

    /// Opens a lens, and checks that it is one.
    /// - Throws: `DeviceError` if it cannot be opened, or has no position control.
    public init(path: String) throws(DeviceError) {
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
        self.path = path
        self.known = known
        controlName = catalogue.names[.focusAbsolute] ?? ""
    }

    /// The driver's description of the position control. The present value is nil if it cannot be read.
    var description: ControlDescription {
        var description = known.description
        if !description.isWriteOnly { description.value = try? read() }
        return description
    }

    /// Moves the lens; returns the position that the driver reports. A value out of range is never sent (ERANGE).
    func write(_ value: ControlValue) throws(SystemError) -> ControlValue? {
        var transfer = ControlTransfer()
        guard transfer.append(ControlSetting(.focusAbsolute, value), known.layout) else { throw SystemError(ERANGE) }
        try transfer.exchange(tapfocus_vidioc_s_ext_ctrls, descriptor.rawValue, tapfocus_which_current)
        return transfer.values[0] ?? nil
    }

    /// The lens's present position.
    func read() throws(SystemError) -> ControlValue {
        var transfer = ControlTransfer()
        transfer.append(reading: .focusAbsolute, known.layout)
        try transfer.exchange(tapfocus_vidioc_g_ext_ctrls, descriptor.rawValue, tapfocus_which_current)
        guard case .some(.some(let value)) = transfer.values[0] else { throw SystemError(EIO) }
        return value
    }
}
