import FocusCore

/// A folder of trace files that never grows beyond a size. The oldest files are removed whenever another file begins, and of
/// those beyond an age a few.
public struct TraceRing: Equatable, Sendable {
    /// The folder. Only files with a ring's names are ever removed from it.
    public var folder: String
    /// The limit of all files together, in bytes.
    public var size: Int64
    /// The age, counted from a file's last write, from which on it may be removed.
    public var age: TimeSpan

    /// The smallest size, in bytes: each file begins with some 20 KB, the header and the engine's state.
    public static let smallestSize: Int64 = 1 << 20
    /// The shortest age.
    public static let shortestAge = TimeSpan.seconds(60)
    /// 2020-01-01, in seconds since 1970: an earlier clock was never set.
    private static let clockIsSet = 1_577_836_800.0
    /// A sixteenth of a ring is removed at once: of its size, and of the files that are too old.
    private static let files: Int64 = 16

    public init(folder: String, size: Int64, age: TimeSpan) {
        self.folder = folder
        self.size = size
        self.age = age
    }

    /// Reads "DIR,SIZE,AGE", for example "/var/lib/tapfocus/traces,200M,7d": K, M, G count in steps of 1024; s, m, h, d.
    /// - Throws: what was expected, for a person.
    public init(argument: String, key: String) throws(SettingError) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let example = "DIR,SIZE,AGE, for example /var/lib/tapfocus/traces,200M,7d"
        guard parts.count >= 3, let age = parts.last, let size = parts.dropLast().last else {
            throw SettingError(key: key, expected: example)
        }
        let folder = parts.dropLast(2).joined(separator: ",")
        guard !folder.isEmpty else { throw SettingError(key: key, expected: example) }
        let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        guard let bytes = Self.number(size, units), bytes >= Self.smallestSize else {
            throw SettingError(key: key, expected: "a SIZE of at least 1M, with K, M or G: \(example)")
        }
        let second: Int64 = 1_000_000_000
        let times: [Character: Int64] = ["s": second, "m": 60 * second, "h": 3600 * second, "d": 86_400 * second]
        guard let time = Self.number(age, times).map({ TimeSpan(nanoseconds: $0) }), time >= Self.shortestAge else {
            throw SettingError(key: key, expected: "an AGE of at least 1m, with s, m, h or d: \(example)")
        }
        self.init(folder: folder, size: bytes, age: time)
    }

    /// A file that has this many bytes is followed by another.
    public var fileSize: Int64 { size / Self.files }

    /// So is a file in which the first line is as old as this.
    public var fileTime: TimeSpan { TimeSpan(nanoseconds: age.nanoseconds / Self.files) }

    /// The files to remove before another one begins, the oldest first.
    ///
    /// A clock that jumps ahead makes every file too old in a moment, and it cannot be told from time that has passed
    /// while the kiosk was off. So files leave for their age no faster than they leave a full ring: a sixteenth of them,
    /// at least one, for each that begins. What leaves for its size counts.
    /// - Parameter now: seconds since 1970, as for the files.
    public func surplus(of files: [RingFile], now: Double) -> [RingFile] {
        let sorted = files.sorted { $0.number < $1.number }
        var rest = sorted.reduce(Int64(0)) { $0.addingReportingOverflow($1.size).partialValue }
        let longest = Double(age.nanoseconds) / 1e9
        var mayAge = max(sorted.count / Int(Self.files), 1)
        return sorted.filter { file in
            // A file that was written before the kiosk knew the time of day has no age.
            let isOld = file.written > Self.clockIsSet && now - file.written > longest
            // Room for a file, and for what its last write exceeds its size by.
            let isSurplus = rest > size - 2 * fileSize || isOld && mayAge > 0
            guard isSurplus else { return false }
            rest -= file.size
            mayAge -= 1
            return true
        }
    }

    private static func number(_ text: Substring, _ units: [Character: Int64]) -> Int64? {
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()), number > 0 else {
            return nil
        }
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit)
        return isTooLarge ? nil : product
    }
}

/// A file of a ring.
public struct RingFile: Equatable, Sendable {
    /// Counts up from 1. It orders the files even if the kiosk's clock was wrong.
    public var number: UInt64
    public var name: String
    /// In bytes.
    public var size: Int64
    /// The time of the last write, in seconds since 1970.
    public var written: Double

    /// Nil if the name is not one of a ring's files.
    public init?(name: String, size: Int64, written: Double) {
        let digits = name.prefix { $0 != "-" }
        // The name with a zero for each digit shows its form.
        let form = String(decoding: name.utf8.map { (0x30...0x39).contains($0) ? 0x30 : $0 }, as: UTF8.self)
        let time = form.dropFirst(digits.count)
        guard digits.count >= 8, form.prefix(digits.count).allSatisfy({ $0 == "0" }),
            time == "-00000000T000000Z.jsonl", let number = UInt64(digits)
        else { return nil }
        self.number = number
        self.name = name
        self.size = size
        self.written = written
    }

    /// A name that sorts as the numbers do: 00000042-20261123T084803Z.jsonl, with the time of its beginning in UTC.
    public static func name(number: UInt64, begun time: TimeOfDay) -> String {
        "\(TimeOfDay.digits(number, 8))-\(time.text(zone: 0, isShort: true))Z.jsonl"
    }
}
