import FocusCore

/// Compares two traces step by step, in constant memory for files of any length.
///
/// Equal inputs are aligned, at any times; after inputs that only one trace has, both are aligned again.
public struct TraceComparison {
    public typealias Row = WindowedAlignment<ComparableStep, [UInt8]>.Row

    /// - Parameter tell: gets the rows. What it throws ends the comparison.
    /// - Returns: the line of each file that could not be read; nil if there is none.
    /// - Throws: `TraceFileError` when nothing of a file can be read.
    public static func run(
        _ left: String, _ right: String, tell: (Row) throws -> Void
    ) throws -> (left: ReplayReport.Fault?, right: ReplayReport.Fault?) {
        var alignment = WindowedAlignment<ComparableStep, [UInt8]>()
        let (one, other) = (try Steps(left), try Steps(right))
        var (isLeftOver, isRightOver) = (false, false)
        while !isLeftOver || !isRightOver {
            if let step = try one.next() { alignment.addLeft(step, key: step.key) } else { isLeftOver = true }
            if let step = try other.next() { alignment.addRight(step, key: step.key) } else { isRightOver = true }
            try alignment.takeRows().forEach(tell)
        }
        alignment.finish()
        try alignment.takeRows().forEach(tell)
        return (one.reader.fault, other.reader.fault)
    }

    /// The steps of a file: an input, with the effects that follow it.
    private final class Steps {
        let reader: TraceReader
        private var waiting: ComparableStep?
        private var isOver = false

        init(_ path: String) throws(TraceFileError) { reader = try TraceReader(path: path) }

        func next() throws(TraceFileError) -> ComparableStep? {
            while !isOver {
                guard let event = try reader.next() else {
                    isOver = true
                    break
                }
                var done: ComparableStep?
                switch event {
                case .session(_, let line): done = replace(ComparableStep(line: line))
                case .input(let input, _, let line): done = replace(ComparableStep(input: input, line: line))
                case .effects(let effects, _): effects.forEach { waiting?.effects.append($0) }
                case .snapshot, .remark, .mark, .end: break
                }
                if let done { return done }
            }
            return replace(nil)
        }

        private func replace(_ step: ComparableStep?) -> ComparableStep? {
            defer { waiting = step }
            return waiting
        }
    }
}
