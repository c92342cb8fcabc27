import FocusCore

/// The values that a camera has taken, with the places at which it took them: steps of a recording, or times.
struct WriteLog: Sendable {
    private var lists: [(id: ControlID, writes: Shelf<Write>)] = []

    private struct Write: Sendable {
        var place: Int64
        var value: ControlValue
    }

    /// - Parameter place: not before that of the last write.
    mutating func note(_ id: ControlID, _ value: ControlValue, at place: Int64) {
        let index = lists.firstIndex { $0.id == id } ?? lists.count
        if index == lists.count { lists.append((id, Shelf())) }
        lists[index].writes.append(Write(place: place, value: value))
    }

    mutating func note(_ camera: CameraDescription, at place: Int64) {
        for control in camera.controls { if let value = control.value { note(control.id, value, at: place) } }
    }

    mutating func note(_ effect: Effect, _ result: ControlResult, at place: Int64) {
        guard result.errno == 0, case .call(let call) = effect, case .write(let settings) = call.operation else {
            return
        }
        for (index, setting) in settings.elements.enumerated() {
            note(setting.id, (result.values[index] ?? nil) ?? setting.value, at: place)
        }
    }

    /// The value that was taken last before a place; nil if none is known.
    func value(of id: ControlID, before place: Int64) -> ControlValue? {
        guard let writes = lists.first(where: { $0.id == id })?.writes else { return nil }
        return writes[writes.firstNumber { $0.place >= place } - 1]?.value
    }

    /// Drops the oldest values of controls that have more than twice as many as `count`.
    mutating func keepLast(_ count: Int) { for index in lists.indices { lists[index].writes.keepLast(count) } }
}
