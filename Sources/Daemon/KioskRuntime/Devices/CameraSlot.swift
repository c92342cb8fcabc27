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
        /// Another program has chosen another image size.
        case imageChanged(width: Int32, height: Int32)
    }

    private enum Content {
        case nothing
        /// The worker searches on its own thread, because opening a camera may take seconds.
        case search(CameraWorker)
        case camera(CameraWorker, CameraArrival)
    }

    let selection: DeviceSelection
    private let lens: DeviceSelection
    private let quirks: QuirkTable
    private let remembered: @Sendable (CameraIdentity) -> [RememberedOriginal]
    private let loop: EventLoop
    private let wakeup: Wakeup
    var handler: (Event) -> Void = { _ in }
    var frameHandler: (FrameNews) -> Void = { _ in }
    private var content = Content.nothing
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
        deliver(worker.takeEvents())
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
        switch content {
        case .nothing: break
        case .camera(let worker, _): collectEvents(of: worker)
        case .search(let worker): takeArrival(of: worker)
        }
    }

    private func collectEvents(of worker: CameraWorker) {
        let size = worker.takeImageSize()
        let events = worker.takeEvents()
        deliver(events)
        if let size { handler(.imageChanged(width: size.width, height: size.height)) }
        if events.contains(.left) { leave() }
    }

    private func deliver(_ events: [CameraEvent]) {
        for event in events {
            switch event {
            case .answered(let call, let result): handler(.answered(call, result))
            case .frames(let news): frameHandler(news)
            case .controlsChanged: handler(.controlsChanged)
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
