/// Other settings in the middle of a session.
extension Engine {
    /// Goes on under another configuration, as if it had been in force from the next input on.
    ///
    /// Whatever is under way goes on as it began: timers keep their deadlines, a search keeps its settings, and a watch of the scene
    /// that has begun goes on until the next tap or unlock, or a sensor or stream that comes or goes. One that has not begun beside
    /// an accelerometer begins as the new settings want it: `sceneWatchAfter` after the tap, or after the last motion that did not
    /// unlock, but not before the deadline of the timer that is armed, and without one only after the next tap. The exposure
    /// compensation in force stays, because the camera holds it.
    public mutating func change(to configuration: Configuration) {
        self.configuration = configuration
        touch.recognizer.limits = configuration.tap
        motion.detector.settings = configuration.motion
        scene.detector.settings = configuration.scene
        picture.change(to: configuration.view, on: touch.description)
        controller?.change(to: CameraSettings(configuration))
    }
}
