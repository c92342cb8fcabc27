import FocusCore

extension ViewSettings {
    /// The layout of the simulated kiosk's screen of 1280 by 800: the camera's view fills the upper 720 rows, and a bar
    /// with buttons is below it.
    public static let simulatedKiosk = ViewSettings(
        screen: ScreenSize(width: 1280, height: 800), view: ViewRectangle(x: 0, y: 0, width: 1280, height: 720))
}
