@testable import FocusCore

extension StepContext {
    /// A step at this time of an engine that has done nothing yet.
    static func at(milliseconds: Int64 = 0) -> StepContext {
        StepContext(time: Instant(nanoseconds: milliseconds * 1_000_000), numbering: Numbering())
    }

    /// The effects until now, in their order.
    var told: [Effect] { (0..<effects.count).compactMap { effects[$0] } }

    /// The calls that were made until now.
    var calls: [ControlCall.Operation] {
        told.compactMap { if case .call(let call) = $0 { call.operation } else { nil } }
    }

    /// The faults that were reported until now.
    var faults: [Fault] { told.compactMap { if case .fault(let fault) = $0 { fault } else { nil } } }
}

extension KnownCamera {
    /// A camera that has just arrived.
    static func arrived(
        _ description: CameraDescription, _ configuration: Configuration = Configuration()
    ) -> KnownCamera {
        KnownCamera(description, CameraSettings(configuration), compensation: 0)
    }
}
