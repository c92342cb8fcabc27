import FocusCore

extension V4L2Camera {
    /// Finds and opens the separate lens device that moves this camera's focus. From then on `describe()` includes its
    /// position, and calls about the position go to it.
    /// - Parameters:
    ///   - selection: `.automatic` takes the lens that the media controller names; if it cannot be opened, that becomes
    ///     the finding, and the camera does without. A lens has no name, so `.name` means the same as `.automatic`.
    ///   - mediaPaths: the nodes of media devices.
    /// - Throws: `DeviceError` if a lens that is named by its path cannot be used.
    public func pairLens(_ selection: DeviceSelection, mediaPaths: [String]) throws(DeviceError) {
        (lensFinding, lens) = (.none, nil)
        switch selection {
        case .none:
            break
        case .path(let path):
            lens = try LensDevice(path: path)
            lensFinding = .paired(path: path, .named)
        case .automatic, .name:
            guard !mediaPaths.isEmpty, let number = DeviceNumber(descriptor: fileDescriptor) else { return }
            lensFinding = LensFinding.find(for: number, mediaPaths: mediaPaths)
            guard case .paired(let path, _) = lensFinding else { return }
            do throws(DeviceError) {
                lens = try LensDevice(path: path)
            } catch {
                lensFinding = .unusable(path: path, error)
            }
        }
    }
}
