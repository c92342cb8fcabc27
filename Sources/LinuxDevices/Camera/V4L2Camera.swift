import CV4L2
import FocusCore
import Glibc

/// Who a camera is.
public struct CameraIdentity: Equatable, Sendable {
    /// Its device node, for example /dev/video0.
    public var path: String
    /// The driver's name for the device ("card"), for people.
    public var name: String
    /// For example uvcvideo.
    public var driver: String
    /// Where it is connected, for example usb-0000:00:14.0-1: stays the same when it is unplugged and comes back.
    public var busInfo: String
    /// Vendor and product, for example 046d:082d; nil for a camera that is on no USB.
    public var usbID: String?
    /// The USB device's serial number; most have none.
    public var serial: String?

    public init(
        path: String, name: String, driver: String, busInfo: String, usbID: String? = nil, serial: String? = nil
    ) {
        self.serial = serial
        self.path = path
        self.name = name
        self.driver = driver
        self.busInfo = busInfo
        self.usbID = usbID
    }
}

/// A camera's controls, through plain open and ioctl, and its frames; every call blocks, on a sick USB device for 5 s and
/// more.
///
/// It is not `Sendable`: one thread uses it. A `CameraWorker` takes it to a thread of its own.
public final class V4L2Camera {
    public let identity: CameraIdentity
    /// The names of all controls that the camera has, as its driver calls them, filled in by `describe()`. For people
    /// only: names differ between kernels.
    public private(set) var controlNames: [ControlID: String] = [:]
    /// The controls that may be set and read, as `describe()` has found them.
    private var layouts: [ControlID: ControlLayout] = [:]
    /// The lens, where it is a device of its own; see `pairLens`.
    public internal(set) var lens = PairedLens()
    private let descriptor: OwnedDescriptor
    /// What it streams, while frames are needed.
    var frames: FrameSession?
    /// What streaming goes by.
    var frameSettings = FrameSettings()
    /// What was written when, for the frames that come later.
    private(set) var effectiveValues = EffectiveValues()

    /// Opens a camera, and makes sure that it is one.
    ///
    /// - Throws: `DeviceError` if it cannot be opened, or is no camera: something else, the node that carries a
    ///   camera's metadata, or one whose driver is multi-planar only, which is not supported yet.
    public init(path: String) throws(DeviceError) {
        var capability = v4l2_capability()
        do throws(SystemError) {
            // Not blocking: so that a FIFO of that name does not hang. Controls do not care.
            descriptor = try Kernel.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        } catch {
            throw DeviceError(.camera, attempt: "open", subject: path, error)
        }
        do throws(SystemError) {
            try Kernel.ioctl(descriptor.rawValue, tapfocus_vidioc_querycap, &capability)
        } catch {
            // What is no V4L2 device answers an unknown request in one of these two ways.
            let error = error.code == EINVAL ? SystemError(ENOTTY) : error
            throw DeviceError(.camera, attempt: "use", subject: path, error)
        }
        let number = DeviceNumber(descriptor: descriptor.rawValue)
        identity = CameraIdentity(
            path: path, name: text(of: capability.card), driver: text(of: capability.driver),
            busInfo: text(of: capability.bus_info), usbID: number?.usbID, serial: number?.usbSerial)
        let ofDevice = capability.capabilities & tapfocus_cap_device_caps != 0
        let abilities = ofDevice ? capability.device_caps : capability.capabilities
        guard abilities & tapfocus_cap_video_capture != 0, abilities & tapfocus_cap_streaming != 0 else {
            throw DeviceError(
                .wrongKind, .camera, attempt: "use", subject: path,
                answer: "\(Self.lack(of: abilities)) (\(identity.name))",
                remedy: "Choose another one: \"tapfocus probe\" lists what is connected")
        }
    }

    /// Why a node with these abilities cannot be used as a camera.
    private static func lack(of abilities: UInt32) -> String {
        if abilities & tapfocus_cap_video_capture != 0 { return "its frames cannot be streamed" }
        if abilities & tapfocus_cap_video_capture_planes != 0 {
            return "its driver is multi-planar (V4L2_CAP_VIDEO_CAPTURE_MPLANE), which is not supported yet"
        }
        if abilities & tapfocus_cap_meta_capture != 0 { return "it carries the camera's metadata, not its video" }
        return "it captures no video"
    }

    /// Watch it without an interest: a handler that finds `isGone` has lost the camera.
    public var fileDescriptor: Int32 { descriptor.rawValue }

    /// Asks the driver for everything that the engine wants to know, and reads what the controls hold.
    ///
    /// What cannot be read is left out; it never fails. On a camera that has gone it is empty.
    public func describe() -> CameraDescription {
        let catalogue = ControlCatalogue(of: descriptor.rawValue)
        controlNames = catalogue.names
        layouts = catalogue.known.mapValues(\.layout)
        var controls: [ControlDescription] = []
        for id in ControlID.known.elements {
            guard let known = catalogue.known[id] else { continue }
            var description = known.description
            if !description.isWriteOnly, known.layout != .button {
                description.value = try? read(id, tapfocus_which_current)
            }
            if known.layout == .rectangle { addBounds(&description, known) }
            controls.append(description)
        }
        lens.add(to: &controls, &controlNames)
        let size = imageSize()
        return CameraDescription(
            imageWidth: size.width, imageHeight: size.height, controls: controls, givesFrames: givesFrames())
    }

    /// Lets the driver tell on `fileDescriptor` when others change what rules focus and exposure; see `ControlEvents`.
    func watchControls() {
        for id in ControlEvents.watched where layouts[id] != nil {
            ControlEvents.subscribe(descriptor.rawValue, to: id)
        }
    }

    /// Makes sure that the camera is still there: a description that was read before is complete then.
    ///
    /// - Throws: `DeviceError` of the kind `.gone` if it is not.
    public func ensurePresence() throws(DeviceError) {
        var capability = v4l2_capability()
        do throws(SystemError) {
            try Kernel.ioctl(descriptor.rawValue, tapfocus_vidioc_querycap, &capability)
        } catch {
            throw DeviceError(.camera, attempt: "use", subject: identity.path, error)
        }
    }

    /// Makes a call and waits for the camera's answer. A value that the control cannot hold is answered with ERANGE and
    /// never sent: uvcvideo would take a negative one for the largest, and passes every rectangle on.
    public func perform(_ call: ControlCall) -> ControlResult {
        let result = lens.perform(call, others: perform) { position in
            effectiveValues.record(.focusAbsolute, position, at: MonotonicClock.now())
        }
        if let result { return result }
        return switch call.operation {
        case .write(let settings): write(settings, of: call.id)
        case .read(let ids): read(ids, of: call.id)
        }
    }

    private func write(_ settings: InlineList<4, ControlSetting>, of call: UInt32) -> ControlResult {
        var transfer = ControlTransfer()
        var isValid = true
        for setting in settings.elements {
            let layout = layouts[setting.id] ?? ControlLayout(guessedFor: setting.value)
            isValid = transfer.append(setting, layout) && isValid
        }
        guard isValid else { return ControlResult(call: call, errno: ERANGE) }
        do throws(SystemError) {
            try transfer.exchange(tapfocus_vidioc_s_ext_ctrls, descriptor.rawValue, tapfocus_which_current)
        } catch {
            return ControlResult(call: call, errno: error.code)
        }
        remember(settings, transfer.values)
        return ControlResult(call: call, errno: 0, values: transfer.values)
    }

    /// A frame whose exposure begins from now on is taken with these.
    private func remember(_ settings: InlineList<4, ControlSetting>, _ values: InlineList<4, ControlValue?>) {
        let end = MonotonicClock.now()
        for index in 0..<settings.count {
            guard let setting = settings[index] else { continue }
            let value = (values[index] ?? nil) ?? setting.value
            if case .integer(let value) = value { effectiveValues.record(setting.id, value, at: end) }
        }
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
        transfer.append(reading: id, layouts[id] ?? .integer32(range: nil))
        try transfer.exchange(tapfocus_vidioc_g_ext_ctrls, descriptor.rawValue, which)
        guard case .some(.some(let value)) = transfer.values[0] else { throw SystemError(EIO) }
        return value
    }

    /// Where the rectangle may lie, and how small it may be. A driver that does not say so has at least a default,
    /// which is the whole image.
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

    /// The size of the image that others see, in pixels; 0 where the driver does not tell. Whoever streams may choose another
    /// at any time; while we stream nobody else can, and the size that counts is the one from before.
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
