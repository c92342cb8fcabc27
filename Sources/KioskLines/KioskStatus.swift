import FocusCore

/// The present status of a running kiosk.
package struct KioskStatus {
    package var state: StateReport
    package var hasMoved: Bool
    /// True while the event `settled` of the last tap is still to come.
    package var isSettling: Bool
    /// Exposure compensation in EV; positive is brighter.
    package var compensation: Double
    /// The part of it that the held exposure could not follow, in EV.
    package var missingCompensation: Double
    /// The camera's levels, which are shown if there is a camera.
    package var levels: LevelReport?
    package var camera: DeviceNews?
    /// The source of the camera's frames: camera (its own stream), reserved, or holder.
    package var frameSource: StaticString = "camera"
    package var touchscreen: DeviceNews?
    package var accelerometer: DeviceNews?
    package var isSensorAwake = false
    /// The file or the folder of the trace that is being written.
    package var trace: String?

    /// A status without devices and without a trace.
    init(
        state: StateReport, hasMoved: Bool, isSettling: Bool, compensation: Double, missingCompensation: Double,
        levels: LevelReport?
    ) {
        self.state = state
        self.hasMoved = hasMoved
        self.isSettling = isSettling
        self.compensation = compensation
        self.missingCompensation = missingCompensation
        self.levels = levels
    }
}
