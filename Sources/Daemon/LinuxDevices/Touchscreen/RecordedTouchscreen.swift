import CEvdev
import FocusCore
import Glibc

/// An input device as a recording describes it.
public struct RecordedDevice: Equatable, Sendable {
    /// The range of an absolute axis.
    public struct Axis: Equatable, Sendable {
        public var minimum: Int32
        public var maximum: Int32
        /// Units per millimetre; 0 where unknown.
        public var resolution: Int32

        public init(minimum: Int32, maximum: Int32, resolution: Int32 = 0) {
            (self.minimum, self.maximum, self.resolution) = (minimum, maximum, resolution)
        }
    }

    public var name = ""
    /// The device's properties (INPUT_PROP_DIRECT and others); nil if the recording does not list them.
    public var properties: Set<UInt32>?
    /// The keys and buttons that the device has, by code.
    public var keys: Set<UInt32> = []
    /// The absolute axes, by code.
    public var axes: [UInt32: Axis] = [:]
    /// The value of udev's LIBINPUT_CALIBRATION_MATRIX; nil if the recording has none.
    public var calibration: CalibrationMatrix?

    /// The kernel's type of the events of keys and buttons (EV_KEY).
    public static let keyType = tapfocus_event_key

    public init() {}
}

/// An event of a recorded device, as the kernel gave it to the recorder.
public struct RecordedEvent: Equatable, Sendable {
    public var time: Instant
    public var type: UInt32
    public var code: UInt32
    public var value: Int32

    public init(time: Instant, type: UInt32, code: UInt32, value: Int32) {
        (self.time, self.type, self.code, self.value) = (time, type, code, value)
    }
}

/// A touchscreen without a device: its events come from a recording. libevdev judges its description, and
/// `TouchFrameTranslator` its events, as they do for `EvdevTouchscreen`.
public struct RecordedTouchscreen: Sendable {
    public let description: TouchscreenDescription
    private var translator: TouchFrameTranslator
    private var hasLostEvents = false

    /// Nil if the device is no touchscreen.
    public init?(_ device: RecordedDevice) {
        guard let twin = libevdev_new() else { return nil }
        defer { libevdev_free(twin) }
        Self.describe(device, to: twin)
        guard let mode = EvdevHandle.mode(of: twin) else { return nil }
        description = TouchscreenDescription(twin, mode, calibration: device.calibration ?? .identity)
        translator = TouchFrameTranslator(mode: mode)
    }

    /// Takes an event, and calls `body` for each contact that it has changed.
    public mutating func translate(_ event: RecordedEvent, _ body: (Input.Event, Instant) -> Void) {
        translator.translate(type: event.type, code: event.code, value: event.value, at: event.time, body)
        guard event.type == tapfocus_event_synchronisation else { return }
        if event.code == tapfocus_code_dropped {
            hasLostEvents = true
        } else if event.code == tapfocus_code_report, hasLostEvents {
            // A recording cannot be asked for the state, so what follows starts from what is known.
            hasLostEvents = false
            translator.endResynchronisation(at: event.time, body)
        }
    }

    /// Gives libevdev's device without a kernel the recorded description. Codes that libevdev does not know are left out.
    private static func describe(_ device: RecordedDevice, to twin: OpaquePointer) {
        // Recordings of old kernels list no properties. A device with a finger's button is a touchpad then.
        let properties =
            device.properties ?? (device.keys.contains(UInt32(BTN_TOOL_FINGER)) ? [] : [tapfocus_property_direct])
        for property in properties { libevdev_enable_property(twin, property) }
        for key in device.keys { libevdev_enable_event_code(twin, tapfocus_event_key, key, nil) }
        for (code, axis) in device.axes {
            var range = input_absinfo()
            range.minimum = axis.minimum
            range.maximum = axis.maximum
            range.resolution = axis.resolution
            if code == tapfocus_code_slot {
                // libevdev reserves memory for as many slots as the device claims to have.
                range.maximum = min(max(axis.maximum, 0), TouchFrameTranslator.maximumSlotCount - 1)
            }
            libevdev_enable_event_code(twin, tapfocus_event_absolute, code, &range)
        }
    }
}
