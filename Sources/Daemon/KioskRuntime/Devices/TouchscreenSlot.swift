import FocusCore
import LinuxDevices

/// The slot of the touchscreen: empty or occupied.
final class TouchscreenSlot: DeviceSlot {
    let selection: DeviceSelection
    private let loop: EventLoop
    private var screen: EvdevTouchscreen?

    enum Event {
        /// It is gone or unusable. The error is set if there is more to report than that.
        case left(DeviceNews?, DeviceError?)
        case touched(Input.Event, Instant)
    }

    var handler: (Event) -> Void = { _ in }

    init(selection: DeviceSelection, loop: EventLoop) {
        self.selection = selection
        self.loop = loop
    }

    var news: DeviceNews? {
        screen.map { DeviceNews(kind: .touchscreen, change: .arrived, name: $0.identity.name, path: $0.identity.path) }
    }

    var isStillThere: Bool {
        guard let screen else { return false }
        return DeviceNode(descriptor: screen.fileDescriptor)?.isStill(at: screen.identity.path) ?? false
    }

    func openDevice() throws(DeviceError) -> TouchscreenDescription {
        let screen = try DeviceFinder().openTouchscreen(selection)
        try loop.add(screen.fileDescriptor, .readable) { [unowned self] _ in read() }
        self.screen = screen
        return screen.describe()
    }

    func leave() { leave(because: nil) }

    private func leave(because error: DeviceError?) {
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
