import CV4L2
import FocusCore
import Glibc

struct ControlCatalogue {
    struct Known {
        var description: ControlDescription
        var layout: ControlLayout
        /// True if the driver answers V4L2_CTRL_WHICH_MIN_VAL and _MAX_VAL (Linux 6.15).
        var hasMinimumAndMaximum: Bool
    }

    private(set) var names: [ControlID: String] = [:]
    private(set) var known: [ControlID: Known] = [:]

    /// More controls than any driver has. It ends the enumeration of a driver that never stops.
    private static let limit = 1024

    /// Asks the driver, by two or more ioctls for each control.
    init(of fd: Int32) {
        var previous: UInt32 = 0
        for _ in 0..<Self.limit {
            let next = previous | tapfocus_control_next | tapfocus_control_next_compound
            // The ids have to rise, or the enumeration would never end.
            guard let query = Self.query(fd, next), query.id > previous else { break }
            previous = query.id
            add(query, fd)
        }
        // A camera that fails to answer about one control ends the enumeration there, and some drivers cannot enumerate
        // at all. So each control that the engine knows is then asked for by its id.
        for id in ControlID.known.elements where names[id] == nil {
            guard let query = Self.query(fd, id.rawValue), query.id == id.rawValue else { continue }
            add(query, fd)
        }
    }

    private mutating func add(_ query: v4l2_query_ext_ctrl, _ fd: Int32) {
        guard query.flags & tapfocus_control_flag_disabled == 0, query.type != tapfocus_control_type_class else {
            return
        }
        let id = ControlID(rawValue: query.id)
        names[id] = text(of: query.name)
        guard ControlID.known.elements.contains(id),
            let layout = ControlLayout(
                type: query.type, minimum: query.minimum, maximum: query.maximum, elementSize: query.elem_size,
                elements: query.elems)
        else { return }
        let isRectangle = layout == .rectangle
        // Drivers report any step, mostly 0, for masks, menus and buttons. Only a number has a step.
        let hasStep = query.type == tapfocus_control_type_integer || query.type == tapfocus_control_type_integer64
        let isMenu = query.type == tapfocus_control_type_menu || query.type == tapfocus_control_type_integer_menu
        var maximum = query.maximum
        if case .bitMask(let supported) = layout { maximum = Int64(supported) }
        let items = isMenu ? Self.menuItems(fd, id, query.minimum, query.maximum) : MenuItems()
        var description = ControlDescription(
            id: id, minimum: isRectangle ? 0 : query.minimum, maximum: isRectangle ? 0 : maximum,
            step: hasStep ? Int64(clamping: query.step) : 1, defaultValue: isRectangle ? 0 : query.default_value,
            menuItems: items.mask,
            isReadOnly: query.flags & tapfocus_control_flag_read_only != 0,
            isWriteOnly: query.flags & tapfocus_control_flag_write_only != 0)
        if query.type == tapfocus_control_type_integer_menu { description.menuIntegers = items.integers }
        known[id] = Known(
            description: description, layout: layout,
            hasMinimumAndMaximum: query.flags & tapfocus_control_flag_has_minimum_maximum != 0)
    }

    /// VIDIOC_QUERY_EXT_CTRL, or the older VIDIOC_QUERYCTRL for drivers without it (ENOTTY).
    private static func query(_ fd: Int32, _ id: UInt32) -> v4l2_query_ext_ctrl? {
        var query = v4l2_query_ext_ctrl()
        query.id = id
        do throws(SystemError) {
            try Kernel.ioctl(fd, tapfocus_vidioc_query_ext_ctrl, &query)
            return query
        } catch {
            guard error.code == ENOTTY else { return nil }
        }
        var old = v4l2_queryctrl()
        old.id = id & ~tapfocus_control_next_compound
        guard (try? Kernel.ioctl(fd, tapfocus_vidioc_queryctrl, &old)) != nil else { return nil }
        query.id = old.id
        query.type = old.type
        withUnsafeMutableBytes(of: &query.name) { to in
            withUnsafeBytes(of: old.name) { to.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(to.count))) }
        }
        query.minimum = Int64(old.minimum)
        query.maximum = Int64(old.maximum)
        query.step = UInt64(clamping: old.step)
        query.default_value = Int64(old.default_value)
        query.flags = old.flags
        query.elem_size = 4
        query.elems = 1
        return query
    }

    private struct MenuItems {
        /// Bit i is set if item i exists.
        var mask: UInt64 = 0
        /// The values of the items from the first on, in a menu of integers; 0 for items that do not exist.
        var integers: [Int64] = []
    }

    /// Asks for each item: the driver refuses those that do not exist.
    private static func menuItems(_ fd: Int32, _ id: ControlID, _ minimum: Int64, _ maximum: Int64) -> MenuItems {
        var items = MenuItems()
        let first = max(minimum, 0)
        let last = min(maximum, 63)
        guard first <= last else { return items }
        for index in first...last {
            var item = v4l2_querymenu()
            item.id = id.rawValue
            item.index = UInt32(index)
            let exists = (try? Kernel.ioctl(fd, tapfocus_vidioc_querymenu, &item)) != nil
            if exists { items.mask |= 1 << UInt64(index) }
            items.integers.append(exists ? item.value : 0)
        }
        return items
    }
}
