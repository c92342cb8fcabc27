/// Which controls have ever worked, and which have answered EIO: there are cameras that list controls and fail each access
/// to them.
struct ControlExperience: Equatable, Sendable {
    private var worked = ControlSet()
    private var failed = ControlSet()

    /// EIO, as in asm-generic/errno-base.h.
    private static let inputOutputError: Int32 = 5

    init(_ description: CameraDescription) {
        for control in description.controls where control.value != nil { worked.insert(control.id) }
    }

    /// Whether all that was ever tried with it has failed.
    func isUseless(_ id: ControlID) -> Bool { failed.contains(id) && !worked.contains(id) }

    /// Takes the camera's answer to a call.
    mutating func note(_ call: ControlCall, _ result: ControlResult) {
        switch call.operation {
        case .write(let settings):
            if result.errno == 0 { settings.forEach { worked.insert($0.id) } }
            // Of several controls, nobody knows which one it was.
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
    /// The controls of components of which not one could be read when the camera was opened, although all of them are said
    /// to be readable.
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
    /// A level that would be a better one if no control failed.
    func withFailures(comparedTo all: LevelFinding) -> LevelFinding {
        level > all.level ? LevelFinding(level: level, reason: .controlsFail) : self
    }
}
