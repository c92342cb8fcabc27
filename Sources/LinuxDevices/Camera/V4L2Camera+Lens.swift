import FocusCore

extension V4L2Camera {
    /// Finds the lens that is a device of its own and moves this camera's focus, and opens it. `describe()` then has its
    /// position, and calls about the position go to it.
    ///
    /// - Parameters:
    ///   - selection: automatic: what the media controller tells; a lens that cannot be opened is a finding then, and the
    ///     camera goes without. A lens has no name: to look for one is the same as automatic.
    ///   - mediaPaths: the nodes of media devices.
    /// - Throws: `DeviceError` if a lens that is named by its path cannot be used.
    public func pairLens(_ selection: DeviceSelection, mediaPaths: [String]) throws(DeviceError) {
        lens = PairedLens()
        switch selection {
        case .none:
            break
        case .path(let path):
            lens = PairedLens(finding: .paired(path: path, .named), device: try LensDevice(path: path))
        case .automatic, .name:
            guard !mediaPaths.isEmpty, let number = DeviceNumber(descriptor: fileDescriptor) else { return }
            lens.finding = LensFinding.find(for: number, mediaPaths: mediaPaths)
            guard case .paired(let path, _) = lens.finding else { return }
            do throws(DeviceError) {
                lens.device = try LensDevice(path: path)
            } catch {
                lens.finding = .unusable(path: path, error)
            }
        }
    }
}
