// Positions that are sent ahead of their frames, so that samples come later, and in the order of the frames.
extension FocusSearch {
    /// Adds the sharpness at a position. The next step is decided by `decide`, when the last position that was sent is shown.
    mutating func note(_ sharpness: Double, at position: Int64, noise: Double?) {
        guard case .measure = step else { return }
        add(sharpness, at: range.index(of: position), frames: 1, noise: noise, isAhead: true)
    }

    /// The lens is sent to a position, which it will be asked for later.
    mutating func goes(to position: Int64) { lens = range.index(of: position) }

    /// Supposes what a position would show: what the curve says that explains all samples, or else the same as beside it.
    mutating func suppose(at position: Int64) {
        let index = range.index(of: position)
        var sharpness = 0.0
        if contrast < settings.evidenceRatio, differ(samples.best, samples.lowest, by: Self.evident),
            let curve = (isEnclosed ? fit.curve : nil) ?? FocusCurve(fitting: samples, least: Self.far)
        {
            let distance = (Double(index) - curve.peak) / curve.width
            sharpness = curve.floor + curve.height / (1 + distance * distance)
        } else if samples.count > 0 {
            sharpness = samples[side > 0 ? samples.count - 1 : 0].sharpness
        }
        add(sharpness.clamped(to: 0...1e100), at: index, frames: 1, noise: noise)
        lens = index
    }

    /// The next index to measure, if it is farther from the start on the side that is explored; nil: the search turns, or is over.
    var farther: Int? {
        guard evaluations < settings.mostEvaluations, let next = next() else { return nil }
        return (next - lens) * side > 0 ? next : nil
    }

    /// The next index to measure, if it was not measured before; nil: it was, or the search is over.
    var another: Int? {
        guard evaluations < settings.mostEvaluations, let next = next(), !samples.isMeasured(next) else { return nil }
        return next
    }

    /// The next index to measure, if it is not beyond all samples of the side that is explored; nil: the search goes on there, or is over.
    var turned: Int? {
        guard samples.count > 0, evaluations < settings.mostEvaluations, let next = next() else { return nil }
        let outermost = samples[side > 0 ? samples.count - 1 : 0].index
        return (next - outermost) * side > 0 ? nil : next
    }
}
