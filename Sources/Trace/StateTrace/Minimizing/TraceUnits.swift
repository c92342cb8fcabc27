import FocusCore

/// The parts of a recording that are left out as a whole: a touch sequence, from the first finger down to the last one up, or a
/// single other input from outside.
struct TraceUnits {
    /// The indices of the steps of each unit.
    private(set) var units: [[Int]] = []
    /// The steps from outside, in their order.
    private(set) var raw: [Int] = []
    private(set) var touchSequences = 0

    init(_ run: RecordedRun) {
        var fingers: Set<Int32> = []
        var sequence: Int?
        for index in run.first..<run.end {
            guard let step = run[index], step.isRaw else { continue }
            raw.append(index)
            guard case .touch(let contact) = step.input.event else {
                units.append([index])
                if case .touchscreenLeft = step.input.event { fingers = [] }
                continue
            }
            if let sequence, !fingers.isEmpty {
                units[sequence].append(index)
            } else {
                sequence = units.count
                units.append([index])
                touchSequences += 1
            }
            switch contact.phase {
            case .down, .move: fingers.insert(contact.slot)
            case .up, .cancelled: fingers.remove(contact.slot)
            }
        }
    }
}
