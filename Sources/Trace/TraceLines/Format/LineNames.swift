import FocusCore
import JSONLines

/// A value that is written by its name.
package protocol LineName: LineValue, CaseIterable where AllCases == [Self] {
    var name: StaticString { get }

    /// What a reader expects in place of a name that it does not know.
    static var expected: StaticString { get }
}

extension LineName {
    package static var isName: Bool { true }

    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        let start = scanner
        let word = try scanner.text()
        for candidate in Self.allCases where word == candidate.name {
            self = candidate
            return
        }
        throw start.fault(Self.expected.description)
    }

    package func write(to line: inout JSONLine) { line.word(name) }
}

private let aReason: StaticString = "a reason that this version knows"
private let anOutcome: StaticString = "an outcome that this version knows"

extension TouchContact.Phase: LineName { package static var expected: StaticString { "down, move, up or cancelled" } }
extension TimerID: LineName { package static var expected: StaticString { "a timer that this version knows" } }
extension StateReport.Cause: LineName {
    package static var expected: StaticString { "a cause that this version knows" }
}
extension FocusRule: LineName { package static var expected: StaticString { "a rule that this version knows" } }
extension MovedReason: LineName { package static var expected: StaticString { aReason } }
extension LightReport.Outcome: LineName { package static var expected: StaticString { anOutcome } }
extension Keeper: LineName { package static var expected: StaticString { "person or application" } }
extension TapIgnored: LineName { package static var expected: StaticString { aReason } }
extension TapRefused: LineName { package static var expected: StaticString { aReason } }
extension LevelReason: LineName { package static var expected: StaticString { aReason } }
extension FailureReason: LineName { package static var expected: StaticString { aReason } }
extension SettledReport.Outcome: LineName { package static var expected: StaticString { anOutcome } }
extension FocusSearchReport.Outcome: LineName { package static var expected: StaticString { anOutcome } }
extension ExposureOutcome: LineName { package static var expected: StaticString { anOutcome } }
extension CameraLevel: LineName { package static var expected: StaticString { "a level that this version knows" } }
extension PhotoOutcome: LineName { package static var expected: StaticString { anOutcome } }
extension PhotoFailure: LineName { package static var expected: StaticString { aReason } }
extension VideoGravity: LineName { package static var expected: StaticString { "fill, fit or stretch" } }

extension Rotation: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        guard let rotation = Rotation(rawValue: try scanner.integer()) else { throw scanner.fault("0, 90, 180 or 270") }
        self = rotation
    }

    package func write(to line: inout JSONLine) { line.integer(rawValue) }
}

/// The names of the components in a set. Others are passed over.
extension ComponentSet: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        self = []
        try scanner.array { (scanner, _) throws(JSONFault) in
            let word = try scanner.text()
            if word == "focus" { insert(.focus) }
            if word == "exposure" { insert(.exposure) }
        }
    }

    package func write(to line: inout JSONLine) {
        line.open("[")
        if contains(.focus) { line.word("focus") }
        if contains(.exposure) { line.word("exposure") }
        line.close("]")
    }
}

extension MovedReasons: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        self = []
        try scanner.array { (scanner, _) throws(JSONFault) in insert(MovedReasons(try MovedReason(from: &scanner))) }
    }

    package func write(to line: inout JSONLine) {
        line.list { for reason in MovedReason.allCases where contains(reason) { $0.word(reason.name) } }
    }
}
