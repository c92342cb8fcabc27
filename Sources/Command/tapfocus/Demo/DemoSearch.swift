import FocusCore

/// The measurements of the last search's frames: the sharpness at each lens position, and the brightness.
struct DemoSearch: Equatable {
    enum Phase: Equatable {
        /// No search since the last tap or return to continuous.
        case none
        case exposing
        case focusing
        case over(FocusSearchReport)
    }

    struct Sample: Equatable {
        var lens: Int64
        var sharpness: Double
    }

    private(set) var phase = Phase.none
    /// The last frame of each position, in the order of positions. Earlier frames of a position were exposed while the lens moved.
    private(set) var samples: [Sample] = []
    /// The lens's last target: its frames may still show another place.
    private(set) var underway: Int64?
    /// The luma of the region in the last frame; nil without frames.
    private(set) var luma: Double?

    /// The samples whose frames are certain to show their position.
    var known: [Sample] { samples.filter { $0.lens != underway } }

    var best: Sample? { known.max { $0.sharpness < $1.sharpness } }

    mutating func follow(_ effect: Effect) {
        switch effect {
        case .state(let report):
            guard report.state == .continuousAuto || report.cause == .tap else { return }
            self = DemoSearch()
            if report.state != .continuousAuto { phase = .exposing }
        case .exposed: if phase == .exposing { phase = .focusing }
        case .searched(let report):
            underway = nil
            if phase == .focusing { phase = .over(report) }
        default: break
        }
    }

    mutating func add(_ frame: FrameStatistics) {
        luma = phase == .none ? nil : frame.mean
        guard phase == .focusing, let lens = frame.lens else { return }
        underway = lens
        let place = samples.firstIndex { $0.lens >= lens } ?? samples.count
        let sample = Sample(lens: lens, sharpness: frame.sharpness)
        if place < samples.count, samples[place].lens == lens {
            samples[place] = sample
        } else {
            samples.insert(sample, at: place)
        }
    }
}
