import FocusCore
import LinuxDevices

/// Keeps what a camera's controls held in a file while they hold something else, so that a run that is killed costs nobody
/// the camera's settings: the next one finds them there.
final class OriginalsKeeper {
    /// How long the end waits for a slow disk.
    private static let patience = TimeSpan.milliseconds(2000)

    private let reader: OriginalsReader
    private let writer: OriginalsWriter
    private let patience: TimeSpan
    /// Whether the end did not wait any longer for the disk.
    private var isLate = false
    /// The camera whose file is kept, and the controls in it.
    private var file: OriginalsFile?
    /// The same controls, as the engine tells them.
    private var saved = RememberedOriginals()

    /// - Throws: `DeviceError` if the kernel gives nothing to wake the loop up with.
    init(folder: String, patience: TimeSpan = OriginalsKeeper.patience) throws(DeviceError) {
        self.patience = patience
        writer = try OriginalsWriter(folder: folder)
        reader = OriginalsReader(writer)
    }

    /// Readable when `takeSentences` may have something to say.
    var fileDescriptor: Int32 { writer.wakeup.fileDescriptor }

    /// For the camera's thread, which may wait for the disk.
    var remembered: @Sendable (CameraIdentity) -> [RememberedOriginal] {
        { [reader] in reader.read(CameraKey($0)) }
    }

    /// From now on the engine's originals are those of this camera.
    func begin(_ identity: CameraIdentity, _ remembered: [RememberedOriginal]) {
        file = OriginalsFile(camera: CameraKey(identity), controls: remembered)
        saved.removeAll()
        for control in remembered { saved.append(control) }
    }

    /// The controls that are not as they were, after a step. The file follows.
    func keep(_ originals: RememberedOriginals) {
        guard var file, originals != saved else { return }
        saved = originals
        file.controls.removeAll()
        originals.forEach { file.controls.append($0) }
        self.file = file
        writer.put(file.camera.fileName, file.controls.isEmpty ? nil : file.bytes)
    }

    /// Waits, but not for long, until nothing is being written any more. `takeSentences` tells of a wait that was too short.
    func finish() {
        isLate = !writer.finish(within: patience)
    }

    /// Sentences for the person. That nothing can be written is told once, and again when it had worked meanwhile.
    func takeSentences() -> [String] {
        writer.wakeup.clear()
        var sentences = reader.takeFault().map { [$0] } ?? []
        if isLate {
            isLate = false
            sentences.append(
                "cannot finish the file of the camera's original settings in \(writer.folder): the disk is too slow. The next run may "
                    + "find older ones there. Look after that disk, or set STATE_DIRECTORY to another folder.")
        }
        if let failure = writer.takeFailure() {
            sentences.append(
                "cannot keep the camera's original settings in \(writer.folder): \(failure.explanation.lowercased()). After a "
                    + "crash they would be lost. Let this user write there, or set STATE_DIRECTORY to another folder.")
        }
        return sentences
    }
}
