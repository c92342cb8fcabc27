import FocusCore
import LinuxDevices
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// Frames from the camera's own stream, or from the program that holds it.
@Suite struct FrameExchangeTests {
    private static let request = FrameRequest(focus: .whole, exposure: .whole)
    static let stream = HeldStream(
        width: 640, height: 480, interval: .milliseconds(33), stamp: .endOfExposure)

    /// The camera's own stream, played by the test.
    final class OwnStream: FrameSource {
        var frameHandler: (FrameNews) -> Void = { _ in }
        private(set) var orders: [String] = []

        func request(_ request: FrameRequest, id: UInt32) { orders.append("request \(id)") }
        func release(_ id: UInt32) { orders.append("release \(id)") }
    }

    /// An exchange whose engine lets go of its frames as soon as they are reserved.
    final class Rig {
        let own = OwnStream()
        let exchange: FrameExchange
        /// The news for the engine, in order.
        private(set) var heard: [String] = []
        /// The lines for clients, in order: "5 answer: held, measures", "5 measure".
        private(set) var told: [String] = []
        private var running: UInt32?
        private var asked: UInt32?
        /// True while the engine has a call under way, and lets go of its frames only after that.
        var releasesLate = false
        /// The time at which the exchange wants to check whether frames come.
        private(set) var watched: Instant?
        /// The program is gone, which is noticed when a line is sent to it.
        var isGone = false
        /// The engine asks again in the step in which it hears that its frames are lost.
        var asksAgain = false

        init() {
            exchange = FrameExchange(own: own)
            exchange.feed = { [unowned self] in hear($0) }
            exchange.send = { [unowned self] message, client in
                switch message {
                case .answer(let line): tell(client, "answer: \(Self.words(line))")
                case .line(let line), .lost(let line): tell(client, Self.words(line))
                case .complaint: told.append("\(client) error")
                }
            }
            exchange.watchSilence = { [unowned self] in watched = $0 }
            exchange.cameraArrived(WriteRecord()) { _ in true }
        }

        /// Client 5 measures what request 1 asks for.
        static func measuring() -> Rig {
            let rig = Rig()
            rig.exchange.hold(HoldWish(camera: "c", stream: FrameExchangeTests.stream), by: 5)
            rig.ask(1)
            _ = (rig.takeHeard(), rig.takeTold())
            return rig
        }

        func ask(_ id: UInt32) {
            asked = id
            exchange.request(FrameExchangeTests.request, id: id)
        }

        func unplug() {
            running = nil
            exchange.cameraLeft()
        }

        func takeHeard() -> [String] {
            defer { heard = [] }
            return heard
        }

        func takeTold() -> [String] {
            defer { told = [] }
            return told
        }

        private func hear(_ event: Input.Event) {
            switch event {
            case .frames(let news): hear(news)
            case .framesHeld(let holder): changed(holder)
            default: Issue.record("\(event)")
            }
        }

        private func hear(_ event: FrameNews) {
            switch event {
            case .began(let began):
                heard.append("began \(began.request) \(began.width)x\(began.height)")
                (running, asked) = (began.request, nil)
            case .unavailable(let id, let errno):
                heard.append("unavailable \(id) \(errno)")
                asked = nil
            case .ended(let id):
                heard.append("ended \(id)")
                running = nil
            case .lost(let id, let errno):
                heard.append("lost \(id) \(errno)")
                running = nil
                if asksAgain { ask(id + 1) }
            case .measured(let frame): heard.append("frame \(frame.request)")
            }
        }

        private func changed(_ holder: FrameHolder?) {
            heard.append(
                holder.map { "held\($0.givesFrames ? " measures" : "")\($0.sendsTaps ? " taps" : "")" } ?? "free")
            if holder?.givesFrames == false, !releasesLate { release() }
        }

        /// The engine releases what it has requested.
        func release() {
            if let running { exchange.release(running) }
        }

        private func tell(_ client: UInt64, _ words: String) {
            told.append("\(client) \(words)")
            if isGone { exchange.clientLeft(client) }
        }

        private static func words(_ line: [UInt8]) -> String {
            let text = String(decoding: line, as: UTF8.self)
            if text.contains("\"event\":\"held\"") { return text.contains("true") ? "held, measures" : "held" }
            if text.contains("\"event\":\"measure\"") { return "measure" }
            if text.contains("\"event\":\"rest\"") { return "rest" }
            return text.contains("\"event\":\"error\"") ? "error" : text
        }
    }

    @Test("Without a holder everything goes to the camera's own stream")
    func own() {
        let rig = Rig()
        rig.ask(1)
        rig.own.frameHandler(.began(FramesBegan(request: 1)))
        rig.exchange.release(1)
        rig.own.frameHandler(.ended(request: 1))
        rig.exchange.cameraLeft()
        #expect(rig.own.orders == ["request 1", "release 1"])
        #expect(rig.heard == ["began 1 0x0", "ended 1"] && rig.told.isEmpty)
    }

    @Test("A reservation is answered when the own stream has ended, and until the connection closes none is opened")
    func reservation() {
        let rig = Rig()
        rig.ask(1)
        rig.own.frameHandler(.began(FramesBegan(request: 1)))
        rig.exchange.hold(HoldWish(camera: "c"), by: 5)
        #expect(rig.takeHeard() == ["began 1 0x0", "held"] && rig.told.isEmpty, "the own stream is still open")
        rig.own.frameHandler(.ended(request: 1))
        #expect(rig.takeHeard() == ["ended 1"] && rig.takeTold() == ["5 answer: held"])
        rig.ask(2)
        #expect(rig.takeHeard() == ["unavailable 2 16"])
        rig.exchange.clientLeft(6)
        rig.ask(3)
        #expect(rig.takeHeard() == ["unavailable 3 16"], "another connection has closed")
        rig.exchange.clientLeft(5)
        rig.ask(4)
        #expect(rig.takeHeard() == ["free"] && rig.own.orders == ["request 1", "release 1", "request 4"])
    }

    @Test("A stream that is just being opened is let go when the camera has answered", arguments: [true, false])
    func reservationWhileOpening(succeeds: Bool) {
        let rig = Rig()
        rig.ask(1)
        rig.exchange.hold(HoldWish(camera: "c"), by: 5)
        #expect(rig.told.isEmpty)
        if succeeds {
            rig.own.frameHandler(.began(FramesBegan(request: 1)))
            #expect(rig.told.isEmpty)
            rig.exchange.release(1)
            rig.own.frameHandler(.ended(request: 1))
        } else {
            rig.own.frameHandler(.unavailable(request: 1, errno: 5))
        }
        #expect(rig.told == ["5 answer: held"])
    }

    @Test("A holder is asked to measure, to measure otherwise, and to rest")
    func measuring() {
        let rig = Rig()
        rig.exchange.hold(HoldWish(camera: "c", stream: Self.stream, sendsTaps: true), by: 5)
        #expect(
            rig.takeHeard() == ["held measures taps"] && rig.takeTold() == ["5 answer: held, measures"])
        rig.ask(1)
        rig.ask(2)
        rig.exchange.release(2)
        #expect(rig.takeHeard() == ["began 1 640x480", "began 2 640x480", "ended 2"])
        #expect(rig.takeTold() == ["5 measure", "5 measure", "5 rest"])
        #expect(rig.own.orders.isEmpty)
    }

    @Test("Frames of the holder reach the engine while they are asked for; others do not")
    func frames() {
        let rig = Rig()
        let now = MonotonicClock.now()
        func give(_ request: UInt32, from client: UInt64, at time: Instant) {
            rig.exchange.receive(
                HeldFrame(request: request, sequence: 0, time: time, sharpness: [0.1], mean: 0.4, bright: 0, dark: 0),
                from: client, at: time)
        }
        give(1, from: 5, at: now)
        #expect(rig.takeTold() == ["5 error"], "it holds nothing")
        rig.exchange.hold(HoldWish(camera: "c"), by: 5)
        _ = rig.takeTold()
        give(1, from: 5, at: now)
        #expect(rig.takeTold() == ["5 error"], "it has declared no stream")
        rig.exchange.hold(HoldWish(camera: "c", stream: Self.stream), by: 5)
        _ = (rig.takeTold(), rig.takeHeard())
        give(1, from: 5, at: now)
        rig.ask(1)
        give(1, from: 5, at: now)
        give(0, from: 5, at: now.advanced(by: .milliseconds(40)))
        give(1, from: 5, at: now.advanced(by: .milliseconds(80)))
        #expect(rig.takeHeard() == ["began 1 640x480", "frame 1", "frame 1"] && rig.takeTold() == ["5 measure"])
    }

    @Test("A holder that gives no believable frame for two seconds has lost its stream, and begins again when asked")
    func silence() {
        let rig = Rig()
        let start = Instant(nanoseconds: 100_000_000_000)
        func after(_ milliseconds: Int64) -> Instant { start.advanced(by: .milliseconds(milliseconds)) }
        func give(_ request: UInt32, at time: Instant, sharpness: [Double] = [0.1]) {
            rig.exchange.receive(
                HeldFrame(
                    request: request, sequence: 0, time: time, sharpness: sharpness, mean: 0.4, bright: 0, dark: 0),
                from: 5, at: time)
        }
        rig.exchange.hold(HoldWish(camera: "c", stream: Self.stream), by: 5)
        #expect(rig.watched == nil, "nothing is asked of it yet")
        rig.exchange.request(Self.request, id: 1, at: start)
        #expect(rig.watched == after(4000), "a camera may have to wake up")
        give(1, at: after(2500))
        rig.exchange.checkSilence(at: after(4000))
        #expect(rig.watched == after(4500), "a frame has come meanwhile")
        _ = (rig.takeHeard(), rig.takeTold())
        // A frame that cannot be believed, or of another request, is none.
        give(1, at: after(4000), sharpness: [])
        give(9, at: after(4100))
        rig.exchange.checkSilence(at: after(4500))
        #expect(rig.takeHeard() == ["lost 1 110"])
        #expect(rig.takeTold() == ["5 error", "5 rest", "5 error"])
        rig.exchange.checkSilence(at: after(9000))
        #expect(rig.takeHeard().isEmpty, "nothing is asked of it")
        rig.exchange.request(Self.request, id: 2, at: after(10_000))
        give(2, at: after(10_100))
        #expect(rig.takeHeard() == ["began 2 640x480", "frame 2"] && rig.takeTold() == ["5 measure"])
        rig.exchange.release(2)
        #expect(rig.watched == nil)
        rig.exchange.checkSilence(at: after(20_000))
        #expect(rig.takeHeard() == ["ended 2"])
    }

    @Test("A holder that gives the same picture again and again has lost its stream, too, and is told so")
    func frozenPicture() {
        let rig = Rig()
        let start = Instant(nanoseconds: 100_000_000_000)
        func after(_ milliseconds: Int64) -> Instant { start.advanced(by: .milliseconds(milliseconds)) }
        rig.exchange.hold(HoldWish(camera: "c", stream: Self.stream), by: 5)
        rig.exchange.request(Self.request, id: 1, at: start)
        for milliseconds in stride(from: 100, through: 2000, by: 100) as StrideThrough<Int64> {
            let frame = HeldFrame(
                request: 1, sequence: UInt32(milliseconds), time: after(100), sharpness: [0.1], mean: 0.4, bright: 0,
                dark: 0)
            rig.exchange.receive(frame, from: 5, at: after(milliseconds))
        }
        _ = (rig.takeHeard(), rig.takeTold())
        // Two seconds after the first frame, and not after the last one.
        rig.exchange.checkSilence(at: after(2100))
        #expect(rig.takeHeard() == ["lost 1 110"])
        #expect(rig.takeTold() == ["5 rest", "5 error"])
    }

    @Test("A holder that has lost its stream rests before it is asked again, even if the engine asks at once")
    func silenceAskedAgain() {
        let rig = Rig.measuring()
        rig.asksAgain = true
        rig.exchange.checkSilence(at: Instant(nanoseconds: .max))
        #expect(rig.takeHeard() == ["lost 1 110", "began 2 640x480"])
        #expect(rig.takeTold() == ["5 rest", "5 measure", "5 error"])
        rig.exchange.release(2)
        #expect(rig.takeHeard() == ["ended 2"] && rig.takeTold() == ["5 rest"])
    }

    @Test("A silent holder that turns out to be gone leaves the frames free", arguments: [false, true])
    func silentAndGone(releasesLate: Bool) {
        let rig = Rig.measuring()
        rig.isGone = true
        rig.releasesLate = releasesLate
        rig.exchange.checkSilence(at: Instant(nanoseconds: .max))
        if releasesLate { rig.release() }
        #expect(rig.takeHeard() == ["held", "ended 1", "free"] && rig.takeTold() == ["5 rest"])
        rig.ask(2)
        #expect(rig.own.orders == ["request 2"])
    }

    @Test("A slow stream has the time of four of its frames")
    func slowStream() {
        let rig = Rig()
        var slow = Self.stream
        slow.interval = .milliseconds(2000)
        rig.exchange.hold(HoldWish(camera: "c", stream: slow), by: 5)
        rig.exchange.request(Self.request, id: 1, at: Instant(nanoseconds: 0))
        #expect(rig.watched == Instant(nanoseconds: 8_000_000_000))
    }

    @Test("A holder that goes while it measures: the engine lets go first, and then hears that the stream is free")
    func leaves() {
        let rig = Rig.measuring()
        rig.exchange.clientLeft(5)
        #expect(rig.takeHeard() == ["held", "ended 1", "free"])
        rig.ask(2)
        #expect(rig.own.orders == ["request 2"])
    }

    @Test("A stream that ends, or one of another size, is let go; the camera stays reserved meanwhile")
    func otherStream() {
        let rig = Rig.measuring()
        var larger = Self.stream
        larger.width = 1280
        rig.exchange.hold(HoldWish(camera: "c", stream: larger), by: 5)
        #expect(rig.takeHeard() == ["held", "ended 1", "held measures"])
        #expect(rig.takeTold() == ["5 rest", "5 answer: held, measures"])
        rig.exchange.hold(HoldWish(camera: "c", stream: larger), by: 5)
        #expect(rig.takeHeard().isEmpty && rig.takeTold() == ["5 answer: held, measures"], "it is the same")
        rig.ask(2)
        rig.exchange.endFrames(by: 6)
        rig.exchange.endFrames(by: 5)
        #expect(rig.takeHeard() == ["began 2 1280x480", "held", "ended 2"])
        rig.ask(3)
        #expect(rig.takeHeard() == ["unavailable 3 16"])
    }

    @Test("A holder that takes photos and records movies still does when its stream has ended")
    func photosAfterStream() {
        let rig = Rig()
        var wish = HoldWish(
            camera: "c", stream: Self.stream, sendsTaps: true, takesPhotos: true, takesLivePhotos: true,
            recordsMovies: true)
        rig.exchange.hold(wish, by: 5)
        rig.exchange.endFrames(by: 5)
        (wish.stream, wish.sendsTaps) = (nil, false)
        #expect(rig.exchange.holder?.wish == wish)
    }

    @Test("The engine hears in which version of the measure a holder's frames are told", arguments: [1, 2])
    func measure(version: Int) {
        let rig = Rig()
        var began: [FramesBegan] = []
        rig.exchange.feed = { if case .frames(.began(let frames)) = $0 { began.append(frames) } }
        var stream = Self.stream
        stream.measure = version
        rig.exchange.hold(HoldWish(camera: "c", stream: stream), by: 5)
        rig.ask(1)
        #expect(began.map(\.measure) == [Int64(version)])
    }

    @Test("Another version of the measure is another stream: the one before is let go")
    func otherMeasure() {
        let rig = Rig.measuring()
        var other = Self.stream
        other.measure = 1
        rig.exchange.hold(HoldWish(camera: "c", stream: other), by: 5)
        #expect(rig.takeHeard() == ["held", "ended 1", "held measures"])
    }

    @Test("A camera that leaves ends the holder's stream; when it is back, it is reserved again, and the holder told")
    func unplugged() {
        let rig = Rig.measuring()
        rig.unplug()
        #expect(rig.takeTold() == ["5 held"] && rig.own.orders.isEmpty)
        rig.exchange.cameraArrived(WriteRecord()) { $0.camera == "c" }
        #expect(rig.takeHeard() == ["held"] && rig.takeTold() == ["5 held"])
        rig.exchange.hold(HoldWish(camera: "c", stream: Self.stream), by: 5)
        #expect(rig.takeHeard() == ["held measures"] && rig.takeTold() == ["5 answer: held, measures"])
        rig.unplug()
        rig.exchange.cameraArrived(WriteRecord()) { _ in false }
        #expect(rig.takeTold() == ["5 held", "5 error"], "another camera")
        rig.ask(2)
        #expect(rig.own.orders == ["request 2"])
    }

    @Test("A holder that sees the camera come back first declares its stream, which counts when the camera has arrived")
    func declaredWhileAway() {
        let rig = Rig.measuring()
        rig.unplug()
        #expect(rig.takeTold() == ["5 held"])
        let wish = HoldWish(camera: "c", stream: Self.stream)
        #expect(rig.exchange.isHeld(by: 5, wish) && !rig.exchange.isHeld(by: 6, wish))
        #expect(!rig.exchange.isHeld(by: 5, HoldWish(camera: "d", stream: Self.stream)))
        rig.exchange.hold(wish, by: 5)
        #expect(rig.takeHeard().isEmpty && rig.takeTold() == ["5 answer: held"])
        rig.exchange.cameraArrived(WriteRecord()) { _ in true }
        #expect(rig.takeHeard() == ["held measures"] && rig.takeTold() == ["5 held, measures"])
        rig.ask(2)
        #expect(rig.takeHeard() == ["began 2 640x480"])
    }

    @Test("A holder that goes while the camera is away leaves nothing behind")
    func goneWhileAway() {
        let rig = Rig.measuring()
        rig.unplug()
        rig.exchange.clientLeft(5)
        rig.exchange.cameraArrived(WriteRecord()) { _ in true }
        #expect(rig.takeHeard().isEmpty && rig.exchange.holder == nil)
        rig.ask(2)
        #expect(rig.own.orders == ["request 2"])
    }

    @Test("An engine that lets go late: nobody gets the frames before, and every request is answered then")
    func lateRelease() {
        let rig = Rig.measuring()
        rig.releasesLate = true
        var larger = Self.stream
        larger.width = 1280
        rig.exchange.hold(HoldWish(camera: "c", stream: larger), by: 5)
        rig.exchange.hold(HoldWish(camera: "c", stream: larger), by: 5)
        #expect(rig.takeHeard() == ["held"] && rig.takeTold().isEmpty)
        rig.release()
        #expect(rig.takeHeard() == ["ended 1", "held measures"])
        #expect(rig.takeTold() == ["5 rest", "5 answer: held, measures", "5 answer: held, measures"])
        rig.ask(2)
        rig.exchange.clientLeft(5)
        #expect(rig.takeHeard() == ["began 2 1280x480", "held"])
        rig.release()
        #expect(rig.takeHeard() == ["ended 2", "free"])
        rig.ask(3)
        #expect(rig.own.orders == ["request 3"])
    }

    @Test("A program that is gone when a line is sent to it leaves the frames free", arguments: [true, false])
    func goneWhileTold(measures: Bool) {
        let rig = Rig()
        rig.isGone = true
        rig.exchange.hold(HoldWish(camera: "c", stream: measures ? Self.stream : nil, sendsTaps: true), by: 5)
        #expect(rig.takeHeard().last == "free" && rig.exchange.holder == nil)
        rig.isGone = false
        rig.exchange.hold(HoldWish(camera: "c", stream: Self.stream), by: 6)
        rig.ask(1)
        rig.isGone = true
        rig.exchange.hold(HoldWish(camera: "c"), by: 6)
        #expect(rig.takeHeard().last == "free" && rig.exchange.holder == nil)
        rig.ask(2)
        #expect(rig.own.orders == ["request 2"])
    }

    @Test("A camera that leaves, or another one that comes, while a request waits: it is answered all the same")
    func unpluggedWhileWaiting() {
        let rig = Rig()
        rig.ask(1)
        rig.own.frameHandler(.began(FramesBegan(request: 1)))
        rig.releasesLate = true
        rig.exchange.hold(HoldWish(camera: "c"), by: 5)
        #expect(rig.takeTold().isEmpty)
        rig.unplug()
        #expect(rig.takeTold() == ["5 answer: held"])
        rig.exchange.cameraArrived(WriteRecord()) { _ in true }
        #expect(rig.takeHeard().last == "held" && rig.takeTold() == ["5 held"])
    }

    @Test("A holder whose picture does not show the place is not asked for it")
    func outOfPicture() {
        let rig = Rig()
        var stream = Self.stream
        stream.crop = NormalizedRectangle(x: 0.5, y: 0, width: 0.5, height: 1)
        rig.exchange.hold(HoldWish(camera: "c", stream: stream), by: 5)
        _ = (rig.takeHeard(), rig.takeTold())
        let left = NormalizedRectangle(x: 0, y: 0, width: 0.2, height: 0.2)
        rig.exchange.request(FrameRequest(focus: left, exposure: left), id: 3)
        #expect(rig.takeHeard() == ["unavailable 3 61"] && rig.takeTold().isEmpty)
    }
}
