extension Configuration: SettingGroup {
    /// The keys of the configuration file, of a trace's header, and of `--set`, in the order of the help text of `run`.
    public mutating func describe(_ visitor: inout some SettingVisitor) {
        view.describe(&visitor)
        describeUnlocking(&visitor)
        visitor.field(
            "motionRule", &motion.rule,
            option: Setting.Option(
                "deviation|article", "the rule for detecting motion (deviation); article: |x|+|y|+|z| > 1.5 g"),
            """
            deviation: from a slow estimate of gravity, at any mounting angle; article: &#124;x&#124; + \
            &#124;y&#124; + &#124;z&#124; > 1.5 g, as in [the article](Design.md#the-machine)
            """
        )
        visitor.group("regions", &regions, "the sizes of regions, as shares of the image's width and height")
        visitor.group("tap", &tap, "the limits of a tap")
        visitor.group("motionDetection", &motion, "the limits from which the device counts as moved")
        visitor.group("settle", &settle, "when focus and exposure have settled after a tap")
        visitor.group("autofocus", &autofocus, "the engine's own search for focus in frames")
        visitor.group("autoexposure", &autoexposure, "the engine's own search for exposure in frames")
        visitor.group("scene", &scene, "the limits from which the scene counts as changed")
    }

    private mutating func describeUnlocking(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "forceLockTime", &forceLockTime,
            option: Setting.Option("SECONDS", "hold at least this long after a tap (3)"),
            "the time for which a tap holds unconditionally; 3 s is what the article and most camera applications use")
        visitor.field(
            "unlockAfter", &unlockAfter, from: 1, default: "never",
            option: Setting.Option("SECONDS", "also unlock after this long without a touch (never)"),
            "also unlock after this long without a touch, once the force lock is over")
        visitor.field(
            "exposureCompensation", &exposureCompensation, in: Self.compensationRange, unit: "EV",
            option: Setting.Option("EV", "-4…4, positive is brighter (0)"), expected: "EV, -4…4",
            "positive is brighter; the [control socket](ControlSocket.md) can change it later")
        visitor.field(
            "sceneWatch", &sceneWatch,
            option: Setting.Option(
                "auto|always|never|without-accelerometer", "also unlock after a scene change (auto)"),
            """
            unlock when the scene has changed and is still again; auto: beside an accelerometer, only once that has \
            been still for `sceneWatchAfter`; without-accelerometer: never beside one; watching needs the \
            [stream](Kiosk.md#frames)
            """
        )
        visitor.field(
            "sceneWatchAfter", &sceneWatchAfter,
            """
            auto watches the scene this long after the tap, or after the last motion that did not unlock, beside an \
            accelerometer; by then it has seen every turn of 2.5° a second
            """
        )
        visitor.field(
            "whiteBalance", &whiteBalance,
            """
            follow: the camera's automatic goes on; lock: it is held while focus and exposure are locked; hold: with \
            every tap. It is held with the exposure, at what the camera has found; if a camera's colours jump then, \
            list its `white-balance-auto` as unusable
            """
        )
    }
}
