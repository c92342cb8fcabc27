/// What was measured at one position of the lens.
struct FocusSample: Equatable, Sendable {
    /// The position's number on the grid of `LensRange`.
    var index: Int
    /// What was measured there; of several measurements, the mean of all but the first. 0 or more.
    var sharpness: Double
    /// How often it was measured.
    var count: Int
}

/// All that a search has measured, in the order of the positions.
struct FocusSamples: Equatable, Sendable {
    /// A search that has not come to an end after so many evaluations does not understand what it sees.
    static let capacity = 48
    private var list = InlineArray<48, FocusSample>(repeating: FocusSample(index: 0, sharpness: 0, count: 0))
    /// How many positions have been measured.
    private(set) var count = 0

    subscript(place: Int) -> FocusSample { list[min(max(place, 0), Self.capacity - 1)] }

    /// Takes one more measurement. Where there was one, it is forgotten; where there were more, all but the first count.
    mutating func add(_ sharpness: Double, at index: Int) {
        var place = 0
        while place < count, list[place].index < index { place += 1 }
        if place < count, list[place].index == index {
            let known = list[place].count
            // The first one was chosen for being extreme; where noise is in doubt, it is no witness.
            list[place].sharpness += (sharpness - list[place].sharpness) / Double(known)
            list[place].count = known + 1
            return
        }
        guard count < Self.capacity else { return }
        var moved = count
        while moved > place {
            list[moved] = list[moved - 1]
            moved -= 1
        }
        list[place] = FocusSample(index: index, sharpness: sharpness, count: 1)
        count += 1
    }

    func isMeasured(_ index: Int) -> Bool {
        for place in 0..<count where list[place].index == index { return true }
        return false
    }

    /// Where the sharpest sample is in the list; 0 when there is none.
    var best: Int {
        var found = 0
        for place in 0..<count where list[place].sharpness > list[found].sharpness { found = place }
        return found
    }

    /// Where the least sharp sample is in the list; 0 when there is none.
    var lowest: Int {
        var found = 0
        for place in 0..<count where list[place].sharpness < list[found].sharpness { found = place }
        return found
    }

    /// The sample at a place in the list with the one before and the one after; at an end, the two next ones.
    func neighbours(of place: Int) -> FocusSamples {
        let first = min(max(place - 1, 0), max(count - 3, 0))
        var chosen = FocusSamples()
        for place in first..<min(first + 3, count) {
            chosen.list[chosen.count] = list[place]
            chosen.count += 1
        }
        return chosen
    }

    static func == (left: FocusSamples, right: FocusSamples) -> Bool {
        guard left.count == right.count else { return false }
        for place in 0..<left.count where left.list[place] != right.list[place] { return false }
        return true
    }
}
