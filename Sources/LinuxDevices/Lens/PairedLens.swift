import FocusCore

/// The lens of a camera, if it is a device of its own.
public struct PairedLens {
    /// The search's result and its reason.
    public internal(set) var finding = LensFinding.none
    /// Open as long as the camera is.
    var device: LensDevice?

    /// Replaces the position control that the camera's own node offers by the lens's, or adds it.
    func add(to controls: inout [ControlDescription], _ names: inout [ControlID: String]) {
        guard let device else { return }
        controls.removeAll { $0.id == .focusAbsolute }
        // First, like its place in `ControlID.known`.
        controls.insert(device.description, at: 0)
        names[.focusAbsolute] = device.controlName
    }

    /// Makes a call that concerns the lens, and passes the rest of it to `others`; nil if the call does not concern the
    /// lens.
    ///
    /// The parts are made in the call's order, and the first error ends a write.
    /// - Parameter moved: called with the reported position when the lens has taken one.
    func perform(
        _ call: ControlCall, others: (ControlCall) -> ControlResult, moved: (Int64) -> Void
    ) -> ControlResult? {
        guard let device else { return nil }
        switch call.operation {
        case .write(let settings):
            guard let place = settings.elements.firstIndex(where: { $0.id == .focusAbsolute }) else { return nil }
            return write(settings, place, of: call.id, with: device, others, moved)
        case .read(let ids):
            guard let place = ids.elements.firstIndex(of: .focusAbsolute) else { return nil }
            return read(ids, place, of: call.id, with: device, others)
        }
    }

    private func write(
        _ settings: InlineList<4, ControlSetting>, _ place: Int, of call: UInt32, with device: LensDevice,
        _ others: (ControlCall) -> ControlResult, _ moved: (Int64) -> Void
    ) -> ControlResult {
        var rest = settings.elements
        let own = rest.remove(at: place)
        func writeRest() -> ControlResult {
            guard !rest.isEmpty else { return ControlResult(call: call, errno: 0) }
            return others(ControlCall(id: call, operation: .write(InlineList(rest))))
        }
        var restResult = ControlResult(call: call, errno: 0)
        if place > 0 {
            restResult = writeRest()
            guard restResult.errno == 0 else { return restResult }
        }
        let value: ControlValue?
        do throws(SystemError) {
            value = try device.write(own.value)
        } catch {
            return ControlResult(call: call, errno: error.code)
        }
        if let position = (value ?? own.value).integer { moved(position) }
        if place == 0 {
            restResult = writeRest()
            guard restResult.errno == 0 else { return restResult }
        }
        return ControlResult(call: call, errno: 0, values: merged(restResult.values, value, place))
    }

    private func read(
        _ ids: InlineList<4, ControlID>, _ place: Int, of call: UInt32, with device: LensDevice,
        _ others: (ControlCall) -> ControlResult
    ) -> ControlResult {
        var rest = ids.elements
        rest.remove(at: place)
        var lensError: SystemError?
        var value: ControlValue?
        do throws(SystemError) { value = try device.read() } catch { lensError = error }
        guard !rest.isEmpty else {
            return ControlResult(call: call, errno: lensError?.code ?? 0, values: InlineList([value]))
        }
        let restResult = others(ControlCall(id: call, operation: .read(InlineList(rest))))
        let errno = value == nil && restResult.errno != 0 ? (place == 0 ? lensError?.code : nil) ?? restResult.errno : 0
        return ControlResult(call: call, errno: errno, values: merged(restResult.values, value, place))
    }

    /// The values of the rest, with the lens's value inserted at its place.
    private func merged(
        _ rest: InlineList<4, ControlValue?>, _ value: ControlValue?, _ place: Int
    ) -> InlineList<4, ControlValue?> {
        var values = rest.elements
        values.insert(value, at: min(place, values.count))
        return InlineList(values)
    }
}

extension InlineList {
    /// Takes the first elements that fit.
    fileprivate init(_ elements: [Element]) {
        self.init()
        for element in elements { append(element) }
    }
}
