/// The next write of a repair after EACCES, until the camera may be written to: the automatic off, or, after that, the settings
/// that were refused.
struct RepairWrite: Equatable, Sendable {
    var settings: InlineList<4, ControlSetting>
    /// The purpose of the write that was refused.
    var reason: CameraController.CallReason
    var attempt: CameraController.Attempt
}
