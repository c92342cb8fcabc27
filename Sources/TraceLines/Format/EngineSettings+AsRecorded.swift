import FocusCore

extension EngineSettings {
    /// The settings of a trace's header, as the engine that recorded it followed them.
    ///
    /// A header has every setting that there was at the time. Where a later setting has changed what the engine does by default,
    /// its absence means that the engine did as it did before. In a configuration file it means the default.
    var asRecorded: EngineSettings {
        var settings = self
        if sceneWatchAfter == nil, sceneWatch == nil || sceneWatch == SceneWatch.automatic.name.description {
            settings.sceneWatch = SceneWatch.withoutAccelerometer.name.description
        }
        // Before, the region alone was metered.
        var autoexposure = settings.autoexposure ?? Autoexposure()
        autoexposure.placeWeight = autoexposure.placeWeight ?? 1
        settings.autoexposure = autoexposure
        return settings
    }
}
