import FocusCore

extension CameraModel {
    /// The description that a driver would report, with the controls' current values.
    func description(values: [ControlID: ControlValue]) -> CameraDescription {
        let controls = focusControls(values) + exposureControls(values) + regionControls(values)
        return CameraDescription(
            imageWidth: Self.imageWidth, imageHeight: Self.imageHeight, controls: controls, givesFrames: givesFrames)
    }

    private func focusControls(_ values: [ControlID: ControlValue]) -> [ControlDescription] {
        guard focus != .fixed else { return [] }
        var controls = [
            ControlDescription(
                id: .focusAbsolute, maximum: Int64(Self.lensRange.upperBound), value: values[.focusAbsolute])
        ]
        if focus != .manual {
            controls.append(
                ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1, value: values[.focusAuto]))
        }
        if focus == .searchButton {
            controls.append(ControlDescription(id: .autoFocusStart, step: 0, isWriteOnly: true))
            controls.append(
                ControlDescription(
                    id: .autoFocusStatus, maximum: 7, step: 0, isReadOnly: true, value: values[.autoFocusStatus]))
        }
        return controls
    }

    private func exposureControls(_ values: [ControlID: ControlValue]) -> [ControlDescription] {
        var controls: [ControlDescription] = []
        if exposure == .automatic {
            controls.append(
                ControlDescription(
                    id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1010, value: values[.exposureAuto]))
        }
        if exposure != .fixed {
            controls.append(
                ControlDescription(
                    id: .exposureAbsolute, minimum: 1, maximum: Int64(Self.exposureRange.upperBound),
                    defaultValue: 250, value: values[.exposureAbsolute]))
        }
        if hasGain {
            controls.append(
                ControlDescription(
                    id: .gain, minimum: Self.gainRange.lowerBound, maximum: Self.gainRange.upperBound,
                    defaultValue: Self.gainRange.lowerBound, value: values[.gain]))
        }
        if mains != nil {
            controls.append(
                ControlDescription(
                    id: .powerLineFrequency, maximum: 2, defaultValue: 1, menuItems: 0b111,
                    value: values[.powerLineFrequency]))
        }
        return controls
    }

    private func regionControls(_ values: [ControlID: ControlValue]) -> [ControlDescription] {
        var controls: [ControlDescription] = []
        if lockBits != 0 {
            controls.append(ControlDescription(id: .lock3A, maximum: lockBits, step: 0, value: values[.lock3A]))
        }
        if regionBits != 0 {
            controls.append(
                ControlDescription(
                    id: .regionRectangle, bounds: Self.wholeImage, minimumWidth: 16, minimumHeight: 16,
                    value: values[.regionRectangle]))
            controls.append(
                ControlDescription(
                    id: .regionAuto, maximum: regionBits, step: 0, defaultValue: regionBits,
                    value: values[.regionAuto]))
        }
        return controls
    }
}
