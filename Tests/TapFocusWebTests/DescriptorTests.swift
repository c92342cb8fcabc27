import Foundation
import Glibc
import Testing

/// When the program has as many files open as it may have.
@Suite(.serialized) struct DescriptorTests {
    @Test("Connections that cannot be accepted wait, cost one sentence and no processor's time, and are served later")
    func waiting() throws {
        let rig = try WebRig(mostFiles: 32)
        #expect(try rig.get("/").status == 200)
        // The kernel accepts them; the program has no descriptor for the last ones.
        var connections = try (0..<40).map { _ in try RawConnection(port: rig.port) }
        try rig.wait("the sentence") { rig.errors.contains("LimitNOFILE=") }
        let before = try #require(rig.ticks)
        let end = Date() + 3
        try rig.wait("three seconds") { Date() >= end }
        let after = try #require(rig.ticks)
        #expect(after - before < 30)
        #expect(rig.errors.split(separator: "\n").count == 1, "\(rig.errors)")
        connections.removeAll()
        #expect(try rig.get("/").status == 200)
    }

    @Test("A file that cannot be opened because too many are gets 503, not 404, and one line says what to do")
    func unopened() throws {
        // The highest limit is enough; with one of the lower ones the connection takes the last descriptor.
        for limit in stride(from: 16, through: 8, by: -1) {
            let rig = try WebRig(hasDaemon: false, mostFiles: limit)
            let answer = try rig.get("/")
            if answer.status == 200 { continue }
            #expect(answer.status == 503 && answer.text.contains("Try again"))
            #expect(rig.errors.contains("cannot serve a page: too many open files."), "\(rig.errors)")
            return
        }
        Issue.record("each limit was enough")
    }

    @Test("Connections that are reset, before, in or after a request, leave no descriptor behind")
    func resets() throws {
        let rig = try WebRig(hasDaemon: false)
        #expect(try rig.get("/").status == 200)
        let before = rig.descriptors
        let host = "Host: localhost:\(rig.port)\r\n"
        for text in [
            "", "GET / HT", "GET / HTTP/1.1\r\n\(host)", "GET / HTTP/1.1\r\n\(host)\r\n",
            "POST / HTTP/1.1\r\n\(host)Content-Length: 10\r\n\r\n12",
        ] {
            for _ in 0..<40 {
                let connection = try RawConnection(port: rig.port)
                _ = connection.write(Array(text.utf8)[...])
                // A connection that does not linger is reset when it is closed.
                var wish = linger(l_onoff: 1, l_linger: 0)
                setsockopt(
                    connection.descriptor, SOL_SOCKET, SO_LINGER, &wish, socklen_t(MemoryLayout<linger>.size))
            }
        }
        #expect(try rig.get("/").status == 200)
        try rig.wait("the end of all of them") { rig.descriptors <= before }
        #expect(rig.errors.isEmpty, "\(rig.errors)")
    }

    /// A page takes three descriptors, so one of three limits leaves none for the first of them, one for the second, one for the third.
    @Test("A page for which no descriptor is left is told so with 1013, and those that are there stay")
    func refused() throws {
        var refusals = 0
        for limit in 30...32 {
            let rig = try WebRig(mostFiles: limit)
            var pages: [WebSocketClient] = []
            var refused: WebSocketClient?
            while refused == nil, rig.descriptors < limit {
                let page = try WebSocketClient(rig)
                try page.send("{\"request\":\"status\"}")
                try rig.wait("an answer") {
                    page.receive()
                    return page.hasText || !page.isOpen
                }
                if page.hasText { pages.append(page) } else { refused = page }
            }
            #expect(pages.count > 1)
            if let refused {
                refusals += 1
                #expect(refused.close?.code == 1013 && refused.close?.reason.contains("files") == true)
                #expect(rig.errors.contains("cannot serve a WebSocket"), "\(rig.errors)")
            }
            for page in pages {
                #expect(page.isOpen)
                #expect(try page.next() == "{\"event\":\"status\"}")
            }
        }
        #expect(refusals >= 1)
    }
}
