/// Other settings in the middle of a session.
extension Engine {
    /// Goes on under another configuration, as if it had been in force from the next input on.
    ///
    /// Whatever is under way goes on as it began: timers keep their deadlines, a search keeps its settings, the scene is watched
    /// until the next tap or unlock decides about it. The exposure compensation in force stays, because the camera holds it.
    public mutating func change(to configuration: Configuration) {
        self.configuration = configuration
        touch.recognizer.limits = configuration.tap
        motion.detector.settings = configuration.motion
        scene.detector.settings = configuration.scene
        picture.change(to: configuration.view, on: touch.description)
        controller?.change(to: CameraSettings(configuration))
    }
}
