/// What the searches still want of the camera. Nothing here changes them.
extension Searches {
    @inline(__always)
    var isSearching: Bool { focus.isSearching || exposure.isSearching }

    @inline(__always)
    var hasWishes: Bool { focus.wanted != nil || exposure.wanted != nil }

    /// The components whose read-backs are unreliable: the camera may have ignored the latest write.
    var unreliable: ComponentSet { ComponentSet { writes[$0].isUnreliable } }

    /// True when every frame is needed: a search is under way or due.
    var needsEachFrame: Bool { isSearching || !due.components.isEmpty }

    /// The component whose latest write is to be read back as soon as the camera is free; nil: none.
    var readDue: Component? { Component.allCases.first { writes[$0].isReadDue } }

    @inline(__always)
    func isWishing(_ component: Component) -> Bool {
        component == .focus ? focus.wanted != nil : exposure.wanted != nil
    }

    /// True when the camera has answered to everything that a search wants: no write and no read-back is due or under way. Until
    /// then, a frame may show any position or exposure, above all a frame without a mark.
    @inline(__always)
    func isHeeded(_ component: Component, _ now: FrameCircumstances) -> Bool {
        !isWishing(component) && !writes[component].isReadDue && !now.beingWritten.contains(component.set)
            && !now.beingRead.contains(component.set)
    }
}
