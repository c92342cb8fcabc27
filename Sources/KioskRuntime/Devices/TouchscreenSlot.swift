import FocusCore
import LinuxDevices

/// The place of the touchscreen: empty, or taken.
final class TouchscreenSlot {
    private let selection: DeviceSelection
    private let loop: EventLoop
    private var screen: EvdevTouchscreen?

    enum Event {
        /// It is gone, or of no use. What it was; the error says why, where there is more to say than that.
        case left(DeviceNews?, DeviceError?)
        case touched(Input.Event, Instant)
    }

    /// Set by whoever owns the slot, before it is used.
    var handler: (Event) -> Void = { _ in }

    init(selection: DeviceSelection, loop: EventLoop) {
        self.selection = selection
        self.loop = loop
    }

    var isTaken: Bool { screen != nil }

    /// Whether a touchscreen is wanted at all.
    var isWanted: Bool { selection != .none }

    var news: DeviceNews? {
        screen.map { DeviceNews(kind: .touchscreen, change: .arrived, name: $0.identity.name, path: $0.identity.path) }
    }

    /// Whether the node that was opened is still there; another one may have its path by now.
    var isStillThere: Bool {
        guard let screen else { return false }
        return DeviceNode(descriptor: screen.fileDescriptor)?.isStill(at: screen.identity.path) ?? false
    }

    /// Takes up the touchscreen that is wanted.
    func take() throws(DeviceError) -> TouchscreenDescription {
        let screen = try DeviceFinder().openTouchscreen(selection)
        try loop.add(screen.fileDescriptor, .readable) { [unowned self] _ in read() }
        self.screen = screen
        return screen.describe()
    }

    /// The touchscreen's node is gone, or cannot be read.
    func leave(because error: DeviceError? = nil) {
        guard let screen else { return }
        loop.remove(screen.fileDescriptor)
        let news = news
        self.screen = nil
        handler(.left(news, error))
    }

    private func read() {
        guard let screen else { return }
        do throws(DeviceError) {
            try screen.readEvents { event, time in handler(.touched(event, time)) }
        } catch {
            leave(because: error.kind == .gone ? nil : error)
        }
    }
}
