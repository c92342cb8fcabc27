/// The accelerometer, as the watch of the scene knows it: beside one that has just seen a motion, `SceneWatch.automatic` does not watch.
struct SceneSensors: Equatable, Sendable, Snapshotable {
    var hasAccelerometer = false
    /// True once the accelerometer has seen no motion for long, in this hold.
    var isStill = false
    /// True while somebody keeps what is held: no scene lets go of it.
    var isKept = false

    /// True when frames are watched while everything is held.
    @inline(__always)
    func want(_ watch: SceneWatch) -> Bool {
        !isKept && watch.isWanted(hasAccelerometer: hasAccelerometer, isStill: isStill)
    }

    /// True if a change of the scene can unlock what is held, now or once the watch has begun (at the end of a tap that settles). It cannot
    /// where another program has the stream.
    @inline(__always)
    func canUnlock(_ watch: SceneWatch, in stream: StreamLife, isSettling: Bool) -> Bool {
        // The watch begins when the device has been still for long, if it gets the stream.
        if watch == .automatic, hasAccelerometer, !isStill, !isKept { return !stream.failures.isTaken }
        return want(watch) && (stream.isForScene || isSettling)
    }
}
