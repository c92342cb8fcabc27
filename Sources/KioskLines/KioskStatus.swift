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
    package var camera: DeviceNews?
    package var levels: LevelReport?
    /// The source of the camera's frames: camera (its own stream), reserved, or holder.
    package var frameSource: StaticString
    package var touchscreen: DeviceNews?
    package var accelerometer: DeviceNews?
    package var isSensorAwake: Bool
    /// The file or the folder of the trace that is being written.
    package var trace: String?

    package init(
        state: StateReport, hasMoved: Bool, isSettling: Bool, compensation: Double, missingCompensation: Double,
        camera: DeviceNews? = nil, levels: LevelReport? = nil, frameSource: StaticString,
        touchscreen: DeviceNews? = nil, accelerometer: DeviceNews? = nil, isSensorAwake: Bool, trace: String? = nil
    ) {
        self.state = state
        self.hasMoved = hasMoved
        self.isSettling = isSettling
        self.compensation = compensation
        self.missingCompensation = missingCompensation
        self.camera = camera
        self.levels = levels
        self.frameSource = frameSource
        self.touchscreen = touchscreen
        self.accelerometer = accelerometer
        self.isSensorAwake = isSensorAwake
        self.trace = trace
    }
}
