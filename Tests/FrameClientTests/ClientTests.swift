import CTapFocus
import FocusCore
import Glibc
import JSONLines
import KioskRuntime
import SimulatedDevices
import Testing
import TraceLines

@testable import FrameClient

/// The client against a played daemon, through the C functions.
@Suite(.timeLimit(.minutes(10)))
struct ClientTests {
    private static let reservation = #"{"request":"hold-frames","camera":"/dev/video0"}"#
    private static let declaration =
        #"{"request":"hold-frames","camera":"/dev/video0","width":64,"height":48,"interval":33333,"stamp":"end","#
        + #""crop":[0.0,0.0,1.0,1.0],"measure":2,"taps":true}"#
    private static let held = #"{"event":"held","time":1,"camera":"/dev/video0","measures":false}"#
    private static let measures = #"{"event":"held","time":1,"camera":"/dev/video0","measures":true}"#

    private static func wish(_ id: Int = 7, interval: Int = 0, grid: Bool = false) -> String {
        #"{"event":"measure","id":\#(id),"focus":[0.25,0.25,0.5,0.5],"exposure":[0,0,1,1],"grid":\#(grid),"#
            + #""interval":\#(interval)}"#
    }

    /// A program whose stream is declared and held.
    private func measuring(_ daemon: PlayedDaemon, interval: Int64 = 33_333) throws -> Program {
        let program = try Program(daemon.path)
        program.begin(interval: interval)
        try program.meet(daemon)
        #expect(daemon.nextLine()?.contains("hold-frames") == true)
        daemon.send(Self.measures)
        #expect(program.event(TAPFOCUS_HELD)?.measures == true)
        return program
    }

    private func image(_ width: Int = 64, _ height: Int = 48) -> ExactImage {
        var random = SplitMix64(seed: 20)
        return ExactImage(width: width, height: height, random: &random)
    }

    @Test("The standard path is that of tapfocus run")
    func standardPath() throws {
        let path = try #require(SocketAddress.standard?.path)
        #expect(path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } == SocketPlace.standard.path)
    }

    @Test(
        "Where all can make the standard socket, only one's own and root's are used; a named one always is",
        arguments: [(1000, true), (0, true), (65_534, false)] as [(UInt32, Bool)])
    func owners(owner: UInt32, isAdmitted: Bool) throws {
        let open = try #require(SocketAddress("/tmp/tapfocus-1000.sock", isOpenToAll: true))
        let named = try #require(SocketAddress("/tmp/tapfocus-1000.sock"))
        #expect(open.admits(owner, user: 1000) == isAdmitted && named.admits(owner, user: 1000))
        #expect(SocketAddress.standard?.isOpenToAll == SocketPlace.standard.isOpenToAll)
    }

    @Test("The error about another user's socket is an event like any other, and names the socket and the user")
    func strangerLine() {
        var line = JSONLine()
        line.stranger(65_534, at: "/tmp/tapfocus-1000.sock", 7)
        #expect(line.bytes.last == UInt8(ascii: "}"))
        let message =
            line.bytes.withUnsafeBytes {
                try? Message.field("message", of: $0) { scanner throws(JSONFault) in try scanner.string() }
            } ?? ""
        let words = "cannot reach the socket /tmp/tapfocus-1000.sock: it belongs to another user, 65534."
        #expect(message.hasPrefix(words), "\(message)")
        #expect(message.utf8.count < 1024)
    }

    @Test("A path or a camera that cannot be one makes no client")
    func badNames() {
        #expect(tapfocus_new("", nil) == nil)
        #expect(tapfocus_new(String(repeating: "a", count: 108), nil) == nil)
        #expect(tapfocus_new("/run/a.sock", "") == nil)
        #expect(tapfocus_new("/run/a.sock", String(repeating: "a", count: 256)) == nil)
        let client = tapfocus_new(String(repeating: "a", count: 107), String(repeating: "a", count: 255))
        #expect(client != nil)
        tapfocus_free(client)
        tapfocus_free(nil)
    }

    @Test("Null pointers are errors in every function")
    func nullPointers() throws {
        let expected = TAPFOCUS_NULL_POINTER.rawValue
        var event = tapfocus_event()
        var stream = tapfocus_stream()
        var described = image().described
        #expect(tapfocus_descriptor(nil) == expected)
        #expect(tapfocus_dispatch(nil) == expected)
        #expect(tapfocus_is_connected(nil) == expected)
        #expect(tapfocus_begin_frames(nil, &stream) == expected)
        #expect(tapfocus_end_frames(nil) == expected)
        #expect(tapfocus_wants_frame(nil, 1) == expected)
        #expect(tapfocus_give_frame(nil, &described, 1, 1) == expected)
        #expect(tapfocus_tap_picture(nil, 0, 0, 0) == expected)
        #expect(tapfocus_tap_view(nil, 0, 0, 0) == expected)
        #expect(tapfocus_show_view(nil) == expected)
        #expect(tapfocus_compensate(nil, 0) == expected)
        #expect(tapfocus_next_event(nil, &event) == expected)
        var photo = tapfocus_photo()
        #expect(tapfocus_take_photo(nil, "a", 3, 1, 0) == expected)
        #expect(tapfocus_take_live_photo(nil, "a", 3, 1, 0) == expected)
        #expect(tapfocus_offer_photos(nil, 1) == expected)
        #expect(tapfocus_read_photo(nil, &photo) == expected)
        #expect(tapfocus_read_photo(&event, nil) == expected)
        #expect(tapfocus_photo_taken(nil, 1, 1, 1, 0) == expected)
        #expect(tapfocus_photo_kept(nil, 1, "a", 1) == expected)
        #expect(tapfocus_photo_failed(nil, 1, "a", "b") == expected)
        var movie = tapfocus_movie()
        #expect(tapfocus_record_movie(nil, "a", 0, 0, 0) == expected)
        #expect(tapfocus_end_movie(nil, 0) == expected)
        #expect(tapfocus_offer_movies(nil, 1) == expected)
        #expect(tapfocus_read_movie(nil, &movie) == expected)
        #expect(tapfocus_read_movie(&event, nil) == expected)
        #expect(tapfocus_movie_begun(nil, 1, "a") == expected)
        #expect(tapfocus_movie_ended(nil, 1, "a", "b", 0, 0) == expected)
        let program = try Program(PlayedDaemon.makePath())
        #expect(tapfocus_begin_frames(program.client, nil) == expected)
        #expect(tapfocus_give_frame(program.client, nil, 1, 1) == expected)
        #expect(tapfocus_next_event(program.client, nil) == expected)
    }

    @Test("Without a daemon, calls say so at once, and do nothing")
    func noDaemon() throws {
        let program = try Program(PlayedDaemon.makePath())
        tapfocus_dispatch(program.client)
        #expect(!program.isConnected)
        #expect(program.begin() == TAPFOCUS_OK)
        #expect(!program.wants(1))
        #expect(program.give(image(), captured: 1) == TAPFOCUS_NOT_CONNECTED)
        #expect(tapfocus_tap_picture(program.client, 0.5, 0.5, 1) == TAPFOCUS_NOT_CONNECTED)
        #expect(tapfocus_show_view(program.client) == TAPFOCUS_NOT_CONNECTED)
        #expect(program.events().isEmpty)
    }

    @Test("A client without a camera watches and taps, and holds nothing")
    func withoutCamera() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        #expect(program.begin() == TAPFOCUS_NO_CAMERA)
        try program.meet(daemon)
        #expect(tapfocus_tap_view(program.client, 0.25, 0.5, 0) == TAPFOCUS_OK)
        #expect(tapfocus_tap_picture(program.client, 1, 0, 9_007_199_254_740_991) == TAPFOCUS_OK)
        #expect(tapfocus_show_view(program.client) == TAPFOCUS_OK)
        #expect(tapfocus_compensate(program.client, -0.5) == TAPFOCUS_OK)
        #expect(daemon.nextLine() == #"{"request":"tap","x":0.25,"y":0.5}"#)
        #expect(daemon.nextLine() == #"{"request":"tap","x":1.0,"y":0.0,"in":"picture","id":9007199254740991}"#)
        #expect(daemon.nextLine() == #"{"request":"show-view"}"#)
        #expect(daemon.nextLine() == #"{"request":"compensate","ev":-0.5}"#)
    }

    @Test("A tap or a compensation out of its range is an error, and nothing is sent")
    func badTaps() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        for number in [-0.01, 1.01, .nan, .infinity] {
            #expect(tapfocus_tap_view(program.client, number, 0.5, 0) == TAPFOCUS_BAD_VALUE)
            #expect(tapfocus_tap_picture(program.client, 0.5, number, 0) == TAPFOCUS_BAD_VALUE)
        }
        #expect(tapfocus_tap_view(program.client, 0, 0, 1 << 53) == TAPFOCUS_BAD_VALUE)
        for number in [-4.01, 4.01, .nan] { #expect(tapfocus_compensate(program.client, number) == TAPFOCUS_BAD_VALUE) }
        #expect(daemon.lines().isEmpty)
    }

    @Test("The camera is reserved first; the stream is declared when frames begin; its end is told")
    func reserving() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path)
        try program.meet(daemon)
        #expect(daemon.nextLine() == Self.reservation)
        daemon.send(Self.held)
        #expect(program.event(TAPFOCUS_HELD)?.measures == false)
        #expect(program.begin() == TAPFOCUS_OK)
        #expect(daemon.nextLine() == Self.declaration)
        #expect(program.begin() == TAPFOCUS_OK)
        #expect(daemon.lines().isEmpty)
        tapfocus_end_frames(program.client)
        tapfocus_end_frames(program.client)
        #expect(daemon.lines() == [#"{"request":"frames-ended"}"#])
    }

    @Test("Everything that a program says about its stream is declared")
    func declaring() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: "A \"Cam\"")
        program.begin(
            interval: 0, stamp: TAPFOCUS_RECEIVED, delay: 150_000,
            crop: tapfocus_rectangle(x: 0.125, y: 0, width: 0.75, height: 1), takesTaps: false)
        try program.meet(daemon)
        #expect(
            daemon.nextLine()
                == #"{"request":"hold-frames","camera":"A \"Cam\"","width":64,"height":48,"stamp":"received","delay":150000,"#
                + #""crop":[0.125,0.0,0.75,1.0],"measure":2,"taps":false}"#)
    }

    @Test("A frame that is wanted is measured as FocusCore does, and its numbers are sent")
    func frames() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        #expect(!program.wants(1000))
        #expect(program.give(image(), captured: 1000) == TAPFOCUS_NOT_WANTED)
        daemon.send(Self.wish(grid: true))
        #expect(program.turn { program.wants(1000) })
        #expect(program.give(image(), 812, captured: 1000) == TAPFOCUS_OK)
        let request = FrameRequest(
            focus: NormalizedRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5),
            exposure: NormalizedRectangle(x: 0, y: 0, width: 1, height: 1), includesGrid: true)
        let found = try #require(image().measured(request))
        #expect(found.sharpness > 0)
        let cells = try #require(found.grid?.cells)
        let grid = cells.indices.map { "\(cells[$0])" }.joined(separator: ",")
        #expect(
            daemon.nextLine()
                == #"{"request":"frame","id":7,"sequence":812,"captured":1000,"sharpness":[\#(found.sharpness)],"#
                + #""mean":\#(found.mean),"bright":\#(found.bright),"dark":\#(found.dark),"grid":[\#(grid)]}"#)
        daemon.send(#"{"event":"rest"}"#)
        #expect(program.turn { !program.wants(2000) })
    }

    @Test("A frame that is not as it was declared is an error")
    func wrongFrames() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        daemon.send(Self.wish())
        #expect(program.turn { program.wants(1000) })
        #expect(!program.wants(-1))
        #expect(program.give(image(), captured: -1) == TAPFOCUS_BAD_VALUE)
        #expect(program.give(image(48, 64), captured: 1000) == TAPFOCUS_BAD_IMAGE)
        var described = image().described
        described.data = nil
        #expect(tapfocus_give_frame(program.client, &described, 1, 1000) == TAPFOCUS_NULL_POINTER)
        #expect(daemon.lines().isEmpty)
    }

    @Test("The interval is honoured, and a new wish begins anew")
    func interval() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        daemon.send(Self.wish(1, interval: 66_667))
        #expect(program.turn { program.wants(0) })
        let picture = image()
        for number in 0..<60 as Range<Int64> where program.wants(1_000_000 + number * 33_333) {
            #expect(program.give(picture, captured: 1_000_000 + number * 33_333) == TAPFOCUS_OK)
        }
        #expect(daemon.lines().count == 30)
        daemon.send(Self.wish(2, interval: 66_667))
        #expect(program.turn { program.wants(1_000_000 + 59 * 33_333) })
    }

    @Test("A new size is declared at once, and frames rest until they are wanted again")
    func newSize() throws {
        let daemon = try PlayedDaemon()
        let program = try measuring(daemon)
        daemon.send(Self.wish())
        #expect(program.turn { program.wants(0) })
        #expect(program.begin(width: 32, height: 24) == TAPFOCUS_OK)
        #expect(!program.wants(1))
        #expect(daemon.nextLine()?.contains(#""width":32,"height":24"#) == true)
        daemon.send(Self.measures)
        daemon.send(Self.wish(8))
        #expect(program.turn { program.wants(1) })
        #expect(program.give(image(32, 24), captured: 1) == TAPFOCUS_OK)
        #expect(daemon.nextLine()?.contains(#""id":8"#) == true)
    }

    @Test("Events have their fields")
    func events() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        let lines = [
            #"{"event":"state","time":1,"state":"autoAndForceLocked","point":{"x":0.25,"y":0.5},"cause":"tap","id":3}"#,
            #"{"event":"settled","time":2,"focus":"converged","exposure":"held","id":3,"message":"no","reason":"Focus failed: no."}"#,
            #"{"event":"tap-ignored","time":3,"reason":"outside the view","id":4}"#,
            #"{"event":"error","time":4,"message":"\u201cé\u201d \"x\"\n"}"#,
            #"{"event":"status","time":5,"state":"continuousAuto","point":null}"#,
            #"{"event":"levels","time":6}"#,
            #"{"event":"state","state":"aStateWithANameThatIsFarTooLong","point":{"x":[1],"y":2},"id":5,"focus":"no"}"#,
        ]
        for line in lines { daemon.send(line) }
        var found: [Program.Event] = []
        let haveAllCome = program.turn {
            found += program.events()
            return found.count == 8
        }
        try #require(haveAllCome)
        typealias Event = Program.Event
        let kinds = [
            TAPFOCUS_STATE, TAPFOCUS_SETTLED, TAPFOCUS_TAP_IGNORED, TAPFOCUS_ERROR, TAPFOCUS_STATE, TAPFOCUS_OTHER,
        ].map { Int32($0.rawValue) }
        #expect(found[0] == Event(kind: Int32(TAPFOCUS_CONNECTED.rawValue)))
        let tapped = Event(kind: kinds[0], point: [0.25, 0.5], id: 3, state: "autoAndForceLocked", line: lines[0])
        #expect(found[1] == tapped)
        #expect(
            found[2]
                == Event(
                    kind: kinds[1], id: 3, focus: "converged", exposure: "held", message: "Focus failed: no.",
                    line: lines[1]))
        #expect(found[3] == Event(kind: kinds[2], id: 4, message: "outside the view", line: lines[2]))
        #expect(found[4] == Event(kind: kinds[3], message: "“é” \"x\"\n", line: lines[3]))
        #expect(found[5] == Event(kind: kinds[4], state: "continuousAuto", line: lines[4]))
        #expect(found[6] == Event(kind: kinds[5], line: lines[5]))
        #expect(found[7] == Event(kind: kinds[0], id: 5, line: lines[6]))
    }

    @Test(
        "The answer to a tap is an event like others: a state if the camera has accepted it, an error if it was ignored"
    )
    func answers() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        let state = #"{"event":"state","time":9,"state":"autoAndForceLocked","point":null,"request":"tap","id":1}"#
        let error = #"{"event":"error","time":9,"message":"no.","reason":"palm","request":"tap","id":2}"#
        daemon.send(state)
        daemon.send(error)
        var found: [Program.Event] = []
        let haveCome = program.turn {
            found += program.events()
            return found.count == 3
        }
        try #require(haveCome)
        let kinds = [TAPFOCUS_CONNECTED, TAPFOCUS_STATE, TAPFOCUS_ERROR].map { Int32($0.rawValue) }
        #expect(found.map(\.kind) == kinds)
        #expect(found[1].id == 1 && found[2] == .init(kind: kinds[2], id: 2, message: "no.", line: error))
    }

    @Test("A message that is too long ends at a whole character")
    func longMessage() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        for lead in ["", "a", "ab"] {
            daemon.send(#"{"event":"error","message":"\#(lead)\#(String(repeating: "€", count: 2000))"}"#)
            let message = try #require(program.event(TAPFOCUS_ERROR)?.message)
            #expect(message == lead + String(repeating: "€", count: (1023 - lead.utf8.count) / 3))
        }
    }

    @Test("The kinds of events have the numbers of the header")
    func kindNumbers() {
        let header = [
            TAPFOCUS_CONNECTED, TAPFOCUS_DISCONNECTED, TAPFOCUS_HELD, TAPFOCUS_REFUSED, TAPFOCUS_STATE,
            TAPFOCUS_SETTLED,
            TAPFOCUS_TAP_IGNORED, TAPFOCUS_ERROR, TAPFOCUS_OTHER,
        ].map { UInt8($0.rawValue) }
        let kinds: [EventKind] = [
            .connected, .disconnected, .held, .refused, .state, .settled, .tapIgnored, .error, .other,
        ]
        #expect(header == kinds.map(\.rawValue))
    }
}
