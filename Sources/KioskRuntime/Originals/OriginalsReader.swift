import FocusCore
import LinuxDevices

/// Reads what an earlier run has left changed of a camera.
final class OriginalsReader: Sendable {
    private let folder: String
    private let wakeup: Wakeup
    /// Why a file was passed over, until it is told.
    private let fault = Locked<String?>(nil)

    /// - Parameter wakeup: signalled when there is a fault.
    init(folder: String, wakeup: Wakeup) {
        self.folder = folder
        self.wakeup = wakeup
    }

    /// The controls in the camera's file; nothing where there is none, or one that cannot be used.
    func read(_ camera: CameraKey) -> [RememberedOriginal] {
        let path = "\(folder)/\(camera.fileName)"
        let reason: String
        do throws(SystemError) {
            guard let bytes = try StateFile.read(path, longest: OriginalsFile.longest) else { return [] }
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

    func takeFault() -> String? {
        fault.withLock { fault in
            defer { fault = nil }
            return fault
        }
    }

    private func tell(_ sentence: String) {
        fault.withLock { $0 = sentence }
        wakeup.signal()
    }
}
