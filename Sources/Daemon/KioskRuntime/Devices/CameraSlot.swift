import FocusCore
import LinuxDevices

/// The slot of the camera: empty, searching, or occupied.
final class CameraSlot: DeviceSlot {
    enum Event {
        case arrived(CameraDescription)
        /// A camera that may be the wanted one could not be opened.
        case failed(DeviceError)
        case left(DeviceNews?)
        case answered(ControlCall, ControlResult)
        /// Another program has changed a control of focus or exposure.
        case controlsChanged
        /// Another program has set the zoom.
        case zoomChanged(Int64)
        /// The camera's privacy shutter was closed or opened.
        case shutterChanged(isClosed: Bool)
        /// Another program has chosen another image size.
        case imageChanged(width: Int32, height: Int32)
        /// The camera that is to take the place of the present one was opened and described.
        case offered(CameraIdentity)
        /// It could not be opened, or has gone again.
        case offerFailed(DeviceError)
    }

    /// The camera that is to take the place of the present one.
    private enum Candidate {
        case search(CameraWorker, DeviceSelection)
        case camera(CameraWorker, CameraArrival, DeviceSelection)
    }

    private enum Content {
        case nothing
        /// The worker searches on its own thread, because opening a camera may take seconds.
        case search(CameraWorker)
        case camera(CameraWorker, CameraArrival)
    }

    private(set) var selection: DeviceSelection
    private let lens: DeviceSelection
    private let quirks: QuirkTable
    private let remembered: @Sendable (CameraIdentity) -> [RememberedOriginal]
    private let loop: EventLoop
    private let wakeup: Wakeup
    var handler: (Event) -> Void = { _ in }
    var frameHandler: (FrameNews) -> Void = { _ in }
    private var content = Content.nothing
    private var candidate: Candidate?
    /// True if a device was plugged in during the search: if the search fails, it is repeated.
    private var mustSearchAgain = false

    init(
        selection: DeviceSelection, lens: DeviceSelection = .automatic, quirks: QuirkTable = QuirkTable(),
        loop: EventLoop, remembered: @escaping @Sendable (CameraIdentity) -> [RememberedOriginal] = { _ in [] }
    ) throws(DeviceError) {
        (self.remembered, self.selection, self.lens, self.quirks) = (remembered, selection, lens, quirks)
        self.loop = loop
        wakeup = try Wakeup()
        try loop.add(wakeup.fileDescriptor, .readable) { [unowned self] _ in collect() }
    }

    var news: DeviceNews? {
        arrival.map { DeviceNews(kind: .camera, change: .arrived, name: $0.identity.name, path: $0.identity.path) }
    }

    var isStillThere: Bool {
        guard let arrival else { return false }
        return DeviceNode(descriptor: arrival.fileDescriptor)?.isStill(at: arrival.identity.path) ?? false
    }

    /// Searches for the camera and runs the loop until it is open: at the start there is nothing else to do.
    /// - Parameter isInterrupted: checked after each turn of the loop; if it is true, the search ends with nil.
    func openDevice(unless isInterrupted: () -> Bool) throws(DeviceError) -> CameraDescription? {
        try beginSearch()
        while !isInterrupted() {
            switch content {
            case .camera(_, let arrival): return arrival.description
            case .nothing: throw searchFailure ?? .cameraLeft
            case .search: try loop.runOnce(timeout: -1)
            }
        }
        return nil
    }

    /// Searches for the camera. The result arrives as an event.
    func search() {
        switch content {
        case .camera: break
        case .search: mustSearchAgain = true
        case .nothing:
            do throws(DeviceError) {
                try beginSearch()
            } catch {
                handler(.failed(error))
            }
        }
    }

    private func beginSearch() throws(DeviceError) {
        content = .search(try CameraWorker(opening: selection, lens: lens, wakeup: wakeup, remembered: remembered))
    }

    /// True while the camera's thread opens and describes cameras.
    var isSearching: Bool { if case .search = content { true } else { false } }

    /// The time for which the camera's thread has made no progress; nil while it has nothing to do.
    func longestWait(at time: Instant) -> TimeSpan? {
        switch content {
        case .nothing: nil
        case .search(let worker), .camera(let worker, _): worker.wait(at: time)
        }
    }

    func name(of id: ControlID) -> String { arrival?.controlNames[id] ?? "" }

    func submit(_ demand: Demand) { if case .camera(let worker, _) = content { worker.submit(demand) } }

    func leave() {
        guard case .camera(let worker, _) = content else { return }
        deliver(worker.takeEvents(), of: worker)
        guard isPresent(worker) else { return }
        worker.close()
        let news = news
        content = .nothing
        handler(.left(news))
    }

    private var searchFailure: DeviceError?

    /// The camera in the slot; nil if there is none.
    var arrival: CameraArrival? { if case .camera(_, let arrival) = content { arrival } else { nil } }

    private func collect() {
        wakeup.clear()
        collectCandidate()
        switch content {
        case .nothing: break
        case .camera(let worker, _): collectEvents(of: worker)
        case .search(let worker): takeArrival(of: worker)
        }
    }

    private func collectEvents(of worker: CameraWorker) {
        let size = worker.takeImageSize()
        let events = worker.takeEvents()
        deliver(events, of: worker)
        guard isPresent(worker) else { return }
        if let size { handler(.imageChanged(width: size.width, height: size.height)) }
        if events.contains(.left) { leave() }
    }

    /// False once another camera has taken its place.
    private func isPresent(_ worker: CameraWorker) -> Bool {
        if case .camera(let present, _) = content { present === worker } else { false }
    }

    private func deliver(_ events: [CameraEvent], of worker: CameraWorker) {
        for event in events where isPresent(worker) {
            switch event {
            case .answered(let call, let result): handler(.answered(call, result))
            case .frames(let news): frameHandler(news)
            case .controlsChanged: handler(.controlsChanged)
            case .shutterChanged(let isClosed): handler(.shutterChanged(isClosed: isClosed))
            case .zoomChanged(let value): handler(.zoomChanged(value))
            case .left: break
            }
        }
    }

    private func takeArrival(of worker: CameraWorker) {
        do throws(DeviceError) {
            guard var arrival = try worker.takeArrival()?.get() else { return }
            arrival.description.quirks = quirks.quirks(for: arrival.identity)
            content = .camera(worker, arrival)
            mustSearchAgain = false
            handler(.arrived(arrival.description))
        } catch {
            worker.close()
            content = .nothing
            searchFailure = error
            let isPending = mustSearchAgain
            mustSearchAgain = false
            if isPending { search() } else { handler(.failed(error)) }
        }
    }
}

/// Another camera that is to take the place of the present one. It is opened beside that, which goes on.
extension CameraSlot {
    /// Opens another camera. The result arrives as an event.
    func offer(_ selection: DeviceSelection) throws(DeviceError) {
        withdraw()
        candidate = .search(
            try CameraWorker(opening: selection, lens: lens, wakeup: wakeup, remembered: remembered), selection)
    }

    /// The other camera is not wanted.
    func withdraw() {
        switch candidate {
        case .search(let worker, _)?, .camera(let worker, _, _)?: worker.close()
        case nil: break
        }
        candidate = nil
    }

    /// The other camera takes the place of the present one, if there is one.
    /// - Returns: false when the other one has gone.
    func exchange() -> Bool {
        guard case .camera(let worker, let arrival, let selection)? = candidate else { return false }
        switch content {
        case .camera(let earlier, _), .search(let earlier): earlier.close()
        case .nothing: break
        }
        candidate = nil
        self.selection = selection
        content = .camera(worker, arrival)
        return true
    }

    private func collectCandidate() {
        switch candidate {
        case .search(let worker, let selection)?:
            do throws(DeviceError) {
                guard var arrival = try worker.takeArrival()?.get() else { return }
                arrival.description.quirks = quirks.quirks(for: arrival.identity)
                candidate = .camera(worker, arrival, selection)
                handler(.offered(arrival.identity))
            } catch {
                withdraw()
                handler(.offerFailed(error))
            }
        case .camera(let worker, _, _)?:
            // It has not been used yet: nothing else that it tells matters.
            guard worker.takeEvents().contains(.left) else { return }
            withdraw()
            handler(.offerFailed(.cameraLeft))
        case nil: break
        }
    }
}

/// The camera's thread takes frames while it has no call to make.
extension CameraSlot: FrameSource {
    func request(_ request: FrameRequest, id: UInt32) { submit(.requestFrames(id: id, request)) }

    func release(_ id: UInt32) { submit(.releaseFrames(id: id)) }
}

extension DeviceError {
    /// The camera was found, and left in the same turn of the loop.
    fileprivate static let cameraLeft = DeviceError(
        .gone, .camera, attempt: "use", subject: "the camera", answer: "it was unplugged", remedy: "Connect it again")
}
