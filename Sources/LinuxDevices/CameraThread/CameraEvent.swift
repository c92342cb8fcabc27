import FocusCore

/// What a camera's worker has to tell.
public enum CameraEvent: Equatable, Sendable {
    /// A call was answered.
    case answered(ControlCall, ControlResult)
    /// Frames come as they were requested.
    case framesBegan(FramesBegan)
    /// The frames of this request cannot be had.
    case framesUnavailable(request: UInt32, errno: Int32)
    /// The frames of this request were let go.
    case framesEnded(request: UInt32)
    /// A frame was measured.
    case frame(FrameStatistics)
    /// The stream of this request has ended by itself: why.
    case framesLost(request: UInt32, errno: Int32)
    /// Somebody else has changed a control that rules focus or exposure.
    case controlsChanged
}

/// What a worker's thread hands over; outlives the worker if a call hangs.
final class CameraOutput: Sendable {
    private struct State {
        var arrival: Result<CameraArrival, DeviceError>?
        var events: [CameraEvent] = []
        var frameCount = 0
        var image: (width: Int32, height: Int32)?
        var isClosed = false
    }

    /// A second's worth: whoever has not come for them for so long gets the newest.
    private static let mostFrames = 32

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
    func put(_ event: CameraEvent) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            if event.isFrame {
                state.frameCount += 1
                if state.frameCount > Self.mostFrames, let oldest = state.events.firstIndex(where: \.isFrame) {
                    state.events.remove(at: oldest)
                    state.frameCount -= 1
                }
            }
            state.events.append(event)
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

    func takeEvents() -> [CameraEvent] {
        state.withLock { state in
            defer {
                state.events.removeAll(keepingCapacity: true)
                state.frameCount = 0
            }
            return state.events
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.arrival = nil
            state.events.removeAll()
        }
    }
}

extension CameraEvent {
    fileprivate var isFrame: Bool {
        if case .frame = self { true } else { false }
    }
}
