import FocusCore

@testable import LinuxDevices

/// A camera of the guest on a worker, as in `run`, and the worker's events.
final class FrameWatch {
    let worker: CameraWorker
    private let wakeup: Wakeup
    private let loop: EventLoop
    private(set) var events: [CameraEvent] = []
    private var lastRequest: UInt32 = 0
    /// The system's answer to the last request; 0: success.
    private(set) var errno: Int32 = 0

    /// - Parameter formats: the pixel formats that may be used; nil for all.
    init(_ selection: DeviceSelection, formats: Set<PixelFormat>? = nil) throws {
        wakeup = try Wakeup()
        let camera = try DeviceFinder().openCamera(selection)
        camera.frameSettings.formats = formats
        // An emulated machine may stall for a while.
        camera.frameSettings.firstFrame = .milliseconds(10_000)
        camera.frameSettings.silence = .milliseconds(5000)
        _ = camera.describe()
        worker = try CameraWorker(camera: camera, wakeup: wakeup)
        loop = try EventLoop()
        let wakeup = wakeup
        try loop.add(wakeup.fileDescriptor, .readable) { [unowned self] _ in
            wakeup.clear()
            events += worker.takeEvents()
        }
    }

    deinit {
        worker.close()
    }

    /// Asks for frames and waits for the answer.
    /// - Returns: the frames that come; nil where the system has answered an error, which `errno` then tells.
    func start(_ request: FrameRequest) throws -> FramesBegan? {
        lastRequest += 1
        worker.submit(.requestFrames(id: lastRequest, request))
        var began: FramesBegan?
        try wait { event in
            switch event {
            case .frames(.began(let answer)) where answer.request == self.lastRequest:
                (began, self.errno) = (answer, 0)
                return true
            case .frames(.unavailable(self.lastRequest, let errno)):
                self.errno = errno
                return true
            default: return false
            }
        }
        return began
    }

    /// Lets the frames go and waits until they are.
    func stop() throws {
        worker.submit(.releaseFrames(id: lastRequest))
        try wait { $0 == .frames(.ended(request: self.lastRequest)) }
    }

    /// Waits for frames captured after this moment.
    func frames(_ count: Int) throws -> [FrameStatistics] {
        events.removeAll()
        var frames: [FrameStatistics] = []
        var ended: Int32?
        try wait { event in
            if case .frames(.measured(let statistics)) = event { frames.append(statistics) }
            if case .frames(.lost(_, let errno)) = event { ended = errno }
            return frames.count == count || ended != nil
        }
        if let ended { throw HarnessError("the stream has ended after \(frames.count) frames: \(SystemError(ended))") }
        return frames
    }

    /// Waits until the stream has ended by itself, and returns the errno.
    func end() throws -> Int32 {
        var errno: Int32?
        try wait { event in
            if case .frames(.lost(_, let reason)) = event { errno = reason }
            return errno != nil
        }
        return try errno.orThrow("the stream's end")
    }

    /// Reads events in order until `isLast` is true for one.
    private func wait(_ isLast: (CameraEvent) -> Bool) throws {
        while true {
            while !events.isEmpty {
                if isLast(events.removeFirst()) { return }
            }
            guard try loop.runOnce(timeout: 20_000) > 0 else {
                throw HarnessError("the camera's worker has gone silent")
            }
        }
    }
}

extension Optional {
    fileprivate func orThrow(_ what: String) throws -> Wrapped {
        guard let self else { throw HarnessError("there was no \(what)") }
        return self
    }
}
