import FocusCore

/// What a worker's thread gets. It is the only one to touch the camera, which is closed with it.
final class CameraWork: @unchecked Sendable {
    /// What the thread begins with.
    enum Beginning {
        case open(V4L2Camera)
        case search(DeviceSelection, lens: DeviceSelection)
    }

    /// The interposer of the thread that made it.
    let interposer: (any SystemCallInterposer)?
    private let beginning: Beginning
    private let calls: BlockingQueue<ControlCall>
    private let output: CameraOutput
    private let wakeup: Wakeup

    init(_ beginning: Beginning, _ calls: BlockingQueue<ControlCall>, _ output: CameraOutput, _ wakeup: Wakeup) {
        self.beginning = beginning
        self.calls = calls
        self.output = output
        self.wakeup = wakeup
        interposer = Interposition.current
    }

    /// Returns when the worker is closed, or there is no camera.
    func run() {
        guard let camera = begin() else { return }
        var size = camera.imageSize()
        while let call = calls.take() {
            let result = camera.perform(call)
            // Asked on the way, because no event tells it: the kernel answers at once, without the camera.
            let sizeNow = camera.imageSize()
            if sizeNow != size { output.put(imageWidth: sizeNow.width, height: sizeNow.height) }
            size = sizeNow
            if output.put(result) { wakeup.signal() }
        }
    }

    private func begin() -> V4L2Camera? {
        switch beginning {
        case .open(let camera):
            return camera
        case .search(let selection, let lens):
            do throws(DeviceError) {
                let camera = try DeviceFinder().openCamera(selection, lens: lens)
                let description = camera.describe()
                // One that was unplugged meanwhile has been described in part.
                try camera.ensurePresence()
                let arrival = CameraArrival(
                    identity: camera.identity, description: description, controlNames: camera.controlNames,
                    fileDescriptor: camera.fileDescriptor, lens: camera.lens.finding)
                if output.put(.success(arrival)) { wakeup.signal() }
                return camera
            } catch {
                if output.put(.failure(error)) { wakeup.signal() }
                return nil
            }
        }
    }
}

/// What a worker's thread hands over; outlives the worker if a call hangs.
final class CameraOutput: Sendable {
    private struct State {
        var arrival: Result<CameraArrival, DeviceError>?
        var results: [ControlResult] = []
        var image: (width: Int32, height: Int32)?
        var isClosed = false
    }

    private let state = Locked(State())

    /// False: the worker is closed, and nobody wants it.
    func put(_ arrival: Result<CameraArrival, DeviceError>) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.arrival = arrival
            return true
        }
    }

    /// False: the worker is closed, and nobody wants it.
    func put(_ result: ControlResult) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.results.append(result)
            return true
        }
    }

    func put(imageWidth width: Int32, height: Int32) {
        state.withLock { $0.image = (width, height) }
    }

    func takeImageSize() -> (width: Int32, height: Int32)? {
        state.withLock { state in
            defer { state.image = nil }
            return state.image
        }
    }

    func takeArrival() -> Result<CameraArrival, DeviceError>? {
        state.withLock { state in
            defer { state.arrival = nil }
            return state.arrival
        }
    }

    func takeResults() -> [ControlResult] {
        state.withLock { state in
            defer { state.results.removeAll(keepingCapacity: true) }
            return state.results
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.arrival = nil
            state.results.removeAll()
        }
    }
}
