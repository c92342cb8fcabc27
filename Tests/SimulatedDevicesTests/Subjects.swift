import FocusCore
import SimulatedDevices

extension CameraModel {
    /// A camera module whose autofocus and autoexposure can be locked.
    static let locking = CameraModel(focus: .continuous, lockBits: 5)
    /// A webcam with a fixed lens.
    static let fixedFocus = CameraModel(focus: .fixed)
    /// A camera without controls.
    static let fixed = CameraModel(focus: .fixed, exposure: .fixed)
}

extension Scene {
    /// A point in the mountains, 20 m away, twenty times as bright as the room.
    static let mountains = PointOfInterest(x: 0.70, y: 0.42)
    /// A point among the books on the shelf, 1.25 m away.
    static let shelf = PointOfInterest(x: 0.495, y: 0.44)
}
