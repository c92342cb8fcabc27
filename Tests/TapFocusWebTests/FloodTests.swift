import Foundation
import Glibc
import Synchronization
import Testing

@testable import KioskRuntime

/// Pages that send without a pause, faster than libsoup reads.
@Suite(.serialized) struct FloodTests {
    /// The frame that a page repeats.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case passedOn, refused, pongs

        var frame: [UInt8] {
            switch self {
            case .passedOn: WebSocketClient.frame(.text, Array("{\"request\":\"frame\"}".utf8))
            case .refused: WebSocketClient.frame(.text, Array("{\"request\":\"next-trace\"}".utf8))
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
        arguments: Kind.allCases)
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
}
