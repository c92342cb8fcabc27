import CGStreamer
import CGStreamerCheck
import Foundation
import Glibc

/// The picture that the bin gives at a socket.
enum PictureTests {
    private static let jpeg =
        "videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=30/1 ! jpegenc ! image/jpeg"
    private static let raw = "videotestsrc is-live=true ! video/x-raw,format=YUY2,width=320,height=240,framerate=30/1"

    static func run(_ findings: inout Findings) {
        show(&findings, "of JPEG", jpeg)
        show(&findings, "of raw video", raw)
        refuse(&findings)
    }

    private static func pipeline(_ source: String, _ path: String) -> Pipeline {
        Pipeline(
            "tapfocuscamera name=camera source=\"\(source)\" camera=/dev/video7 socket=\(path).none "
                + "picture-socket=\(path) ! fakesink name=sink")
    }

    private static func show(_ findings: inout Findings, _ kind: String, _ source: String) {
        let path = temporaryPath() + ".picture"
        let pipeline = pipeline(source, path)
        pipeline.set(GST_STATE_PLAYING)
        let first = PictureClient(path)
        let frames = first.frames(5)
        let times = frames.map(\.captured)
        findings.expect(
            "a reader gets frames \(kind), each a JPEG with its time, one after the other",
            frames.count >= 5 && frames.allSatisfy { $0.jpeg.starts(with: [0xff, 0xd8]) && $0.captured > 0 }
                && times == times.sorted(), times)
        let now = monotonicTime()
        findings.expect(
            "the times \(kind) are those of CLOCK_MONOTONIC",
            times.last.map { abs(now - $0) < 10_000_000 } == true, times)
        // It reads nothing, and its buffers fill.
        let slow = PictureClient(path)
        let second = PictureClient(path)
        let more = second.frames(60)
        findings.expect("a reader \(kind) that does not read holds nobody up", more.count >= 60, more.count)
        second.close()
        first.close()
        slow.close()
        let third = PictureClient(path)
        findings.expect("a reader \(kind) that comes later gets frames, too", third.frames(2).count >= 2)
        pipeline.set(GST_STATE_NULL)
        findings.expect("the end of the pipeline \(kind) ends the picture", third.isEnded())
        findings.expect("... and its socket is gone", access(path, F_OK) != 0)
        third.close()
    }

    private static func refuse(_ findings: inout Findings) {
        let path = temporaryPath() + ".file"
        FileManager.default.createFile(atPath: path, contents: Data([1]))
        let pipeline = pipeline(jpeg, path)
        let isPlaying = pipeline.set(GST_STATE_PLAYING)
        let told = pipeline.messages()
        findings.expect(
            "a socket that cannot be made is a warning, the picture goes on, and no file is lost",
            isPlaying && told.contains { $0.hasPrefix("warning: The picture cannot be given at \(path)") }
                && FileManager.default.contents(atPath: path) == Data([1]), told)
        pipeline.set(GST_STATE_NULL)
        unlink(path)
    }

    private static func monotonicTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}

/// A program that reads the picture.
private final class PictureClient {
    private var descriptor: Int32 = -1
    private var received: [UInt8] = []

    init(_ path: String) {
        _ = wait {
            descriptor = Self.connected(path)
            return descriptor >= 0
        }
    }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Reads until so many frames are there, for at most half a minute.
    func frames(_ count: Int) -> [(jpeg: [UInt8], captured: Int64)] {
        var found: [(jpeg: [UInt8], captured: Int64)] = []
        _ = wait {
            read()
            while let frame = next() { found.append(frame) }
            return found.count >= count
        }
        return found
    }

    /// Waits until the other side has ended it.
    func isEnded() -> Bool {
        wait {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            return recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == 0
        }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count > 0 { received += bytes.prefix(count) }
    }

    /// Takes the next whole frame.
    private func next() -> (jpeg: [UInt8], captured: Int64)? {
        let end = Array("\r\n\r\n".utf8)
        guard let head = received.indices.first(where: { received[$0...].starts(with: end) }) else { return nil }
        let lines = String(decoding: received[..<head], as: UTF8.self).components(separatedBy: "\r\n")
        func field(_ name: String) -> Int64? {
            lines.first { $0.hasPrefix(name) }.flatMap { Int64($0.dropFirst(name.count)) }
        }
        guard lines.contains("--tapfocus"), let length = field("Content-Length: ") else { return nil }
        let start = head + 4
        guard received.count >= start + Int(length) + 2 else { return nil }
        let jpeg = Array(received[start..<start + Int(length)])
        received.removeFirst(start + Int(length) + 2)
        return (jpeg, field("X-Captured: ") ?? -1)
    }

    private static func connected(_ path: String) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        if result == 0 { return descriptor }
        Glibc.close(descriptor)
        return -1
    }
}
