import FocusCore
import LinuxDevices

/// Reads what an earlier run, or this one before the camera left, has left changed of a camera.
final class OriginalsReader: Sendable {
    private let writer: OriginalsWriter
    /// Why a file was passed over, until it is told.
    private let fault = Locked<String?>(nil)

    /// - Parameter writer: writes the files; its wake-up is signalled when there is a fault.
    init(_ writer: OriginalsWriter) {
        self.writer = writer
    }

    /// The controls in the camera's file; nothing where there is none, or one that cannot be used.
    func read(_ camera: CameraKey) -> [RememberedOriginal] {
        let path = "\(writer.folder)/\(camera.fileName)"
        let reason: String
        do throws(SystemError) {
            guard let bytes = try bytes(of: camera.fileName, path) else { return [] }
            do throws(OriginalsFile.Fault) {
                let file = try OriginalsFile(bytes)
                if file.camera == camera { return file.controls }
                reason = "it is another camera's"
            } catch {
                reason = error.reason
            }
        } catch {
            reason = error.explanation.lowercased()
        }
        tell(
            "cannot use \(path), where an earlier run may have kept the camera's original settings: \(reason). What the camera "
                + "holds now is taken for them. Connecting it anew resets most cameras.")
        return []
    }

    /// A camera that leaves and returns at once may be faster than the disk: what is still to be written comes first.
    private func bytes(of name: String, _ path: String) throws(SystemError) -> [UInt8]? {
        if let newest = writer.unwritten(name) { return newest.bytes }
        return try StateFile.read(path, longest: OriginalsFile.longest)
    }

    func takeFault() -> String? {
        fault.withLock { fault in
            defer { fault = nil }
            return fault
        }
    }

    private func tell(_ sentence: String) {
        fault.withLock { $0 = sentence }
        writer.wakeup.signal()
    }
}
