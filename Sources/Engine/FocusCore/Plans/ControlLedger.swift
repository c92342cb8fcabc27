/// The known values of the controls, so that a value already in effect is not written again. That of a slave (lens position, exposure time,
/// gain) is known only while its automatic is off: on, it changes the slave, and so does the moment at which it ends.
struct ControlLedger: Equatable, Sendable, Snapshotable {
    private var values = ControlTable<ControlValue?>(repeating: nil)
    /// The values as requested: a camera may round or change one, and the same request would give the same result again.
    private var requests = ControlTable<ControlValue?>(repeating: nil)

    init(_ capabilities: CameraCapabilities) {
        ControlID.known.forEach { id in
            if let value = capabilities.control(id)?.value { self[id] = value }
        }
        if let mode = capabilities.unlistedAutomatic { self[.exposureAuto] = .integer(mode) }
        if self[.focusAuto] == .integer(1) { self[.focusAbsolute] = nil }
        if let mode = self[.exposureAuto], mode != .integer(CameraCapabilities.manualExposure) {
            self[.exposureAbsolute] = nil
        }
        if self[.autogain] == .integer(1) { self[.gain] = nil }
    }

    subscript(id: ControlID) -> ControlValue? {
        get { id.place.flatMap { values[$0] } }
        set {
            guard let index = id.place else { return }
            values[index] = newValue
            requests[index] = nil
        }
    }

    /// Forgets all values: the next write of each control is made in any case.
    mutating func forgetAll() {
        values = InlineArray(repeating: nil)
        requests = InlineArray(repeating: nil)
    }

    /// True when a setting is known to be in effect already. A button is never in effect.
    func isInEffect(_ setting: ControlSetting) -> Bool {
        guard setting.id != .autoFocusStart, let index = setting.id.place else { return false }
        return values[index] == setting.value || requests[index] == setting.value
    }

    /// Takes the result of a write.
    /// - Parameter values: the values that the driver reports as in effect; nil where it reports none.
    mutating func note(_ settings: ControlSettings, errno: Int32, values answered: ControlValues) {
        for index in 0..<settings.count {
            guard let setting = settings[index] else { continue }
            if errno != 0 {
                // In a call with several controls, some may have been written before one failed.
                self[setting.id] = nil
                continue
            }
            self[setting.id] = (answered[index] ?? nil) ?? setting.value
            if let place = setting.id.place { requests[place] = setting.value }
            // The value that an automatic sets is unknown, unless the same call wrote it.
            if let slave = setting.id.slave, settings.value(of: slave) == nil { self[slave] = nil }
        }
    }
}
