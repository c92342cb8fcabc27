import FocusCore

/// The results that a worker's thread hands over. It outlives the worker if a call hangs.
final class CameraOutput: Sendable {
    private struct State {
        var arrival: Result<CameraArrival, DeviceError>?
        var events: [CameraEvent] = []
        var frameCount = 0
        var image: (width: Int32, height: Int32)?
        var isClosed = false
    }

    /// About one second of frames. When the reader is later than that, the oldest are dropped.
    private static let frameLimit = 32

    private let state = Locked(State())

    /// Returns false if the worker is closed, and nobody reads the result.
    func put(_ arrival: Result<CameraArrival, DeviceError>) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.arrival = arrival
            return true
        }
    }

    /// Returns false if the worker is closed, and nobody reads the result.
    func put(_ event: CameraEvent) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            if event.isFrame {
                state.frameCount += 1
                if state.frameCount > Self.frameLimit, let oldest = state.events.firstIndex(where: \.isFrame) {
                    state.events.remove(at: oldest)
                    state.frameCount -= 1
                }
            }
            state.events.append(event)
            return true
        }
    }

    func put(imageWidth width: Int32, height: Int32) { state.withLock { $0.image = (width, height) } }

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
    fileprivate var isFrame: Bool { if case .frames(.measured) = self { true } else { false } }
}
