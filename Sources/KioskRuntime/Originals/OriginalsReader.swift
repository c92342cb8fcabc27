import FocusCore
import LinuxDevices

/// Reads the originals that an earlier run, or this one before the camera left, noted for a camera.
final class OriginalsReader: Sendable {
    private let writer: OriginalsWriter
    /// The reason why a file was ignored, until it is announced.
    private let fault = Locked<String?>(nil)

    /// - Parameter writer: the writer of the files; its wake-up is signalled after a fault.
    init(_ writer: OriginalsWriter) {
        self.writer = writer
    }

    /// The controls in the camera's file; empty if there is no file, or an unusable one.
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
        report(
            "cannot use \(path), where an earlier run may have kept the camera's original settings: \(reason). What the camera "
                + "holds now is treated as original. Connecting it again resets most cameras.")
        return []
    }

    /// The unwritten contents come first: a camera that leaves and returns at once may be faster than the disk.
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

    private func report(_ sentence: String) {
        fault.withLock { $0 = sentence }
        writer.wakeup.signal()
    }
}
