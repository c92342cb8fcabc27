import CV4L2
import FocusCore

/// One VIDIOC_S_EXT_CTRLS or VIDIOC_G_EXT_CTRLS of up to four controls, whose classes may differ.
struct ControlTransfer {
    private struct Item {
        var id: ControlID
        var layout: ControlLayout
        /// The value to send and, after the exchange, the value that came back.
        var bits: Int64 = 0
        var rectangle = v4l2_rect()
    }

    private var items = InlineList<4, Item>()

    /// Adds a control to write. Returns false if the control cannot hold the value.
    @discardableResult
    mutating func append(_ setting: ControlSetting, _ layout: ControlLayout) -> Bool {
        var item = Item(id: setting.id, layout: layout)
        switch (setting.value, layout) {
        case (.rectangle(let rectangle), .rectangle):
            guard rectangle.left >= 0, rectangle.top >= 0, let width = UInt32(exactly: rectangle.width),
                let height = UInt32(exactly: rectangle.height), width > 0, height > 0
            else { return false }
            item.rectangle = v4l2_rect(left: rectangle.left, top: rectangle.top, width: width, height: height)
        case (.integer(let value), _):
            guard let bits = layout.encode(value) else { return false }
            item.bits = bits
        case (.rectangle, _): return false
        }
        return items.append(item)
    }

    mutating func append(reading id: ControlID, _ layout: ControlLayout) {
        items.append(Item(id: id, layout: layout))
    }

    /// Makes the call, and keeps the values that the driver has written back. An empty transfer makes no call.
    mutating func exchange(_ request: UInt, _ fd: Int32, _ which: UInt32) throws(SystemError) {
        guard !items.isEmpty else { return }
        let count = items.count
        var failure: SystemError?
        var returned = InlineList<4, Item>()
        withUnsafeTemporaryAllocation(of: v4l2_ext_control.self, capacity: count) { controls in
            withUnsafeTemporaryAllocation(of: v4l2_rect.self, capacity: count) { rectangles in
                for index in 0..<count {
                    guard let item = items[index] else { continue }
                    rectangles.initializeElement(at: index, to: item.rectangle)
                    controls.initializeElement(
                        at: index, to: Self.control(item, rectangles.baseAddress.map { $0 + index }))
                }
                do throws(SystemError) {
                    var list = v4l2_ext_controls()
                    // 0 (V4L2_CTRL_WHICH_CUR_VAL) allows controls of several classes in one call.
                    list.which = which
                    list.count = UInt32(clamping: count)
                    list.controls = controls.baseAddress
                    try Kernel.ioctl(fd, request, &list)
                } catch {
                    failure = error
                    return
                }
                for index in 0..<count {
                    guard var item = items[index] else { continue }
                    item.rectangle = rectangles[index]
                    item.bits = Self.bits(controls[index], item.layout)
                    returned.append(item)
                }
            }
        }
        if let failure { throw failure }
        items = returned
    }

    /// The driver's values, in the order in which the controls were added.
    var values: InlineList<4, ControlValue?> {
        var values = InlineList<4, ControlValue?>()
        for item in items.elements {
            switch item.layout {
            case .rectangle:
                let rectangle = item.rectangle
                guard let width = Int32(exactly: rectangle.width), let height = Int32(exactly: rectangle.height) else {
                    values.append(nil)
                    continue
                }
                values.append(
                    .rectangle(PixelRectangle(left: rectangle.left, top: rectangle.top, width: width, height: height)))
            default: values.append(.integer(item.bits))
            }
        }
        return values
    }

    private static func control(_ item: Item, _ rectangle: UnsafeMutablePointer<v4l2_rect>?) -> v4l2_ext_control {
        var control = v4l2_ext_control()
        control.id = item.id.rawValue
        switch item.layout {
        case .rectangle:
            control.size = UInt32(MemoryLayout<v4l2_rect>.size)
            control.ptr = UnsafeMutableRawPointer(rectangle)
        case .integer64: control.value64 = item.bits
        default: control.value = Int32(truncatingIfNeeded: item.bits)
        }
        return control
    }

    private static func bits(_ control: v4l2_ext_control, _ layout: ControlLayout) -> Int64 {
        switch layout {
        case .rectangle: 0
        case .integer64: control.value64
        case .bitMask: Int64(UInt32(bitPattern: control.value))
        default: Int64(control.value)
        }
    }
}
