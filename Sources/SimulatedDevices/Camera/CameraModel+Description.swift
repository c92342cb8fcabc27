import FocusCore

extension CameraModel {
    /// The description that a driver would report, without the controls' values.
    var description: CameraDescription {
        CameraDescription(
            imageWidth: Self.wholeImage.width, imageHeight: Self.wholeImage.height,
            controls: focusControls + exposureControls + regionControls, givesFrames: givesFrames)
    }

    private var focusControls: [ControlDescription] {
        guard focus != .fixed else { return [] }
        var controls = [ControlDescription(id: .focusAbsolute, maximum: Int64(Optics.lensRange.upperBound))]
        if focus != .manual { controls.append(ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1)) }
        if focus == .searchButton {
            controls.append(ControlDescription(id: .autoFocusStart, step: 0, isWriteOnly: true))
            controls.append(ControlDescription(id: .autoFocusStatus, maximum: 7, step: 0, isReadOnly: true))
        }
        return controls
    }

    private var exposureControls: [ControlDescription] {
        var controls: [ControlDescription] = []
        if exposure == .automatic {
            controls.append(ControlDescription(id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1010))
        }
        if exposure != .fixed {
            controls.append(
                ControlDescription(
                    id: .exposureAbsolute, minimum: 1, maximum: Int64(Self.exposureRange.upperBound),
                    defaultValue: 250))
        }
        if hasGain {
            controls.append(
                ControlDescription(
                    id: .gain, minimum: Self.gainRange.lowerBound, maximum: Self.gainRange.upperBound,
                    defaultValue: Self.gainRange.lowerBound))
        }
        if mains != nil {
            controls.append(ControlDescription(id: .powerLineFrequency, maximum: 2, defaultValue: 1, menuItems: 0b111))
        }
        return controls
    }

    private var regionControls: [ControlDescription] {
        var controls: [ControlDescription] = []
        if lockBits != 0 { controls.append(ControlDescription(id: .lock3A, maximum: lockBits, step: 0)) }
        if regionBits != 0 {
            controls.append(
                ControlDescription(
                    id: .regionRectangle, bounds: Self.wholeImage, minimumWidth: 16, minimumHeight: 16))
            controls.append(
                ControlDescription(id: .regionAuto, maximum: regionBits, step: 0, defaultValue: regionBits))
        }
        return controls
    }
}
