import FocusCore
import LinuxDevices

/// The place of the camera: empty, or taken.
final class CameraSlot {
    private let selection: DeviceSelection
    private let loop: EventLoop
    private let wakeup: Wakeup
    private var worker: CameraWorker?
    private var descriptor: Int32 = -1
    private(set) var identity: CameraIdentity?
    private var names: [ControlID: String] = [:]

    /// What happened in the slot.
    enum Event {
        case left
        case answered(ControlResult)
    }

    private let handler: (Event) -> Void

    init(selection: DeviceSelection, loop: EventLoop, handler: @escaping (Event) -> Void) throws(DeviceError) {
        self.selection = selection
        self.loop = loop
        self.handler = handler
        wakeup = try Wakeup()
        try loop.add(wakeup.fileDescriptor, .readable) { [unowned self] _ in takeResults() }
    }

    var isTaken: Bool { worker != nil }

    var news: DeviceNews? {
        identity.map { DeviceNews(kind: .camera, change: .arrived, name: $0.name, path: $0.path) }
    }

    /// Takes up the camera that is wanted.
    func take() throws(DeviceError) -> CameraDescription {
        let camera = try DeviceFinder().openCamera(selection)
        let description = camera.describe()
        identity = camera.identity
        names = camera.controlNames
        descriptor = camera.fileDescriptor
        worker = try CameraWorker(camera: camera, wakeup: wakeup)
        do throws(DeviceError) {
            try loop.add(descriptor, .priority) { [unowned self] readiness in
                if readiness.isGone { leave() }
            }
        } catch {
            release()
            throw error
        }
        return description
    }

    /// The camera's own name for a control.
    func name(of id: ControlID) -> String { names[id] ?? "" }

    func submit(_ call: ControlCall) {
        worker?.submit(call)
    }

    /// The camera's node is gone.
    func leave() {
        guard isTaken else { return }
        takeResults()
        release()
        handler(.left)
    }

    /// Lets the camera go without a word.
    func release() {
        loop.remove(descriptor)
        worker?.close()
        worker = nil
        identity = nil
    }

    private func takeResults() {
        wakeup.clear()
        for result in worker?.takeResults() ?? [] { handler(.answered(result)) }
    }
}
