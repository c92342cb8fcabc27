/// Finds the name that a mistyped one is nearest to.
public enum Nearest {
    /// " Did you mean …?", or an empty text if no name is near.
    /// - Parameter beginning: what stands before the name and was right: "trace ".
    public static func name(to given: String, among names: [String], after beginning: String = "") -> String {
        near(given, among: names).map { " Did you mean \"\(beginning)\($0)\"?" } ?? ""
    }

    /// The nearest name; nil if none is so near that it may have been meant: more than half of the letters would be others. A name
    /// that begins with the given letters wins, the shortest first. A dash and a letter stand for the option that alone begins with it:
    /// "-v" for "--version".
    public static func near(_ given: String, among names: [String]) -> String? {
        if given.count == 2, given.first == "-" {
            let options = names.filter { $0.lowercased().hasPrefix("-\(given.lowercased())") }
            if options.count == 1 { return options[0] }
        }
        // The beginning of a name says more than letters that happen to be in another one: "stat" is no "tap".
        if given.count(where: { $0 != "-" }) > 1 {
            let begun = names.filter { $0.lowercased().hasPrefix(given.lowercased()) }
            if let shortest = begun.min(by: { $0.count < $1.count }) { return shortest }
        }
        let ranked = names.map { (name: $0, distance: distance(given.lowercased(), $0.lowercased())) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        // The dashes of an option say nothing about which one it is.
        return best.distance <= given.count(where: { $0 != "-" }) / 2 ? best.name : nil
    }

    /// The number of letters to insert, delete or change; two neighbours that were exchanged count as one (Damerau, 1964, as optimal
    /// string alignment).
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left)
        let right = Array(right)
        var earlier: [Int] = []
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var next = [index + 1]
            for (column, other) in right.enumerated() {
                var least = min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, letter == right[column - 1], left[index - 1] == other {
                    least = min(least, earlier[column - 1] + 1)
                }
                next.append(least)
            }
            (earlier, row) = (row, next)
        }
        return row[right.count]
    }
}
