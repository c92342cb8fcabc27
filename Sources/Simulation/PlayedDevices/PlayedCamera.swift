import CV4L2
import FocusCore
import Glibc
import LinuxDevices
import SimulatedDevices

/// A camera with a lens and an exposure that live in real time. It plays the driver, so that everything above the system calls is
/// real. It has no frames: they come from the program that shows a picture.
package final class PlayedCamera: SystemCallInterposer {
    package static let path = "/dev/video-simulated"
    private static let name = "Simulated Camera"

    /// After a longer silence the camera lives on from where it was: nobody has seen what it did.
    private static let longestSilence = TimeSpan.milliseconds(5000)

    private struct Life {
        var camera: SimulatedCamera
        var time = Instant(nanoseconds: 0)
        var lastCall = MonotonicClock.now()

        /// Advances to the present.
        mutating func advance() {
            let now = MonotonicClock.now()
            time = time.advanced(by: min(now.since(lastCall), PlayedCamera.longestSilence))
            lastCall = now
            camera.advance(to: time)
        }
    }

    private let life: Locked<Life>
    private let node = PlayedNode(PlayedCamera.path)

    /// A camera with autofocus, autoexposure and a gain.
    package convenience init() {
        var model = CameraModel(focus: .continuous)
        model.hasGain = true
        self.init(model)
    }

    package init(_ model: CameraModel) {
        life = Locked(Life(camera: SimulatedCamera(model: model)))
    }

    /// The answer to a system call; nil if it does not concern this camera: other devices are the machine's.
    package func answer(_ call: SystemCall) -> SystemCallAnswer? {
        node.answer(call) { answer($0, $1) }
    }

    private func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        switch request {
        case tapfocus_vidioc_querycap:
            PlayedNode.describe(
                argument.assumingMemoryBound(to: v4l2_capability.self), name: Self.name, driver: "simulated")
            return 0
        case tapfocus_vidioc_g_fmt:
            return describe(argument.assumingMemoryBound(to: v4l2_format.self))
        case tapfocus_vidioc_query_ext_ctrl:
            return describe(argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self))
        case tapfocus_vidioc_querymenu:
            return describe(argument.assumingMemoryBound(to: v4l2_querymenu.self))
        case tapfocus_vidioc_g_ext_ctrls:
            return transfer(argument.assumingMemoryBound(to: v4l2_ext_controls.self), isWrite: false)
        case tapfocus_vidioc_s_ext_ctrls:
            return transfer(argument.assumingMemoryBound(to: v4l2_ext_controls.self), isWrite: true)
        default:
            return ENOTTY
        }
    }

    private func describe(_ format: UnsafeMutablePointer<v4l2_format>) -> Int32 {
        guard format.pointee.type == tapfocus_buffer_type_capture else { return EINVAL }
        let image = CameraModel.wholeImage
        format.pointee.fmt.pix.width = UInt32(image.width)
        format.pointee.fmt.pix.height = UInt32(image.height)
        return 0
    }

    private func describe(_ query: UnsafeMutablePointer<v4l2_query_ext_ctrl>) -> Int32 {
        let next = tapfocus_control_next | tapfocus_control_next_compound
        let (wanted, isNext) = (query.pointee.id & ~next, query.pointee.id & next != 0)
        let controls = life.withLock { $0.camera.description.controls }.sorted { $0.id.rawValue < $1.id.rawValue }
        let fits: (ControlDescription) -> Bool = { isNext ? $0.id.rawValue > wanted : $0.id.rawValue == wanted }
        guard let control = controls.first(where: fits) else { return EINVAL }
        query.pointee.id = control.id.rawValue
        query.pointee.type =
            control.menuItems != 0
            ? tapfocus_control_type_menu
            : control.id == .focusAuto ? tapfocus_control_type_boolean : tapfocus_control_type_integer
        withUnsafeMutableBytes(of: &query.pointee.name) {
            $0.copyBytes(from: (control.id.name?.description ?? "").utf8.prefix(31))
        }
        query.pointee.minimum = control.minimum
        query.pointee.maximum = control.maximum
        query.pointee.step = UInt64(control.step)
        query.pointee.default_value = control.defaultValue
        query.pointee.elem_size = 4
        query.pointee.elems = 1
        return 0
    }

    private func describe(_ item: UnsafeMutablePointer<v4l2_querymenu>) -> Int32 {
        let (id, index) = (ControlID(rawValue: item.pointee.id), item.pointee.index)
        let items = life.withLock { $0.camera.description.control(id)?.menuItems ?? 0 }
        return index < 64 && items & 1 << UInt64(index) != 0 ? 0 : EINVAL
    }

    private func transfer(_ list: UnsafeMutablePointer<v4l2_ext_controls>, isWrite: Bool) -> Int32 {
        guard let items = list.pointee.controls else { return EINVAL }
        var (settings, ids) = (InlineList<4, ControlSetting>(), InlineList<4, ControlID>())
        for index in 0..<Int(list.pointee.count) {
            let id = ControlID(rawValue: items[index].id)
            guard settings.append(ControlSetting(id, .integer(Int64(items[index].value)))), ids.append(id) else {
                return E2BIG
            }
        }
        let operation: ControlCall.Operation = isWrite ? .write(settings) : .read(ids)
        let result = life.withLock { life in
            life.advance()
            return life.camera.perform(ControlCall(id: 0, operation: operation), at: life.time)
        }
        guard result.errno == 0 else { return result.errno }
        for index in 0..<result.values.count {
            guard let value = (result.values[index] ?? nil)?.integer else { continue }
            items[index].value = Int32(clamping: value)
        }
        return 0
    }
}
