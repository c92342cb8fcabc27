@testable import FocusCore

/// A photo as a string of marks, one every 100 ms. Before each mark, a deadline that has come is fed to the machine.
///
///     P  a photo is pressed, with a wait of 500 ms       N  a photo of now
///     s  something settles                               r  nothing settles any more
///     f  a frame is taken that was exposed until now     o  …that was exposed 200 ms earlier
///     k  the file is complete                            x  the holder could not write it
///     .  time passes
///
/// The answers are a string as long as the time line: `T` the holder is asked for a frame, `K` it keeps a frame, `U` it keeps one that was
/// exposed while something settled, `D` the photo is there, `F` there is none, `B` the wish is refused.
struct PhotoTimeLine {
    /// One frame of 100 ms, and two more, are waited for 500 ms, and a file 300 ms.
    static var patience: PhotoMachine.Patience {
        var patience = PhotoMachine.Patience()
        patience.frame = .milliseconds(200)
        patience.file = .milliseconds(300)
        return patience
    }

    private(set) var machine = PhotoMachine(patience: PhotoTimeLine.patience)
    private(set) var failures: [PhotoFailure] = []
    /// The earliest times at which the exposure of a frame had to begin, in ms.
    private(set) var earliest: [Int64] = []
    /// From the earliest time to the exposure, in ms.
    private(set) var lags: [Int64] = []
    private var isCalm: Bool
    private let interval = TimeSpan.milliseconds(100)

    /// - Parameter isCalm: true if nothing settles at the beginning.
    init(isCalm: Bool) { self.isCalm = isCalm }

    static func said(_ line: String, isCalm: Bool = true) -> String {
        var timeLine = PhotoTimeLine(isCalm: isCalm)
        return timeLine.play(line)
    }

    mutating func play(_ line: String) -> String {
        var said = ""
        for (index, mark) in line.enumerated() {
            let time = Instant(nanoseconds: Int64(index) * 100_000_000)
            var letter: Character = "."
            if let deadline = machine.deadline, deadline <= time {
                letter = hear(machine.handle(.elapsed, at: time))
            }
            if let event = event(mark, at: time) {
                let answer = hear(machine.handle(event, at: time))
                if answer != "." { letter = answer }
            }
            said.append(letter)
        }
        return said
    }

    private mutating func event(_ mark: Character, at time: Instant) -> PhotoMachine.Event? {
        switch mark {
        case "P", "N":
            return .pressed(
                wait: .milliseconds(500), isNow: mark == "N", interval: interval, count: 1,
                calmSince: isCalm ? time : nil)
        case "s":
            isCalm = false
            return .stirred
        case "r":
            isCalm = true
            return .rested(since: time)
        case "f": return .taken(start: time.earlier(by: interval), end: time)
        case "o":
            let end = time.earlier(by: .milliseconds(200))
            return .taken(start: end.earlier(by: interval), end: end)
        case "k": return .kept
        case "x": return .ended(.noSpace)
        default: return nil
        }
    }

    private mutating func hear(_ action: PhotoMachine.Action) -> Character {
        switch action {
        case .none: return "."
        case .refuse: return "B"
        case .take(let time):
            earliest.append(time.nanoseconds / 1_000_000)
            return "T"
        case .keep(let isCalm, let lag):
            lags.append(lag.nanoseconds / 1_000_000)
            return isCalm ? "K" : "U"
        case .done: return "D"
        case .fail(let reason):
            failures.append(reason)
            return "F"
        }
    }
}
