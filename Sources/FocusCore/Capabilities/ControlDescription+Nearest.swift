extension ControlDescription {
    /// The nearest value in the control's range and on its grid. A menu index is only clamped, a bit mask is reduced to
    /// the supported bits. V4L2 drivers should do this, too, but some turn a negative value into the largest one.
    func nearest(to value: Int64) -> Int64 {
        if id == .regionAuto || id == .lock3A { return value & maximum }
        let clamped = min(max(value, minimum), maximum)
        guard step > 1, menuItems == 0 else { return clamped }
        let (distance, overflow) = clamped.subtractingReportingOverflow(minimum)
        guard !overflow else { return clamped }
        let steps = distance / step
        let below = minimum + steps * step
        let (room, isVast) = maximum.subtractingReportingOverflow(below)
        let isNearerAbove = distance - steps * step > step / 2 && (isVast || room >= step)
        return isNearerAbove ? below + step : below
    }
}
