enum DemoPalette {
    static let background = Colour(16, 18, 24)
    static let text = Colour(214, 218, 228)
    static let faint = Colour(120, 127, 144)
    static let line = Colour(86, 94, 112)
    static let white = Colour(255, 255, 255)
    static let continuous = Colour(86, 196, 148)
    static let forced = Colour(240, 128, 92)
    static let unlockable = Colour(240, 196, 84)
    static let lens = Colour(110, 178, 250)
    static let exposure = Colour(250, 214, 110)
    static let motion = Colour(214, 150, 245)
    static let problem = Colour(250, 110, 120)
    static let track = Colour(46, 51, 64)

    static func colour(ofState name: String) -> Colour {
        switch name {
        case "continuousAuto": continuous
        case "autoAndForceLocked": forced
        default: unlockable
        }
    }
}
