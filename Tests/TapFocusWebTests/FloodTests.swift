import Foundation
import Glibc
import Synchronization
import Testing

@testable import KioskRuntime

/// A page that sends without a pause, faster than libsoup reads.
@Suite(.serialized) struct FloodTests {
    /// What the page repeats.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case passedOn, refused, pings, pongs, fragments

        var frame: [UInt8] {
            switch self {
            case .passedOn: WebSocketClient.frame(.text, Array("{\"request\":\"frame\"}".utf8))
            case .refused: WebSocketClient.frame(.text, Array("{\"request\":\"next-trace\"}".utf8))
            case .pings: WebSocketClient.frame(.ping, Array(repeating: 0x20, count: 125))
            case .pongs: WebSocketClient.frame(.pong, Array(repeating: 0x20, count: 125))
            case .fragments: WebSocketClient.frame(.more, [], isLast: false)
            }
        }

        var testDescription: String { rawValue }
    }

    /// Sends from a thread of its own, until the other side ends the connection or it is told to stop.
    private final class Flood: Sendable {
        private let isStopped = Atomic(false)
        private let finished = DispatchSemaphore(value: 0)

        init(_ connection: RawConnection, _ piece: [UInt8]) {
            let descriptor = connection.descriptor
            let bytes = (0...(1 << 20) / piece.count).flatMap { _ in piece }
            Thread.detachNewThread { [self] in
                var rest = bytes[...]
                while !isStopped.load(ordering: .relaxed) {
                    let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                    if count < 0, errno != EAGAIN { break }
                    rest = max(count, 0) < rest.count ? rest.dropFirst(max(count, 0)) : bytes[...]
                }
                finished.signal()
            }
        }

        func stop() {
            isStopped.store(true, ordering: .relaxed)
            finished.wait()
        }
    }

    @Test(
        "A page that floods keeps no other page waiting, and takes no memory", .timeLimit(.minutes(10)),
        arguments: Kind.allCases)
    func fairness(kind: Kind) throws {
        let rig = try WebRig()
        let witness = try WebSocketClient(rig)
        try witness.send("{\"request\":\"status\"}")
        _ = try witness.next()
        let page = try WebSocketClient(rig)
        if kind == .fragments { try page.send(.text, Array("{".utf8), isLast: false) }
        let memory = rig.memory
        let flood = Flood(page.connection, kind.frame)
        defer { flood.stop() }
        for _ in 0..<50 {
            try witness.send("{\"request\":\"status\"}")
            #expect(try witness.next() == "{\"event\":\"status\"}")
            #expect(rig.memory < memory + WebRig.growthLimit)
        }
        #expect(try rig.get("/").status == 200)
    }
}
