/// The keeper of what is held, as on a phone with AE/AF LOCK: neither motion nor the scene lets go of it. These are the states of
/// `StateCharts/keep.scxml`; none of those of `FocusMachine` is added or changed.
public enum Keeper: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    /// A person: the next tap ends it, and so does `Configuration.unlockAfter`.
    case person
    /// An application: it ends it itself. Taps of others are ignored.
    case application

    public var name: StaticString {
        switch self {
        case .person: "person"
        case .application: "application"
        }
    }
}

/// A wish to keep a point until it is said otherwise.
public struct KeepWish: Equatable, Sendable {
    public var place: Place
    public var keeper: Keeper
    /// The id that the sender has given; the effect that reports the result repeats it.
    public var tap: TapID?

    /// The point that is to be kept; coordinates as in `Input.Event.viewTapped` and `pictureTapped`.
    public enum Place: Equatable, Sendable {
        case view(x: Double, y: Double)
        case picture(x: Double, y: Double)
        /// The point that is held now; the centre of the view where none is.
        case held
    }

    public init(_ place: Place, by keeper: Keeper, tap: TapID? = nil) {
        self.place = place
        self.keeper = keeper
        self.tap = tap
    }
}
