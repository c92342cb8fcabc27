import FocusCore

extension ViewSettings {
    /// How the simulated kiosk's application lays out its screen of 1280 by 800: the camera's view fills the upper
    /// 720 rows, and below it is a bar with buttons.
    public static let simulatedKiosk = ViewSettings(
        screen: ScreenSize(width: 1280, height: 800), view: ViewRectangle(x: 0, y: 0, width: 1280, height: 720))
}
