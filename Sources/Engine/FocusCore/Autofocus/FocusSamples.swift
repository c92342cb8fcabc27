/// The measurement at one position of the lens.
struct FocusSample: Equatable, Sendable, Snapshotable {
    /// The position's number on the grid of `LensRange`.
    var index: Int
    /// The measured sharpness, 0 or more; after several measurements, the mean of all but the first.
    var sharpness: Double
    var count: Int
    /// The number of frames that `sharpness` is the mean of.
    var frames = 1
    /// True when its frame came while the lens was sent ahead: a move that was late by accident leaves a position with another one's frame.
    var isAhead = false
}

/// All measurements of a search, in the order of the positions.
struct FocusSamples: Equatable, Sendable, Snapshotable, SnapshotChecked {
    /// The most positions of a search; `FocusSearchSettings.evaluations` is at most as large.
    static let capacity = 48
    private var list = InlineArray<48, FocusSample>(repeating: FocusSample(index: 0, sharpness: 0, count: 0))
    private(set) var count = 0

    var isSound: Bool { (0...Self.capacity).contains(count) }

    subscript(place: Int) -> FocusSample { list[min(max(place, 0), Self.capacity - 1)] }

    /// Adds a measurement. The second one at a position replaces the first; later ones are averaged with the second.
    mutating func add(_ sharpness: Double, at index: Int, frames: Int = 1, isAhead: Bool = false) {
        var place = 0
        while place < count, list[place].index < index { place += 1 }
        if place < count, list[place].index == index {
            let known = list[place].count
            // The first measurement was chosen for being extreme, so it is biased by noise and is dropped.
            list[place].sharpness += (sharpness - list[place].sharpness) / Double(known)
            list[place].count = known + 1
            list[place].isAhead = isAhead
            list[place].frames = known == 1 ? frames : min(list[place].frames + frames, 1 << 20)
            return
        }
        guard count < Self.capacity else { return }
        var moved = count
        while moved > place {
            list[moved] = list[moved - 1]
            moved -= 1
        }
        list[place] = FocusSample(
            index: index, sharpness: sharpness, count: 1, frames: frames, isAhead: isAhead)
        count += 1
    }

    func isMeasured(_ index: Int) -> Bool {
        for place in 0..<count where list[place].index == index { return true }
        return false
    }

    /// The place of the sharpest sample in the list; 0 when the list is empty.
    var best: Int {
        var found = 0
        for place in 0..<count where list[place].sharpness > list[found].sharpness { found = place }
        return found
    }

    /// The sharpness that half of the samples do not reach; 0 when the list is empty.
    var median: Double {
        for place in 0..<count {
            var lower = 0
            for other in 0..<count {
                let difference = list[other].sharpness - list[place].sharpness
                if difference < 0 || (difference == 0 && other < place) { lower += 1 }
            }
            if lower == count / 2 { return list[place].sharpness }
        }
        return 0
    }

    /// The place of the least sharp sample in the list; 0 when the list is empty.
    var lowest: Int {
        var found = 0
        for place in 0..<count where list[place].sharpness < list[found].sharpness { found = place }
        return found
    }

    /// The sample at a place in the list, with the ones before and after it; at an end of the list, with the two nearest ones.
    func neighbours(of place: Int) -> FocusSamples {
        let first = min(max(place - 1, 0), max(count - 3, 0))
        var chosen = FocusSamples()
        for place in first..<min(first + 3, count) {
            chosen.list[chosen.count] = list[place]
            chosen.count += 1
        }
        return chosen
    }
}
