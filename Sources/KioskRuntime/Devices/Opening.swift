import LinuxDevices

extension Devices {
    /// The devices found at the start.
    struct Opening {
        var arrivals: [Arrival] = []
        /// Devices that are connected and could not be opened.
        var failures: [(kind: DeviceNews.Kind, error: DeviceError)] = []
        /// True if a camera that is not connected is no error.
        var waitsForCamera = false

        init(waitsForCamera: Bool = false) { self.waitsForCamera = waitsForCamera }

        /// Opens a device.
        mutating func open(
            _ kind: DeviceNews.Kind, isNamed: Bool, _ openDevice: () throws(DeviceError) -> Arrival?
        ) throws(DeviceError) {
            do throws(DeviceError) {
                if let arrival = try openDevice() { arrivals.append(arrival) }
            } catch {
                switch error.kind {
                case .gone where error.hasRole(kind), .busy where error.hasRole(kind), .other where error.hasRole(kind),
                    .unready:
                    failures.append((kind, error))
                // No camera has that name yet, or several have it: both are told.
                case .ambiguous where waitsForCamera && error.role == .camera:
                    failures.append((kind, error))
                // udev may set the permission a moment after the node appears. A person who names a device wants to know at
                // once. A lens is only required if it was named.
                case .permission where error.hasRole(kind) && error.role != .lens && !isNamed:
                    failures.append((kind, error))
                case .doesNotExist where !isNamed && kind != .camera,
                    .doesNotExist where waitsForCamera && error.role == .camera:
                    break
                case .doesNotExist, .wrongKind, .permission, .ambiguous, .gone, .busy, .other:
                    throw error
                }
            }
        }
    }
}

extension DeviceError {
    /// True if the error concerns a device of that kind or its lens, and not the machine.
    fileprivate func hasRole(_ kind: DeviceNews.Kind) -> Bool {
        switch (role, kind) {
        case (.camera, .camera), (.lens, .camera), (.touchscreen, .touchscreen), (.accelerometer, .accelerometer): true
        default: false
        }
    }
}
