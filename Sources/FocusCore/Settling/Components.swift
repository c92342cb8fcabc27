/// The lives of focus and exposure.
struct Components: Equatable, Sendable, Snapshotable {
    private var lives: PerComponent<ComponentLife>

    init(_ capabilities: CameraCapabilities) {
        func position(_ id: ControlID) -> Int64? { capabilities.control(id)?.value?.integer }
        lives = PerComponent(
            focus: ComponentLife(position: position(.focusAbsolute)),
            exposure: ComponentLife(position: position(.exposureAbsolute)))
    }

    subscript(component: Component) -> ComponentLife {
        get { lives[component] }
        set { lives[component] = newValue }
    }

    /// The component whose hold was written and is read back; nil: none. There is one at most.
    @inline(__always)
    var checking: Component? {
        if lives.focus.isChecking { return .focus }
        return lives.exposure.isChecking ? .exposure : nil
    }

    /// The end of both components.
    func report(of tap: AskedTap) -> SettledReport {
        let (focus, exposure) = (lives.focus.hold, lives.exposure.hold)
        var verified: ComponentSet = []
        if focus?.isVerified == true { verified.insert(.focus) }
        if exposure?.isVerified == true { verified.insert(.exposure) }
        return SettledReport(
            focus: focus?.outcome, focusLevel: lives.focus.level, exposure: exposure?.outcome,
            exposureLevel: lives.exposure.level, verified: verified,
            focusReason: focus?.outcome == .failed ? focus?.failure : nil,
            exposureReason: exposure?.outcome == .failed ? exposure?.failure : nil, tap: tap.id)
    }

    /// Another plan takes the place of the current one.
    mutating func planReplaced() {
        lives.focus.planReplaced()
        lives.exposure.planReplaced()
    }
}
