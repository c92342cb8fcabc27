import Foundation
import Glibc
import Testing

/// The camera's picture, from the program that holds it to pages.
@Suite(.serialized) struct PictureTests {
    private static func rig() throws -> WebRig {
        try WebRig("--picture", "FOLDER/picture")
    }

    /// A frame that can be told from others: it is never decoded.
    private static func frame(_ number: Int, size: Int = 2000) -> [UInt8] {
        Array("<frame \(number)>".utf8) + [UInt8](repeating: 7, count: size)
    }

    private static func page(
        _ rig: WebRig, _ path: String = "/picture", receiveBuffer: Int32? = nil
    ) throws -> RawConnection {
        let client = try RawConnection(port: rig.port, receiveBuffer: receiveBuffer)
        let lines = ["GET \(path) HTTP/1.1", "Host: localhost:\(rig.port)", "Sec-Fetch-Site: same-origin", "", ""]
        try client.send(Array(lines.joined(separator: "\r\n").utf8), rig)
        return client
    }

    private static func has(_ client: RawConnection, _ words: String) -> Bool {
        client.receive()
        return String(decoding: client.received, as: UTF8.self).contains(words)
    }

    /// The time of the tests' clock, in µs of CLOCK_MONOTONIC.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    @Test("Pages get the holder's frames, each in a part of its own, through one connection to the holder")
    func stream() throws {
        let rig = try Self.rig()
        let holder = try PlayedHolder(rig)
        let first = try Self.page(rig)
        try rig.wait("the gateway") { holder.accept() == 1 }
        let second = try Self.page(rig)
        try rig.wait("the second page") { Self.has(second, "--tapfocus") }
        for number in 1...3 {
            holder.send(Self.frame(number))
            for page in [first, second] { try rig.wait("frame \(number)") { Self.has(page, "<frame \(number)>") } }
        }
        let answer = HTTPAnswer(first.received)
        #expect(answer.status == 200 && answer.headers["cache-control"] == "no-store")
        #expect(answer.headers["content-type"] == "multipart/x-mixed-replace; boundary=tapfocus")
        #expect(answer.text.contains("Content-Type: image/jpeg\r\nContent-Length: 2009\r\n\r\n<frame 1>"))
        #expect(holder.accept() == 1)
    }

    @Test("Without a page nothing is asked of the holder, and when the last page has gone, the holder is left")
    func rest() throws {
        let rig = try Self.rig()
        let holder = try PlayedHolder(rig)
        #expect(try rig.get("/").status == 200)
        #expect(holder.accept() == 0)
        var page: RawConnection? = try Self.page(rig)
        try rig.wait("the gateway") { holder.accept() == 1 }
        holder.send(Self.frame(1))
        try rig.wait("a frame") { page.map { Self.has($0, "<frame 1>") } ?? true }
        page = nil
        // A connection that is gone is noticed when something is sent.
        try rig.wait("the gateway to leave") {
            holder.send(Self.frame(2))
            return holder.accept() == 0
        }
        let other = try Self.page(rig)
        try rig.wait("the gateway again") { holder.accept() == 1 }
        holder.send(Self.frame(3))
        try rig.wait("a frame again") { Self.has(other, "<frame 3>") }
    }

    @Test("The holder's end ends the picture of all pages, and their WebSockets tell them why")
    func end() throws {
        let rig = try Self.rig()
        let holder = try PlayedHolder(rig)
        let socket = try WebSocketClient(rig)
        let page = try Self.page(rig)
        try rig.wait("the gateway") { holder.accept() == 1 }
        holder.send(Self.frame(1))
        try rig.wait("a frame") { Self.has(page, "<frame 1>") }
        holder.end()
        try rig.wait("the end") { page.receive() }
        let line = try socket.next()
        #expect(line.contains("\"event\":\"picture\"") && line.contains("\"reason\":\"holderGone\""), "\(line)")
        #expect(socket.isOpen && rig.isRunning)
    }

    @Test("What is no picture ends it, too")
    func noPicture() throws {
        let rig = try Self.rig()
        let holder = try PlayedHolder(rig)
        let socket = try WebSocketClient(rig)
        let page = try Self.page(rig)
        try rig.wait("the gateway") { holder.accept() == 1 }
        holder.say(Array("{\"event\":\"status\"}\n".utf8))
        try rig.wait("the end") { page.receive() }
        #expect(try socket.next().contains("\"reason\":\"noPicture\""))
        try rig.wait("the gateway to leave") { holder.accept() == 0 }
    }

    @Test("A page that does not read misses frames: another one gets each of them, and no memory is filled")
    func slow() throws {
        let rig = try Self.rig()
        let holder = try PlayedHolder(rig)
        let slow = try Self.page(rig, receiveBuffer: 4096)
        let quick = try Self.page(rig)
        try rig.wait("the gateway") { holder.accept() == 1 }
        try rig.wait("the beginning") { Self.has(quick, "--tapfocus") }
        let before = rig.memory
        for number in 1...300 {
            holder.send(Self.frame(number, size: 60_000))
            try rig.wait("frame \(number)") { Self.has(quick, "<frame \(number)>") }
            quick.removeFirst(quick.received.count)
        }
        #expect(rig.memory - before < WebRig.growthLimit)
        try rig.wait("the latest frame") {
            holder.send(Self.frame(301))
            return Self.has(slow, "<frame 301>")
        }
        #expect(!Self.has(slow, "<frame 150>"))
    }

    @Test("A photo is one frame, exposed after the request; older ones are passed over")
    func photo() throws {
        let rig = try Self.rig()
        let holder = try PlayedHolder(rig)
        let page = try Self.page(rig, "/picture.jpg")
        try rig.wait("the gateway") { holder.accept() == 1 }
        let start = Self.now()
        holder.send(Self.frame(1), captured: start - 60_000_000)
        holder.send(Self.frame(2), captured: start + 10_000)
        holder.send(Self.frame(3), captured: start + 43_000)
        holder.send(Self.frame(4), captured: start + 76_000)
        try rig.wait("the photo") { page.receive() }
        let answer = HTTPAnswer(page.received)
        #expect(answer.status == 200 && answer.headers["content-type"] == "image/jpeg")
        #expect(answer.text.contains("<frame 3>"))
        for number in [1, 2, 4] { #expect(!answer.text.contains("<frame \(number)>")) }
    }

    @Test("Without a holder, and without the option, there is a sentence; a page of another server gets nothing")
    func refusals() throws {
        let rig = try Self.rig()
        let missing = try rig.get("/picture")
        #expect(missing.status == 503 && missing.text.contains("picture-socket"))
        try rig.wait("the log") { rig.errors.contains("picture-socket") }
        let foreign = try rig.get("/picture", "Sec-Fetch-Site: cross-site")
        #expect(foreign.status == 403 && foreign.text.contains("crossorigin"))
        let without = try WebRig(hasDaemon: false)
        let none = try without.get("/picture.jpg")
        #expect(none.status == 404 && none.text.contains("--picture"))
    }
}
