import FocusCore
import LinuxDevices

/// Keeps what a camera's controls held in a file while they hold something else, so that a run that is killed costs nobody
/// the camera's settings: the next one finds them there.
final class OriginalsKeeper {
    /// How long the end waits for a slow disk, in milliseconds.
    private static let patience: Int64 = 2000

    private let reader: OriginalsReader
    private let writer: OriginalsWriter
    /// Whether it was told that nothing can be written. It is told once.
    private var isFailureTold = false
    /// The camera whose file is kept, and the controls in it.
    private var file: OriginalsFile?
    /// The same controls, as the engine tells them.
    private var saved = RememberedOriginals()

    /// - Throws: `DeviceError` if the kernel gives nothing to wake the loop up with.
    init(folder: String) throws(DeviceError) {
        writer = try OriginalsWriter(folder: folder)
        reader = OriginalsReader(folder: folder, wakeup: writer.wakeup)
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

    /// Waits, but not for long, until the disk has everything.
    func finish() {
        writer.finish(within: Self.patience)
    }

    /// Sentences for the person.
    func takeSentences() -> [String] {
        writer.wakeup.clear()
        var sentences = reader.takeFault().map { [$0] } ?? []
        if let failure = writer.takeFailure(), !isFailureTold {
            isFailureTold = true
            sentences.append(
                "cannot keep the camera's original settings in \(writer.folder): \(failure.explanation.lowercased()). After a "
                    + "crash they would be lost. Let this user write there, or set STATE_DIRECTORY to another folder.")
        }
        return sentences
    }
}
