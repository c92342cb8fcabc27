import CLinux
import CV4L2
import FocusCore
import Glibc

@testable import LinuxDevices

/// A V4L2 driver in a table: answers the requests of `V4L2Camera` in the kernel's place.
final class FakeCamera: SystemCallInterposer {
    struct Control: Sendable {
        var id: ControlID
        var type: UInt32 = tapfocus_control_type_integer
        var minimum: Int64 = 0
        var maximum: Int64 = 1
        var step: UInt64 = 1
        var defaultValue: Int64 = 0
        var flags: UInt32 = 0
        var items: Set<UInt32> = []
        var value: Int64 = 0
        var rectangle = PixelRectangle(left: 0, top: 0, width: 1280, height: 720)
        var smallest = PixelRectangle(left: 0, top: 0, width: 16, height: 16)
        var largest = PixelRectangle(left: 0, top: 0, width: 1280, height: 720)
        var elementSize: UInt32 = 4
    }

    struct Driver: Sendable {
        var controls: [Control] = []
        var capabilities: UInt32 = 0x84a0_0001
        var deviceCapabilities: UInt32 = 0x0420_0001
        var hasExtendedQuery = true
        /// The enumeration fails at this control, as if the camera stalled.
        var stallsAt: ControlID?
        /// Each write that the driver accepted: the ids and values of one call.
        var writes: [[(ControlID, ControlValue)]] = []
        var whichOfWrites: [UInt32] = []
        var openDescriptors: Set<Int32> = []
        var ioctlFlags: Int32 = 0
        var capture = FakeCapture()
    }

    let driver: Locked<Driver>

    init(_ driver: Driver) {
        self.driver = Locked(driver)
    }

    var hasOpenDescriptors: Bool { driver.withLock { !$0.openDescriptors.isEmpty } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .open(let path, let flags):
            // The real sysfs answers; it does not know this camera.
            if path.hasPrefix("/sys/") { return nil }
            // A semaphore: a waiting frame makes it readable, like a camera's descriptor.
            let fd = eventfd(0, 1 | O_NONBLOCK | O_CLOEXEC)
            driver.withLock {
                $0.ioctlFlags = flags
                _ = $0.openDescriptors.insert(fd)
            }
            return .returned(Int(fd))
        case .close(let fd):
            driver.withLock { _ = $0.openDescriptors.remove(fd) }
            return nil
        case .videoOpen: return .returned(0)
        case .videoClose(let fd):
            driver.withLock { _ = $0.openDescriptors.remove(fd) }
            return nil
        case .ioctl(let fd, let request, let argument), .videoRequest(let fd, let request, let argument):
            return answer(fd, request, argument)
        case .videoMap(_, let length, let offset):
            return .returned(driver.withLock { Int(bitPattern: $0.capture.map(length: length, offset: offset)) })
        case .videoUnmap(let address, _):
            nonisolated(unsafe) let address = address
            driver.withLock { $0.capture.unmap(address) }
            return .returned(0)
        case .converterCreate:
            return .returned(driver.withLock { $0.capture.createConverter() })
        case .converterDestroy:
            driver.withLock { $0.capture.destroyConverter() }
            return .returned(0)
        case .convert(let format, let frame, let output):
            nonisolated(unsafe) let (frame, output) = (frame, output)
            return driver.withLock { $0.capture.convert(PixelFormat(rawValue: format), frame, to: output) }
        default:
            return nil
        }
    }
}

extension FakeCamera {
    private func answer(
        _ fd: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer
    ) -> SystemCallAnswer {
        nonisolated(unsafe) let argument = argument
        let code = driver.withLock { driver in
            driver.capture.answer(fd, request, argument) ?? driver.answer(request, argument)
        }
        return code == 0 ? .returned(0) : .failed(errno: code)
    }

    /// The camera takes a picture.
    func expose(_ frame: FakeCapture.Frame) {
        let streamer = driver.withLock { driver in
            driver.capture.add(frame)
            return driver.capture.streamer
        }
        if let streamer { Self.signal(streamer) }
    }

    /// Makes the next attempt to get a frame fail.
    func failDequeue(_ errno: Int32) {
        let streamer = driver.withLock { driver in
            driver.capture.dequeueError = errno
            return driver.capture.streamer
        }
        if let streamer { Self.signal(streamer) }
    }

    private static func signal(_ fd: Int32) {
        var one: UInt64 = 1
        _ = Glibc.write(fd, &one, 8)
    }

    /// Takes one waiting frame off the count.
    static func consume(_ fd: Int32) {
        var one: UInt64 = 0
        _ = Glibc.read(fd, &one, 8)
    }
}

extension FakeCamera.Driver {
    mutating func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        switch request {
        case tapfocus_vidioc_querycap: queryCapability(argument.assumingMemoryBound(to: v4l2_capability.self))
        case tapfocus_vidioc_query_ext_ctrl: query(argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self))
        case tapfocus_vidioc_queryctrl: query(argument.assumingMemoryBound(to: v4l2_queryctrl.self))
        case tapfocus_vidioc_querymenu: menu(argument.assumingMemoryBound(to: v4l2_querymenu.self))
        case tapfocus_vidioc_g_ext_ctrls: transfer(argument.assumingMemoryBound(to: v4l2_ext_controls.self), false)
        case tapfocus_vidioc_s_ext_ctrls: transfer(argument.assumingMemoryBound(to: v4l2_ext_controls.self), true)
        default: ENOTTY
        }
    }

    private func queryCapability(_ capability: UnsafeMutablePointer<v4l2_capability>) -> Int32 {
        fill(&capability.pointee.card, "Lab Camera")
        fill(&capability.pointee.driver, "uvcvideo")
        fill(&capability.pointee.bus_info, "usb-1")
        capability.pointee.capabilities = capabilities
        capability.pointee.device_caps = deviceCapabilities
        return 0
    }

    private func find(_ wanted: UInt32) -> FakeCamera.Control? {
        let isNext = wanted & (tapfocus_control_next | tapfocus_control_next_compound) != 0
        let id = wanted & ~(tapfocus_control_next | tapfocus_control_next_compound)
        let sorted = controls.sorted { $0.id.rawValue < $1.id.rawValue }
        return sorted.first { isNext ? $0.id.rawValue > id : $0.id.rawValue == id }
    }

    private func query(_ query: UnsafeMutablePointer<v4l2_query_ext_ctrl>) -> Int32 {
        guard hasExtendedQuery else { return ENOTTY }
        guard let control = find(query.pointee.id) else { return EINVAL }
        if control.id == stallsAt { return EIO }
        query.pointee.id = control.id.rawValue
        query.pointee.type = control.type
        fill(&query.pointee.name, "Control \(control.id.rawValue)")
        query.pointee.minimum = control.minimum
        query.pointee.maximum = control.maximum
        query.pointee.step = control.step
        query.pointee.default_value = control.defaultValue
        query.pointee.flags = control.flags
        query.pointee.elem_size = control.elementSize
        query.pointee.elems = 1
        return 0
    }

    private func query(_ query: UnsafeMutablePointer<v4l2_queryctrl>) -> Int32 {
        guard let control = find(query.pointee.id) else { return EINVAL }
        query.pointee.id = control.id.rawValue
        query.pointee.type = control.type
        fill(&query.pointee.name, "Old \(control.id.rawValue)")
        query.pointee.minimum = Int32(clamping: control.minimum)
        query.pointee.maximum = Int32(clamping: control.maximum)
        query.pointee.step = Int32(clamping: control.step)
        query.pointee.default_value = Int32(clamping: control.defaultValue)
        query.pointee.flags = control.flags
        return 0
    }

    private func menu(_ item: UnsafeMutablePointer<v4l2_querymenu>) -> Int32 {
        guard let control = controls.first(where: { $0.id.rawValue == item.pointee.id }),
            control.items.contains(item.pointee.index)
        else { return EINVAL }
        if control.type == tapfocus_control_type_integer_menu { item.pointee.value = Int64(item.pointee.index) * 250 }
        return 0
    }

    private mutating func transfer(_ list: UnsafeMutablePointer<v4l2_ext_controls>, _ isWrite: Bool) -> Int32 {
        var taken: [(ControlID, ControlValue)] = []
        for index in 0..<Int(list.pointee.count) {
            guard let item = list.pointee.controls.map({ $0 + index }) else { return EFAULT }
            let id = ControlID(rawValue: item.pointee.id)
            guard let position = controls.firstIndex(where: { $0.id == id }) else { return EINVAL }
            if controls[position].type == tapfocus_control_type_rectangle {
                guard item.pointee.size == 16 else { return ENOSPC }
                guard let rectangle = item.pointee.ptr?.assumingMemoryBound(to: v4l2_rect.self) else { return EFAULT }
                if isWrite {
                    let value = PixelRectangle(
                        left: rectangle.pointee.left, top: rectangle.pointee.top,
                        width: Int32(clamping: rectangle.pointee.width),
                        height: Int32(clamping: rectangle.pointee.height))
                    controls[position].rectangle = value
                    taken.append((id, .rectangle(value)))
                } else {
                    guard let value = rectangleValue(controls[position], list.pointee.which) else { return EINVAL }
                    rectangle.pointee = v4l2_rect(
                        left: value.left, top: value.top, width: UInt32(bitPattern: value.width),
                        height: UInt32(bitPattern: value.height))
                }
            } else if isWrite {
                let step = max(Int64(controls[position].step), 1)
                let value = Int64(item.pointee.value) / step * step
                controls[position].value = value
                item.pointee.value = Int32(truncatingIfNeeded: value)
                taken.append((id, .integer(value)))
            } else {
                item.pointee.value = Int32(truncatingIfNeeded: controls[position].value)
            }
        }
        if isWrite {
            writes.append(taken)
            whichOfWrites.append(list.pointee.which)
        }
        return 0
    }

    private func rectangleValue(_ control: FakeCamera.Control, _ which: UInt32) -> PixelRectangle? {
        switch which {
        case tapfocus_which_current: control.rectangle
        case tapfocus_which_minimum where control.flags & tapfocus_control_flag_has_minimum_maximum != 0:
            control.smallest
        case tapfocus_which_maximum where control.flags & tapfocus_control_flag_has_minimum_maximum != 0:
            control.largest
        case tapfocus_which_default: control.largest
        default: nil
        }
    }
}

/// Puts a text into a C array, with its NUL.
private func fill<Array>(_ array: inout Array, _ text: String) {
    withUnsafeMutableBytes(of: &array) { bytes in
        for (index, byte) in (Swift.Array(text.utf8.prefix(bytes.count - 1)) + [0]).enumerated() { bytes[index] = byte }
    }
}

extension FakeCamera.Driver {
    /// The controls of a good UVC camera on Linux 6.15.
    static var webcam: FakeCamera.Driver {
        var driver = FakeCamera.Driver()
        driver.controls = [
            // Brightness, which TapFocus does not use.
            .init(id: ControlID(rawValue: 0x0098_0900)),
            .init(id: .focusAbsolute, maximum: 250, step: 5, value: 30),
            .init(id: .focusAuto, type: tapfocus_control_type_boolean, defaultValue: 1, value: 1),
            .init(
                id: .exposureAuto, type: tapfocus_control_type_menu, maximum: 3, defaultValue: 3, items: [1, 3],
                value: 3),
            .init(id: .exposureAbsolute, minimum: 3, maximum: 2047, defaultValue: 250, value: 250),
            .init(
                id: .regionRectangle, type: tapfocus_control_type_rectangle,
                flags: 0x100 | tapfocus_control_flag_has_minimum_maximum, elementSize: 16),
            .init(
                id: .regionAuto, type: tapfocus_control_type_bitmask, maximum: 0b1001, step: 0,
                flags: tapfocus_control_flag_has_minimum_maximum, value: 0b1001),
        ]
        return driver
    }
}
