/// The controls that have worked at least once, and those that have answered EIO. Some cameras list controls that fail at every access.
struct ControlExperience: Equatable, Sendable, Snapshotable {
    private var worked = ControlSet()
    private var failed = ControlSet()

    /// EIO, as in asm-generic/errno-base.h.
    private static let inputOutputError: Int32 = 5

    init(_ description: CameraDescription) {
        for control in description.controls where control.value != nil { worked.insert(control.id) }
    }

    /// True when the control has failed with EIO and has never worked.
    func isUseless(_ id: ControlID) -> Bool { failed.contains(id) && !worked.contains(id) }

    mutating func note(_ call: ControlCall, _ result: ControlResult) {
        switch call.operation {
        case .write(let settings):
            if result.errno == 0 { settings.forEach { worked.insert($0.id) } }
            // In a call with several controls, it is unknown which one failed.
            if result.errno == Self.inputOutputError, settings.count == 1, let id = settings[0]?.id {
                failed.insert(id)
            }
        case .read(let ids):
            for index in 0..<ids.count {
                guard let id = ids[index] else { continue }
                if (result.values[index] ?? nil) != nil {
                    worked.insert(id)
                } else if result.errno == Self.inputOutputError {
                    failed.insert(id)
                }
            }
        }
    }
}

extension ControlSet {
    /// For focus and for exposure: all controls of the component, if all are described as readable and none could be read at the start.
    init(unreadableIn controls: [ControlDescription]) {
        insertUnreadable([.focusAuto, .focusAbsolute, .autoFocusStatus], in: controls)
        insertUnreadable([.exposureAuto, .exposureAbsolute], in: controls)
    }

    private mutating func insertUnreadable<let count: Int>(
        _ ids: InlineArray<count, ControlID>, in controls: [ControlDescription]
    ) {
        var unreadable = ControlSet()
        for index in ids.indices {
            for control in controls where control.id == ids[index] {
                if control.isWriteOnly || control.value != nil { return }
                unreadable.insert(control.id)
            }
        }
        insert(unreadable)
    }
}

extension LevelFinding {
    /// The finding with the reason `controlsFail`, if the level would be better with all controls working.
    func withFailures(comparedTo all: LevelFinding) -> LevelFinding {
        level > all.level ? LevelFinding(level: level, reason: .controlsFail) : self
    }
}
