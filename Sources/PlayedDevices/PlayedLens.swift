import CV4L2
import Glibc
import LinuxDevices

/// A camera that has one control, the position of its lens. It plays the driver, for benchmarks and soak on machines without
/// a camera; it has no frames.
package final class PlayedLens: SystemCallInterposer {
    package static let path = "/dev/played-lens"

    private static let focus: UInt32 = 0x009a_090a
    private static let range: ClosedRange<Int32> = 0...250
    private let position = Locked(Int32(0))
    private let node = PlayedNode(PlayedLens.path)

    package init() {}

    package func answer(_ call: SystemCall) -> SystemCallAnswer? { node.answer(call, answer) }

    private func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        switch request {
        case tapfocus_vidioc_querycap:
            PlayedNode.describe(argument, name: "Played Lens")
            return 0
        case tapfocus_vidioc_query_ext_ctrl:
            return describe(argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self))
        case tapfocus_vidioc_g_ext_ctrls:
            return transfer(argument.assumingMemoryBound(to: v4l2_ext_controls.self), isWrite: false)
        case tapfocus_vidioc_s_ext_ctrls:
            return transfer(argument.assumingMemoryBound(to: v4l2_ext_controls.self), isWrite: true)
        default:
            return ENOTTY
        }
    }

    private func describe(_ query: UnsafeMutablePointer<v4l2_query_ext_ctrl>) -> Int32 {
        let wanted = query.pointee.id
        let isNext = wanted & (tapfocus_control_next | tapfocus_control_next_compound) != 0
        let id = wanted & ~(tapfocus_control_next | tapfocus_control_next_compound)
        guard isNext ? id < Self.focus : id == Self.focus else { return EINVAL }
        query.pointee.id = Self.focus
        query.pointee.type = tapfocus_control_type_integer
        withUnsafeMutableBytes(of: &query.pointee.name) { $0.copyBytes(from: "Focus, Absolute".utf8) }
        query.pointee.minimum = Int64(Self.range.lowerBound)
        query.pointee.maximum = Int64(Self.range.upperBound)
        query.pointee.step = 1
        query.pointee.elem_size = 4
        query.pointee.elems = 1
        return 0
    }

    private func transfer(_ list: UnsafeMutablePointer<v4l2_ext_controls>, isWrite: Bool) -> Int32 {
        for index in 0..<Int(list.pointee.count) {
            guard let item = list.pointee.controls.map({ $0 + index }), item.pointee.id == Self.focus else {
                return EINVAL
            }
            let written = item.pointee.value
            item.pointee.value = position.withLock { position in
                if isWrite { position = min(max(written, Self.range.lowerBound), Self.range.upperBound) }
                return position
            }
        }
        return 0
    }
}
