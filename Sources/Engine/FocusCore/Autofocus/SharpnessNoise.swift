/// Measures how much the sharpness differs from frame to frame while nothing moves, and says how many frames a position needs.
///
/// The noise is learned where frames at one position differ: a few thousand pixels in good light differ by 1 %, a few hundred in the dark
/// by as much as the summit is high. A position is measured in as many frames as bring their mean below a share of the sharpness.
/// Frames that are equal show a lens at rest and a picture without noise: no other frame is needed, and earlier ones that differ were of
/// a moving lens. Where there is noise, two may be equal by chance, or because a driver gave the same picture twice: it takes three.
struct SharpnessNoise: Equatable, Sendable, Snapshotable, SnapshotChecked {
    /// Frames of a position that take part at most.
    static let mostFrames = 12
    /// Frames of a position that are enough to learn the noise from them.
    private static let learning = 8
    /// Frames of a position while the search is still far from the summit.
    private static let mostFarFrames = 4
    /// The deviation of a mean that is small enough, as a share of the sharpness: far from the summit, and at it.
    private static let farShare = 0.08
    private static let nearShare = 0.04
    /// Two frames that differ by a smaller share show no noise.
    private static let quietShare = 0.12
    /// Two frames that differ by a smaller share are equal. Where noise matters, one pair in a hundred is.
    private static let equalShare = 0.003
    /// A deviation below this share of the summit decides nothing.
    private static let notableShare = 0.02

    /// The frames at the present position, the least sharp one first.
    private var readings = InlineArray<12, Double>(repeating: 0)
    private(set) var count = 0
    /// The first of the latest frames at the present position that are equal, and their number.
    private var equal = 0.0
    private var equals = 0
    /// The frames at the present position that were left out, because the lens was moving.
    private(set) var leftOut = 0
    private var isLearned = false
    /// True when the present position shows noise, so that it is worth learning from.
    private var isSuspicious = false
    /// The sharpness at the former position, and the number of its frames; 0: none is left to compare with.
    private var left = 0.0
    private var framesLeft = 0
    /// The sum of the variances that positions have shown, each counted as often as its frames but one.
    private var variances = 0.0
    private var degrees = 0

    var isSound: Bool {
        let frames = 0...Self.mostFrames
        return frames.contains(count) && (0...count).contains(equals) && frames.contains(leftOut)
    }

    /// The standard deviation of the sharpness from frame to frame; 0 while nothing was learned.
    var deviation: Double { degrees > 0 ? (variances / Double(degrees)).squareRoot() : 0 }

    /// The deviation, once several pairs of frames have shown it; nil: not yet.
    var knownDeviation: Double? { degrees > 1 ? deviation : nil }

    /// The deviation, where it is a notable share of the summit; nil: the noise may be left out of account.
    func notable(at summit: Double) -> Double? {
        deviation > Self.notableShare * max(summit, sharpness) ? deviation : nil
    }

    /// True when the noise is known, and a single frame is enough as long as the summit is far.
    func isQuiet(at summit: Double) -> Bool {
        degrees > 0 && deviation * (1 + Self.doubt / Double(degrees)) <= Self.farShare * summit
    }

    /// A few pairs of frames may be alike by chance: the fewer they are, the more noise is reckoned with. One pair in twenty shows less
    /// than a sixteenth of the noise, and seven pairs half of it (chi-squared).
    private static let doubt = 6.0

    /// Measured over 2,000 random taps at noise 8: with 5 of them 0.3 to 0.5 % are wrongly called sharp, with 2 up to 0.9 %.
    private static let caution = 5.0
    /// Frames that caution alone takes at most.
    private static let cautious = 4.0

    /// True when enough pairs of frames have shown the noise to tell it from its absence.
    var isWellKnown: Bool { degrees > 3 }

    /// Another frame at the present position. Beyond `mostFrames` it is left out.
    mutating func add(_ sharpness: Double) {
        guard count < Self.mostFrames else { return }
        var place = count
        while place > 0, readings[place - 1] > sharpness {
            readings[place] = readings[place - 1]
            place -= 1
        }
        readings[place] = sharpness
        count += 1
        if equals == 0 || abs(sharpness - equal) > Self.equalShare * max(sharpness, equal) {
            (equal, equals) = (sharpness, 0)
        }
        equals += 1
    }

    /// True when the latest frames are equal: all of them, or three after others, or where other positions have shown noise that matters.
    /// A black picture is no measurement.
    private func isAtRest(at scale: Double) -> Bool {
        let isNoisy = degrees >= Self.learning - 1 && deviation > Self.farShare * scale
        return equal > 0 && equals > (equals == count && !isNoisy ? 1 : 2)
    }

    /// Leaves the frames out that came before the latest, equal ones.
    private mutating func keepEqual() {
        leftOut += count - equals
        count = equals
        for place in 0..<count { readings[place] = equal }
    }

    mutating func learn() {
        guard !isLearned else { return }
        isLearned = true
        guard count > 1 else { return }
        var spread = spread
        // Two or three frames cannot show that one of them is broken.
        if count <= 3, degrees > 3 { spread = min(spread, 2 * deviation) }
        // So many frames tell more than the few before, one of which may have been broken.
        if count >= Self.learning, degrees < Self.learning - 1 { (variances, degrees) = (0, 0) }
        variances += spread * spread * Double(count - 1)
        degrees += count - 1
    }

    mutating func leave() {
        learn()
        left = sharpness
        framesLeft = count
        (count, equals, leftOut) = (0, 0, 0)
        isLearned = false
        isSuspicious = false
    }

    /// A frame that was exposed before the lens left the former position, and so shows the noise there.
    mutating func addLate(_ sharpness: Double) {
        // Two black readings show no noise: the measure is cut off at 0.
        guard framesLeft > 0, max(sharpness, left) > 0 else { return }
        var difference = sharpness.clamped(to: 0...1e100) - left
        // A frame that differs by more is a broken one, or the lens has moved. A range would trap where the deviation is NaN.
        // No noise so far must not hide the first.
        let most = max(3 * deviation, Self.quietShare * left)
        if degrees > 3 { difference = min(max(difference, -most), most) }
        variances += difference * difference * Double(framesLeft) / Double(framesLeft + 1)
        degrees += 1
        framesLeft = 0
    }

    /// The sharpness at the present position: the mean of the middle half of its frames, without a broken one among three or more.
    var sharpness: Double {
        guard count > 0 else { return 0 }
        let cut = count < 3 ? 0 : max(count / 4, 1)
        var sum = 0.0
        for place in cut..<(count - cut) { sum += readings[place] }
        return sum / Double(count - 2 * cut)
    }

    /// True when the present position needs no further frame.
    /// - Parameters:
    ///   - summit: the highest sharpness so far, or the least that matters.
    ///   - isNear: true when the search is at the summit.
    ///   - isClear: true when a single frame leaves no doubt, as long as nothing was learned.
    ///   - isFollowed: true when a frame that shows the noise here will come after the lens was sent elsewhere.
    mutating func isEnough(summit: Double, isNear: Bool, isClear: Bool = false, isFollowed: Bool = false) -> Bool {
        let scale = max(summit, sharpness)
        if isAtRest(at: scale) {
            keepEqual()
            return true
        }
        if degrees < Self.learning - 1 {
            guard count > 1 || degrees > 0 else { return isFollowed || isClear }
            let noise = max(spread, deviation)
            if noise > Self.quietShare * scale || (sharpness <= 0 && deviation <= 0) { isSuspicious = true }
            if isSuspicious { return count >= Self.learning }
        }
        let share = isNear ? Self.nearShare : Self.farShare
        let most = isNear ? Self.mostFrames : Self.mostFarFrames
        // The fewer pairs have shown the noise, the more of it is reckoned with; a few frames then show it. Three pairs show that it is
        // small.
        let wanted = deviation / max(share * scale, 1e-300)
        let careful = wanted * (1 + Self.caution / Double(max(degrees, 1)))
        let isSmall = degrees > 2 && deviation <= Self.notableShare * scale
        let needed = isSmall ? wanted * wanted : min(careful * careful, max(wanted * wanted, Self.cautious))
        return count >= most || Double(count) >= needed
    }

    /// The standard deviation of the present position's frames: their range, over that of normally distributed numbers on average.
    private var spread: Double {
        guard count > 1 else { return 0 }
        let cut = count < 4 ? 0 : 1
        return (readings[count - 1 - cut] - readings[cut]) / Self.normalRange(count)
    }

    /// The mean range of normal numbers of deviation 1, from four on without the outermost two (tables of order statistics).
    private static func normalRange(_ count: Int) -> Double {
        switch count {
        case ...2: 1.128
        case 3: 1.693
        case 4: 0.594
        case 5: 0.990
        case 6: 1.283
        case 7: 1.515
        case 8: 1.704
        case 9: 1.864
        case 10: 2.003
        case 11: 2.124
        default: 2.232
        }
    }
}
