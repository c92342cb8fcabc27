import CTapFocus
import Glibc
import Testing

/// A program that uses the library, played by a test. It waits for the descriptor, as programs do.
final class Program {
    let client: OpaquePointer

    struct Event: Equatable {
        var kind: Int32
        var point: [Double] = []
        var id: UInt64 = 0
        var measures = false
        var state = ""
        var focus = ""
        var exposure = ""
        var message = ""
        var line = ""
    }

    init(_ path: String, camera: String? = "/dev/video0") throws {
        client = try #require(tapfocus_new(path, camera))
    }

    deinit {
        tapfocus_free(client)
    }

    var isConnected: Bool { tapfocus_is_connected(client) == 1 }

    /// Waits for the descriptor and dispatches, until a condition holds or the time in ms is over.
    @discardableResult
    func turn(_ time: Int64 = 5000, until condition: () -> Bool) -> Bool {
        let end = tapfocus_now() + time * 1000
        while true {
            tapfocus_dispatch(client)
            if condition() { return true }
            let rest = end - tapfocus_now()
            if rest <= 0 { return false }
            var waiting = pollfd(fd: tapfocus_descriptor(client), events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, Int32(min(rest / 1000 + 1, 100)))
        }
    }

    /// Connects, and takes over the first two lines: `watch`, and what is held.
    func meet(_ daemon: PlayedDaemon) throws {
        try #require(turn { isConnected })
        try daemon.accept()
        #expect(daemon.nextLine() == #"{"request":"watch"}"#)
    }

    func nextEvent() -> Event? {
        var event = tapfocus_event()
        guard tapfocus_next_event(client, &event) == 1 else { return nil }
        return Event(
            kind: event.kind, point: event.has_point != 0 ? [event.x, event.y] : [], id: event.id,
            measures: event.measures != 0, state: Self.text(&event.state), focus: Self.text(&event.focus),
            exposure: Self.text(&event.exposure), message: String(cString: event.message),
            line: String(cString: event.line))
    }

    func events() -> [Event] {
        var events: [Event] = []
        while let event = nextEvent() { events.append(event) }
        return events
    }

    /// Waits for the next event of a kind; those before it are dropped.
    func event(_ kind: tapfocus_event_kind, within time: Int64 = 5000) -> Event? {
        var found: Event?
        turn(time) {
            while found == nil, let event = nextEvent() {
                if event.kind == Int32(kind.rawValue) { found = event }
            }
            return found != nil
        }
        return found
    }

    @discardableResult
    func begin(
        width: Int32 = 64, height: Int32 = 48, interval: Int64 = 33_333,
        stamp: tapfocus_stamp = TAPFOCUS_END_OF_EXPOSURE, delay: Int64 = 0,
        crop: tapfocus_rectangle = tapfocus_rectangle(), takesTaps: Bool = true
    ) -> Int32 {
        var stream = tapfocus_stream(
            width: width, height: height, interval: interval, stamp: Int32(stamp.rawValue),
            takes_taps: takesTaps ? 1 : 0, delay: delay, crop: crop)
        return tapfocus_begin_frames(client, &stream)
    }

    func wants(_ captured: Int64) -> Bool { tapfocus_wants_frame(client, captured) == 1 }

    func give(_ image: ExactImage, _ sequence: UInt32 = 1, captured: Int64) -> Int32 {
        var described = image.described
        return tapfocus_give_frame(client, &described, sequence, captured)
    }

    private static func text<Memory>(_ memory: inout Memory) -> String {
        withUnsafeBytes(of: &memory) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension Int32 {
    static func == (status: Int32, expected: tapfocus_status) -> Bool { status == expected.rawValue }
}
