import CV4L2
import FocusCore
import Glibc
import LinuxDevices

/// Stands for a camera that a program has through libcamera: only that program reaches its controls, and no V4L2 device has them.
///
/// To the engine it is a camera whose autofocus works on a region of interest. What is written stays here, and can be read back; the
/// program that holds the frames follows the states that `run` tells, and steers the camera by them. How far its autofocus is cannot be
/// known (libcamerasrc does not tell AfState), so there is no lens position to watch: the autofocus is given a time.
package final class LibcameraStandIn: SystemCallInterposer {
    /// The name by which the GStreamer element asks for it (CameraLookup.swift).
    package static let path = "/dev/video-libcamera"
    private static let name = "Camera through libcamera"
    /// The picture counts as so large, in pixels; the real size is the program's.
    private static let picture = PixelRectangle(left: 0, top: 0, width: 1920, height: 1080)
    /// V4L2_CID_UVC_REGION_OF_INTEREST_AUTO: the bit of the focus.
    private static let focusBit: Int32 = 0x08

    private struct Values: Sendable {
        var focusAuto: Int32 = 1
        var regionAuto: Int32 = 0
        var region = LibcameraStandIn.picture
    }

    private struct Control {
        let id: ControlID
        let type: UInt32
        let maximum: Int64
        let initial: Int64
        var size: UInt32 = 4
        var flags: UInt32 = 0
    }

    /// In the order of their numbers, as drivers name them.
    private static let controls = [
        Control(
            id: .regionRectangle, type: tapfocus_control_type_rectangle, maximum: 0, initial: 0,
            size: UInt32(MemoryLayout<v4l2_rect>.size), flags: tapfocus_control_flag_has_minimum_maximum),
        Control(id: .regionAuto, type: tapfocus_control_type_bitmask, maximum: Int64(focusBit), initial: 0),
        Control(id: .focusAuto, type: tapfocus_control_type_boolean, maximum: 1, initial: 1),
    ]

    private let values = Locked(Values())
    private let node = PlayedNode(LibcameraStandIn.path)

    package init() {}

    package func answer(_ call: SystemCall) -> SystemCallAnswer? {
        node.answer(call) { answer($0, $1) }
    }

    private func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        switch request {
        case tapfocus_vidioc_querycap:
            PlayedNode.describe(
                argument.assumingMemoryBound(to: v4l2_capability.self), name: Self.name, driver: "libcamera")
            return 0
        case tapfocus_vidioc_g_fmt:
            return describe(argument.assumingMemoryBound(to: v4l2_format.self))
        case tapfocus_vidioc_query_ext_ctrl:
            return describe(argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self))
        case tapfocus_vidioc_g_ext_ctrls:
            return each(argument.assumingMemoryBound(to: v4l2_ext_controls.self), fetch)
        case tapfocus_vidioc_s_ext_ctrls:
            return each(argument.assumingMemoryBound(to: v4l2_ext_controls.self), store)
        default:
            return ENOTTY
        }
    }

    private func describe(_ format: UnsafeMutablePointer<v4l2_format>) -> Int32 {
        guard format.pointee.type == tapfocus_buffer_type_capture else { return EINVAL }
        format.pointee.fmt.pix.width = UInt32(Self.picture.width)
        format.pointee.fmt.pix.height = UInt32(Self.picture.height)
        return 0
    }

    private func describe(_ query: UnsafeMutablePointer<v4l2_query_ext_ctrl>) -> Int32 {
        let next = tapfocus_control_next | tapfocus_control_next_compound
        let (wanted, isNext) = (query.pointee.id & ~next, query.pointee.id & next != 0)
        let fits: (Control) -> Bool = { isNext ? $0.id.rawValue > wanted : $0.id.rawValue == wanted }
        guard let control = Self.controls.first(where: fits) else { return EINVAL }
        query.pointee.id = control.id.rawValue
        query.pointee.type = control.type
        withUnsafeMutableBytes(of: &query.pointee.name) {
            $0.copyBytes(from: (control.id.name?.description ?? "").utf8.prefix(31))
        }
        query.pointee.minimum = 0
        query.pointee.maximum = control.maximum
        query.pointee.step = control.type == tapfocus_control_type_boolean ? 1 : 0
        query.pointee.default_value = control.initial
        query.pointee.flags = control.flags
        query.pointee.elem_size = control.size
        query.pointee.elems = 1
        return 0
    }

    /// Answers for each control of a list; the first error ends it.
    private func each(
        _ list: UnsafeMutablePointer<v4l2_ext_controls>,
        _ transfer: (inout v4l2_ext_control, UInt32, inout Values) -> Int32
    ) -> Int32 {
        guard let items = list.pointee.controls else { return EINVAL }
        return values.withLock { values in
            for index in 0..<Int(list.pointee.count) {
                let errno = transfer(&items[index], list.pointee.which, &values)
                if errno != 0 { return errno }
            }
            return 0
        }
    }

    private func fetch(_ item: inout v4l2_ext_control, _ which: UInt32, _ values: inout Values) -> Int32 {
        let isPresent = which == tapfocus_which_current
        switch ControlID(rawValue: item.id) {
        case .focusAuto where isPresent: item.value = values.focusAuto
        case .regionAuto where isPresent: item.value = values.regionAuto
        case .regionRectangle:
            guard let rectangle = item.ptr?.assumingMemoryBound(to: v4l2_rect.self) else { return EFAULT }
            let smallest = PixelRectangle(left: 0, top: 0, width: 1, height: 1)
            let told = isPresent ? values.region : which == tapfocus_which_minimum ? smallest : Self.picture
            rectangle.pointee = v4l2_rect(
                left: told.left, top: told.top, width: UInt32(told.width), height: UInt32(told.height))
        default: return EINVAL
        }
        return 0
    }

    private func store(_ item: inout v4l2_ext_control, _: UInt32, _ values: inout Values) -> Int32 {
        switch ControlID(rawValue: item.id) {
        case .focusAuto: values.focusAuto = item.value
        case .regionAuto: values.regionAuto = item.value & Self.focusBit
        case .regionRectangle:
            guard let rectangle = item.ptr?.assumingMemoryBound(to: v4l2_rect.self).pointee else { return EFAULT }
            values.region = PixelRectangle(
                left: rectangle.left, top: rectangle.top, width: Int32(clamping: rectangle.width),
                height: Int32(clamping: rectangle.height))
        default: return EINVAL
        }
        return 0
    }
}
