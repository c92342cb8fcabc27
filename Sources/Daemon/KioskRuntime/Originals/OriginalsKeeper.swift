import FocusCore
import LinuxDevices

/// Keeps the original values of a camera's controls in a file while the controls hold others. After a run that was
/// killed, the next one finds them there and restores them.
final class OriginalsKeeper {
    /// Time limit at the end for a slow disk.
    private static let patience = TimeSpan.milliseconds(2000)

    private let folder: OriginalsFolder
    private let patience: TimeSpan
    /// True if the end gave up waiting for the disk.
    private var isLate = false
    /// True if the file has new contents that nobody writes yet.
    private var isUpdated = false
    /// The present camera; nil: there was none.
    private var camera: CameraKey?
    /// The controls in its file, as the engine reports them.
    private var saved = RememberedOriginals()

    /// - Throws: `DeviceError` if no wake-up for the loop can be created.
    init(folder: String, patience: TimeSpan = OriginalsKeeper.patience) throws(DeviceError) {
        self.patience = patience
        self.folder = try OriginalsFolder(folder)
    }

    /// Readable when `takeSentences` may return something.
    var fileDescriptor: Int32 { folder.wakeup.fileDescriptor }

    /// Reads a camera's file. Called on the camera's thread, which may wait for the disk.
    var remembered: @Sendable (CameraIdentity) -> [RememberedOriginal] {
        { [folder] in folder.read(CameraKey($0)) }
    }

    /// The engine's originals are those of this camera from now on.
    func begin(_ identity: CameraIdentity, _ remembered: [RememberedOriginal]) {
        camera = CameraKey(identity)
        saved.removeAll()
        for control in remembered { saved.append(control) }
    }

    /// Writes the file if it was updated. That begins a thread: make the camera's call first.
    func write() {
        guard isUpdated else { return }
        isUpdated = false
        folder.start()
    }

    /// A control that is not in the file yet is passed on before the camera gets the call, and `write` writes the file while the
    /// camera carries it out. A crash in these milliseconds loses the original; it would also do so if the call waited for the
    /// writing thread. Another value of a control that it has can wait for the camera's answer.
    func keepNewControls(of effects: EffectList, _ originals: () -> RememberedOriginals) {
        guard (0..<effects.count).contains(where: { lacksControl(writtenBy: effects[$0]) }) else { return }
        let originals = originals()
        if (0..<originals.count).contains(where: { !hasSaved(originals[$0]?.id) }) { update(originals) }
    }

    /// Most of the written controls are as they were when the camera was opened.
    private func lacksControl(writtenBy effect: Effect?) -> Bool {
        guard case .call(let call)? = effect, case .write(let settings) = call.operation else { return false }
        return (0..<settings.count).contains { !hasSaved(settings[$0]?.id) }
    }

    private func hasSaved(_ id: ControlID?) -> Bool { (0..<saved.count).contains { saved[$0]?.id == id } }

    /// Takes the controls that differ from their originals after a step, and writes the file if they have changed.
    func keep(_ originals: RememberedOriginals) {
        update(originals)
        write()
    }

    private func update(_ originals: RememberedOriginals) {
        guard let camera, originals != saved else { return }
        saved = originals
        isUpdated = true
        guard !originals.isEmpty else { return folder.put(camera.fileName, nil) }
        let file = OriginalsFile(camera: camera, controls: originals.elements)
        // The encoding takes longer than a step of the engine, so it is left to the thread.
        folder.put(camera.fileName) { file.bytes }
    }

    /// Writes what is not written yet, and waits for it, up to the time limit. `takeSentences` reports if that was not enough.
    func finish() {
        write()
        isLate = !folder.finish(within: patience)
    }

    /// A file that cannot be written is reported once, and again if a write succeeded in between.
    func takeSentences() -> [String] {
        folder.wakeup.clear()
        let (failure, fault) = folder.takeNews()
        var sentences = fault.map { [$0] } ?? []
        if isLate {
            isLate = false
            sentences.append(
                "cannot finish the file of the camera's original settings in \(folder.path): the disk is too slow. The next run may "
                    + "find older ones there. Check that disk, or set STATE_DIRECTORY to another folder.")
        }
        if let failure {
            sentences.append(
                "cannot keep the camera's original settings in \(folder.path): \(failure.explanation.lowercased()). After a "
                    + "crash they would be lost. Let this user write there, or set STATE_DIRECTORY to another folder.")
        }
        return sentences
    }
}
