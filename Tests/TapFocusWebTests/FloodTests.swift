import FocusCore
import Foundation
import Glibc
import Synchronization
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// Pages that send without a pause, faster than libsoup reads.
@Suite(.serialized) struct FloodTests {
    /// The frame that a page repeats.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case passedOn, refused, pings, pongs

        var frame: [UInt8] {
            switch self {
            case .passedOn: WebSocketClient.frame(.text, Array("{\"request\":\"frame\"}".utf8))
            case .refused: WebSocketClient.frame(.text, Array("{\"request\":\"next-trace\"}".utf8))
            case .pings: WebSocketClient.frame(.ping, Array(repeating: 0x20, count: 125))
            case .pongs: WebSocketClient.frame(.pong, Array(repeating: 0x20, count: 125))
            }
        }

        var testDescription: String { rawValue }
    }

    /// Sends from a thread of its own, until the other side ends the connection or it is told to stop.
    private final class Flood: Sendable {
        private let isStopped = Atomic(false)
        private let hasEnded = Atomic(false)
        private let count = Atomic(0)
        private let finished = DispatchSemaphore(value: 0)

        init(_ connection: RawConnection, _ piece: [UInt8]) {
            let descriptor = connection.descriptor
            let bytes = (0...(1 << 20) / piece.count).flatMap { _ in piece }
            Thread.detachNewThread { [self] in
                var rest = bytes[...]
                while !isStopped.load(ordering: .relaxed) {
                    let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                    if sent < 0, errno != EAGAIN { break }
                    count.add(max(sent, 0), ordering: .relaxed)
                    rest = max(sent, 0) < rest.count ? rest.dropFirst(max(sent, 0)) : bytes[...]
                }
                hasEnded.store(true, ordering: .relaxed)
                finished.signal()
            }
        }

        /// The other side has ended the connection.
        var isOver: Bool { hasEnded.load(ordering: .relaxed) }
        /// The page has sent 1 MiB, or its connection has ended.
        var isUnderWay: Bool { isOver || count.load(ordering: .relaxed) >= 1 << 20 }

        func stop() {
            isStopped.store(true, ordering: .relaxed)
            finished.wait()
        }
    }

    @Test(
        "A page that floods keeps no other page waiting, and takes no memory", .timeLimit(.minutes(10)),
        arguments: [Kind.passedOn, .refused, .pongs])
    func fairness(kind: Kind) throws {
        let rig = try WebRig()
        let witness = try WebSocketClient(rig)
        try witness.send("{\"request\":\"status\"}")
        _ = try witness.next()
        let pages = try (0..<3).map { _ in try WebSocketClient(rig) }
        let memory = rig.memory
        let floods = pages.map { Flood($0.connection, kind.frame) }
        defer { for flood in floods { flood.stop() } }
        try rig.wait("the floods") { floods.allSatisfy(\.isUnderWay) }
        for _ in 0..<50 {
            try witness.send("{\"request\":\"status\"}")
            #expect(try witness.next() == "{\"event\":\"status\"}")
            #expect(rig.memory < memory + WebRig.growthLimit)
        }
        #expect(try rig.get("/").status == 200)
    }

    @Test(
        "A page that sends pings without a pause keeps others waiting for some seconds at most",
        .timeLimit(.minutes(10)))
    func pings() throws {
        let rig = try WebRig()
        let witness = try WebSocketClient(rig)
        try witness.send("{\"request\":\"status\"}")
        _ = try witness.next()
        let pages = try (0..<3).map { _ in try WebSocketClient(rig) }
        let memory = rig.memory
        let floods = pages.map { Flood($0.connection, Kind.pings.frame) }
        defer { for flood in floods { flood.stop() } }
        try rig.wait("the floods") { floods.allSatisfy(\.isUnderWay) }
        var longest = Duration.zero
        for _ in 0..<50 {
            let begin = ContinuousClock.now
            try witness.send("{\"request\":\"status\"}")
            #expect(try witness.next() == "{\"event\":\"status\"}")
            longest = max(longest, begin.duration(to: .now))
            // libsoup keeps an answer for each ping until the kernel ends the connection; a fast machine reads many in three seconds.
            #expect(rig.memory < memory + 8 * WebRig.growthLimit)
        }
        // Three seconds for each page, one after the other; a loaded machine takes longer.
        #expect(longest < .seconds(60))
        #expect(try rig.get("/").status == 200)
    }

    @Test(
        "A page that taps as fast as it can, again and again, costs no other page its lines, its hold or its connection",
        .timeLimit(.minutes(10)))
    func taps() throws {
        let rig = try WebRig(hasDaemon: false)
        let daemon = try RunningDaemon(rig)
        let honest = try WebSocketClient(rig)
        let stream = HeldStream(
            width: 640, height: 480, interval: .milliseconds(33), stamp: .received(delay: .milliseconds(33)))
        let wish = HoldWish(camera: "Simulated Camera", stream: stream, sendsTaps: true)
        for request in [ControlRequest.watch, .holdFrames(wish)] {
            try honest.send(String(decoding: request.line.dropLast(), as: UTF8.self))
        }
        _ = try honest.hear("\"event\":\"held\"")
        let tap = WebSocketClient.frame(
            .text, Array("{\"request\":\"tap\",\"x\":0.5,\"y\":0.5,\"in\":\"picture\"}".utf8))
        for _ in 0..<8 {
            let page = try WebSocketClient(rig)
            let flood = Flood(page.connection, tap)
            defer {
                flood.stop()
                withExtendedLifetime(page) {}
            }
            try rig.wait("the end of the flood") {
                honest.receive()
                return flood.isOver || !honest.isOpen
            }
            try honest.send("{\"request\":\"status\"}")
            _ = try honest.hear("\"event\":\"status\"")
        }
        #expect(honest.isOpen && daemon.isRunning)
    }

    @Test("A page may send a thousand messages at once; one that sends far more is disconnected, and is heard no more")
    func rate() throws {
        let rig = try WebRig()
        let tap = WebSocketClient.frame(
            .text, Array("{\"request\":\"tap\",\"x\":0.5,\"y\":0.5,\"in\":\"picture\"}".utf8))
        let page = try WebSocketClient(rig)
        try page.connection.send((0..<900).flatMap { _ in tap }, rig)
        for _ in 0..<900 { #expect(try page.next() == "{\"event\":\"status\"}") }
        #expect(rig.requests.count == 900)
        let other = try WebSocketClient(rig)
        rig.answer = { _, _, _ in }
        try other.connection.send((0..<20_000).flatMap { _ in tap }, rig)
        #expect(try other.closeCode() == 1006)
        try rig.wait("its client to leave") { rig.left.count == 1 }
        #expect(rig.requests.count < 900 + 10_000)
        #expect(page.isOpen)
    }
}
