import CV4L2
import FocusCore
import Glibc

/// A camera's identity.
public struct CameraIdentity: Equatable, Sendable {
    /// Its device node, for example /dev/video0.
    public var path: String
    /// The driver's name for the device ("card"), for people.
    public var name: String
    /// For example uvcvideo.
    public var driver: String
    /// The bus address, for example usb-0000:00:14.0-1. It stays the same when the camera is unplugged and comes back.
    public var busInfo: String
    /// USB vendor and product, for example 046d:082d; nil for a camera that is not on USB.
    public var usbID: String?
    /// The USB device's serial number; nil for most cameras, which have none.
    public var serial: String?
    /// The maker's name, as the USB device tells it: often that of the maker of its chip. Nil for a device that tells none.
    public var maker: String?
}

/// A camera's controls (plain open and ioctl) and its frames. Every call blocks, on a faulty USB device for 5 s and
/// more. It is not `Sendable`: a `CameraWorker` moves it to a thread of its own.
public final class V4L2Camera {
    public let identity: CameraIdentity
    /// The driver's names of all controls, filled in by `describe()`. For people only: names differ between kernels.
    public private(set) var controlNames: [ControlID: String] = [:]
    /// The controls that can be set and read, found by `describe()`.
    private var layouts: [ControlID: ControlLayout] = [:]
    /// The search for a lens of the camera's own, by `pairLens`, and its reason.
    public internal(set) var lensFinding = LensFinding.none
    /// Open as long as the camera is; nil if the position, if there is one, is a control of the camera's node.
    var lens: LensDevice?
    private let descriptor: OwnedDescriptor
    /// The running stream; nil while no frames are needed.
    var frames: FrameSession?
    var frameSettings = FrameSettings()
    /// The written values and when they were written, to tell which were in effect for a frame.
    let writeRecord = WriteRecord()

    /// Opens a camera, and checks that it is one.
    /// - Throws: `DeviceError` if it cannot be opened, or is not a camera: another device, the node that carries a
    ///   camera's metadata, or a driver that is multi-planar only, which is not supported yet.
    public init(path: String) throws(DeviceError) {
        var capability = v4l2_capability()
        // Non-blocking, so that opening a FIFO of that name does not hang. It makes no difference to controls.
        descriptor = try DeviceError.of(.camera, attempt: "open", subject: path) { () throws(SystemError) in
            try Kernel.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }
        do throws(SystemError) {
            try Kernel.ioctl(descriptor.rawValue, tapfocus_vidioc_querycap, &capability)
        } catch {
            // A device other than V4L2 answers an unknown request with one of these two errors.
            let error = error.code == EINVAL ? SystemError(ENOTTY) : error
            throw DeviceError(.camera, attempt: "use", subject: path, error)
        }
        let number = DeviceNumber(descriptor: descriptor.rawValue)
        let texts = number?.usbTexts
        identity = CameraIdentity(
            path: path, name: text(of: capability.card), driver: text(of: capability.driver),
            busInfo: text(of: capability.bus_info), usbID: number?.usbID, serial: texts?.serial, maker: texts?.maker)
        let ofDevice = capability.capabilities & tapfocus_cap_device_caps != 0
        let abilities = ofDevice ? capability.device_caps : capability.capabilities
        guard abilities & tapfocus_cap_video_capture != 0, abilities & tapfocus_cap_streaming != 0 else {
            throw DeviceError(
                .wrongKind, .camera, attempt: "use", subject: path,
                answer: "\(Self.lack(of: abilities)) (\(identity.name))",
                remedy: "Choose another one: \"tapfocus probe\" lists the connected devices")
        }
    }

    /// The reason why a node with these capabilities cannot be used as a camera.
    private static func lack(of abilities: UInt32) -> String {
        if abilities & tapfocus_cap_video_capture != 0 { return "its frames cannot be streamed" }
        if abilities & tapfocus_cap_video_capture_planes != 0 {
            return "its driver is multi-planar (V4L2_CAP_VIDEO_CAPTURE_MPLANE), which is not supported yet"
        }
        if abilities & tapfocus_cap_meta_capture != 0 { return "it carries the camera's metadata, not its video" }
        return "it captures no video"
    }

    /// For the camera's thread, which polls it, and to tell its node from others.
    public var fileDescriptor: Int32 { descriptor.rawValue }

    /// Asks the driver for all that the engine needs, with the present values. What cannot be read is left out.
    public func describe() -> CameraDescription {
        let catalogue = ControlCatalogue(of: descriptor.rawValue)
        controlNames = catalogue.names
        var known = catalogue.known
        if let lens { (known[.focusAbsolute], controlNames[.focusAbsolute]) = (lens.known, lens.controlName) }
        layouts = known.mapValues(\.layout)
        var controls: [ControlDescription] = []
        for id in ControlID.known.elements {
            guard let known = known[id] else { continue }
            var description = known.description
            if !description.isWriteOnly, known.layout != .button {
                description.value = try? read(id, tapfocus_which_current)
            }
            if known.layout == .rectangle { addBounds(&description, known) }
            controls.append(description)
        }
        let size = imageSize()
        return CameraDescription(
            imageWidth: size.width, imageHeight: size.height, controls: controls, givesFrames: givesFrames())
    }

    /// Finds and opens the separate lens device that moves this camera's focus. From then on `describe()` includes its
    /// position, and calls about the position go to it.
    /// - Parameters:
    ///   - selection: `.automatic` takes the lens that the media controller names; if it cannot be opened, that becomes
    ///     the finding, and the camera does without. A lens has no name, so `.name` means the same as `.automatic`.
    ///   - mediaPaths: the nodes of media devices.
    /// - Throws: `DeviceError` if a lens that is named by its path cannot be used.
    public func pairLens(_ selection: DeviceSelection, mediaPaths: [String]) throws(DeviceError) {
        (lensFinding, lens) = (.none, nil)
        switch selection {
        case .none: break
        case .path(let path):
            lens = try LensDevice(path: path)
            lensFinding = .paired(path: path, .named)
        case .automatic, .name:
            guard !mediaPaths.isEmpty, let number = DeviceNumber(descriptor: fileDescriptor) else { return }
            lensFinding = LensFinding.find(for: number, mediaPaths: mediaPaths)
            guard case .paired(let path, _) = lensFinding else { return }
            do throws(DeviceError) {
                lens = try LensDevice(path: path)
            } catch {
                lensFinding = .unusable(path: path, error)
            }
        }
    }

    /// Subscribes to changes that others make to controls; see `ControlEvents`.
    func watchControls() {
        for id in ControlEvents.watched where layouts[id] != nil {
            ControlEvents.subscribe(descriptor.rawValue, to: id)
        }
    }

    /// Checks that the camera is still there. If it is, a description that was read before is complete.
    /// - Throws: `DeviceError` of the kind `.gone` if the camera is gone.
    public func ensurePresence() throws(DeviceError) {
        var capability = v4l2_capability()
        try DeviceError.of(.camera, attempt: "use", subject: identity.path) { () throws(SystemError) in
            try Kernel.ioctl(descriptor.rawValue, tapfocus_vidioc_querycap, &capability)
        }
    }

    /// Makes a call and waits for the camera's answer. A value outside of the control's range is answered with ERANGE
    /// and never sent: uvcvideo would take a negative value for the largest one, and passes every rectangle on.
    public func perform(_ call: ControlCall) -> ControlResult {
        switch call.operation {
        case .write(let settings): write(settings, of: call.id)
        case .read(let ids): read(ids, of: call.id)
        }
    }

    /// Makes one transfer to the camera and one to its lens, as far as they are concerned, in that order. The first error ends it.
    private func write(_ settings: InlineList<4, ControlSetting>, of call: UInt32) -> ControlResult {
        let all = settings.elements
        var values = [ControlValue?](repeating: nil, count: all.count)
        let ofLens = all.indices.filter { isOfLens(all[$0].id) }
        let others = all.indices.filter { !isOfLens(all[$0].id) }
        for part in ofLens.first == 0 ? [ofLens, others] : [others, ofLens] where !part.isEmpty {
            do throws(SystemError) {
                for (index, value) in zip(part, try write(part.map { all[$0] })) { values[index] = value }
            } catch {
                return ControlResult(call: call, errno: error.code)
            }
        }
        var reported = InlineList<4, ControlValue?>()
        for value in values { reported.append(value) }
        return ControlResult(call: call, errno: 0, values: reported)
    }

    /// Returns the values that the driver reports. They apply to each frame whose exposure begins after now.
    private func write(_ settings: [ControlSetting]) throws(SystemError) -> [ControlValue?] {
        var (transfer, fd) = (ControlTransfer(), descriptor.rawValue)
        for setting in settings {
            let control = control(setting.id)
            fd = control.fd
            guard transfer.append(setting, control.layout ?? ControlLayout(guessedFor: setting.value)) else {
                throw SystemError(ERANGE)
            }
        }
        try transfer.exchange(tapfocus_vidioc_s_ext_ctrls, fd, tapfocus_which_current)
        let (end, values) = (MonotonicClock.now(), transfer.values.elements)
        for (setting, value) in zip(settings, values) {
            if let number = (value ?? setting.value).integer { writeRecord.record(setting.id, number, at: end) }
        }
        return values
    }

    private func isOfLens(_ id: ControlID) -> Bool { id == .focusAbsolute && lens != nil }

    /// The device that has a control, and the control's layout; nil if it was not described.
    private func control(_ id: ControlID) -> (fd: Int32, layout: ControlLayout?) {
        guard let lens, isOfLens(id) else { return (descriptor.rawValue, layouts[id]) }
        return (lens.fileDescriptor, lens.known.layout)
    }

    private func read(_ ids: InlineList<4, ControlID>, of call: UInt32) -> ControlResult {
        var values = InlineList<4, ControlValue?>()
        var firstError: SystemError?
        var hasValue = ids.isEmpty
        for id in ids.elements {
            do throws(SystemError) {
                values.append(try read(id, tapfocus_which_current))
                hasValue = true
            } catch {
                values.append(nil)
                firstError = firstError ?? error
            }
        }
        return ControlResult(call: call, errno: hasValue ? 0 : firstError?.code ?? 0, values: values)
    }

    private func read(_ id: ControlID, _ which: UInt32) throws(SystemError) -> ControlValue {
        var transfer = ControlTransfer()
        let control = control(id)
        transfer.append(reading: id, control.layout ?? .integer32(range: nil))
        try transfer.exchange(tapfocus_vidioc_g_ext_ctrls, control.fd, which)
        guard case .some(.some(let value)) = transfer.values[0] else { throw SystemError(EIO) }
        return value
    }

    /// Adds the rectangle's area and smallest size; from the default, which covers the image, if the driver does not tell them.
    private func addBounds(_ description: inout ControlDescription, _ known: ControlCatalogue.Known) {
        func rectangle(_ which: UInt32) -> PixelRectangle? {
            guard let rectangle = (try? read(description.id, which))?.rectangle else { return nil }
            return rectangle.width >= 1 && rectangle.height >= 1 ? rectangle : nil
        }
        if known.hasMinimumAndMaximum {
            description.bounds = rectangle(tapfocus_which_maximum)
            if let smallest = rectangle(tapfocus_which_minimum) {
                description.minimumWidth = smallest.width
                description.minimumHeight = smallest.height
            }
        }
        description.bounds = description.bounds ?? rectangle(tapfocus_which_default)
    }

    /// The image size, in pixels, that other programs see; 0 if the driver does not report it. While we stream nobody else
    /// can change it, and the size from before our stream counts.
    func imageSize() -> (width: Int32, height: Int32) {
        if let frames { return frames.imageSize }
        guard let present = FormatCatalogue.present(descriptor.rawValue) else { return (0, 0) }
        return (Int32(clamping: present.width), Int32(clamping: present.height))
    }
}

/// The text in a C array of bytes, up to its NUL; bytes that are not UTF-8 are replaced.
func text<Bytes>(of array: Bytes) -> String {
    withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
