/// The size of a region around a point, as a share of the frame's width and of its height.
public struct RegionSizes: Equatable, Sendable, Snapshotable {
    /// For focus, and for both focus and exposure when a camera has only one region. 1/6 is CameraX's size for a tap.
    public var focus = 1.0 / 6.0
    /// For exposure. 1/4 is CameraX's size: one and a half times the focus region.
    public var exposure = 1.0 / 4.0

    public init() {}
}

extension RegionSizes: SettingGroup {
    public mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "focus", &focus, in: .share,
            "the region for focus, and for both focus and exposure if a camera has only one; CameraX's size for a tap")
        visitor.field(
            "exposure", &exposure, in: .share,
            "the region for exposure; CameraX's size: one and a half times the focus region")
    }
}
