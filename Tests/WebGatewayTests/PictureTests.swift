import Testing

@testable import WebGateway

/// The frames of a picture socket, as they are read.
@Suite struct PictureReaderTests {
    private static func part(_ jpeg: [UInt8], captured: Int64? = nil, length: Int? = nil) -> [UInt8] {
        var head = "--tapfocus\r\nContent-Type: image/jpeg\r\nContent-Length: \(length ?? jpeg.count)\r\n"
        if let captured { head += "X-Captured: \(captured)\r\n" }
        return Array("\(head)\r\n".utf8) + jpeg + [0x0d, 0x0a]
    }

    /// Reads bytes in portions.
    private static func read(_ bytes: [UInt8], portion: Int = .max) throws -> [PictureFrame] {
        var reader = PictureReader()
        var frames: [PictureFrame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(portion))
            rest = rest.dropFirst(next.count)
            try next.withUnsafeBytes { bytes in try reader.read(bytes) { frames.append($0) } }
        }
        return frames
    }

    @Test("Frames are found with their times, whatever portions their bytes come in", arguments: [1, 2, 7, 64, 10_000])
    func portions(portion: Int) throws {
        // A frame may look like a boundary: its length says where it ends.
        let jpegs: [[UInt8]] = [[0xff, 0xd8, 0xff, 0xd9], Array("\r\n--tapfocus\r\n\r\n".utf8), [7]]
        let bytes = Self.part(jpegs[0], captured: 94_120_033) + Self.part(jpegs[1]) + Self.part(jpegs[2], captured: 0)
        let frames = try Self.read(bytes, portion: portion)
        #expect(frames.map(\.jpeg) == jpegs)
        #expect(frames.map(\.captured) == [94_120_033, nil, 0])
    }

    @Test("A frame that is not complete is none")
    func half() throws {
        #expect(try Self.read(Self.part([1, 2, 3], length: 9)).isEmpty)
        #expect(try Self.read(Array(Self.part([1, 2, 3]).dropLast(3))).isEmpty)
    }

    @Test("A field that is not known is passed over, and names are in any case")
    func fields() throws {
        let text = "--tapfocus\nX-Lens: 7\ncontent-LENGTH: 2\nContent-Type: image/jpeg\nx-captured: soon\n\nab\n"
        #expect(try Self.read(Array(text.utf8)) == [PictureFrame(jpeg: Array("ab".utf8), captured: nil)])
    }

    @Test(
        "Everything else is a fault, with a sentence",
        arguments: [
            "HTTP/1.1 200 OK\r\n", "{\"event\":\"status\"}\n", "--other\r\n", "--tapfocus\r\n\r\n",
            "--tapfocus\r\nContent-Length: 0\r\n\r\n", "--tapfocus\r\nContent-Length: -5\r\n\r\n",
            "--tapfocus\r\nContent-Length: 16777217\r\n\r\n",
            "--tapfocus\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "--tapfocus\r\nContent-Type: image/png\r\n", "--tapfocus\r\nnonsense\r\n",
            "--tapfocus\r\n" + String(repeating: "X: y\r\n", count: 17), String(repeating: "-", count: 300),
        ])
    func faults(text: String) {
        #expect(throws: PictureFault.self) { try Self.read(Array(text.utf8)) }
    }

    @Test("A part of the stream for browsers ends with the boundary, so that they show it at once")
    func part() {
        let text = String(decoding: PictureStream.part(Array("abc".utf8)), as: UTF8.self)
        #expect(text == "Content-Type: image/jpeg\r\nContent-Length: 3\r\n\r\nabc\r\n--tapfocus\r\n")
        #expect(String(decoding: PictureStream.start, as: UTF8.self) == "--tapfocus\r\n")
        #expect(PictureStream.contentType.hasSuffix("boundary=tapfocus"))
    }

    @Test("The end of the picture is a line that pages can read", arguments: PictureEnd.allCases)
    func end(reason: PictureEnd) {
        let line = String(decoding: reason.line(at: 7), as: UTF8.self)
        #expect(line.hasPrefix("{\"event\":\"picture\",\"time\":7,\"reason\":\"\(reason.rawValue)\",\"message\":\""))
        #expect(line.hasSuffix("\"}") && !line.contains("\n"))
    }
}

/// The frames on their way to a page.
@Suite struct PictureQueueTests {
    @Test("A page that reads gets every frame; one that is slow gets the latest, and the others are dropped")
    func slow() {
        var queue = PictureQueue<Int>()
        let quick = [queue.offer(1), queue.sent(), queue.offer(2)]
        #expect(quick == [1, nil, 2])
        let waiting = (3...9).map { queue.offer($0) }
        #expect(waiting.allSatisfy { $0 == nil } && queue.dropped == 6)
        let later = [queue.sent(), queue.sent(), queue.offer(10)]
        #expect(later == [9, nil, 10] && queue.dropped == 6)
    }

    @Test("While the beginning of the stream is being sent, the first frame waits")
    func begin() {
        var queue = PictureQueue<Int>(isSending: true)
        let frames = [queue.offer(1), queue.sent()]
        #expect(frames == [nil, 1] && queue.dropped == 0)
    }

    @Test("A photo is a frame whose predecessor has a time after the request: its whole exposure came after it")
    func photo() {
        var moment = PhotoMoment(after: 1000)
        let times: [Int64?] = [900, 999, 1000, 1033]
        let answers = times.map { moment.admits($0) }
        #expect(answers == [false, false, false, true])
    }

    @Test("Of frames without a time the third one is the photo")
    func untimed() {
        var moment = PhotoMoment(after: 1000)
        let answers = (0..<3).map { _ in moment.admits(nil) }
        #expect(answers == [false, false, true])
    }
}

/// Who gets the picture.
@Suite struct PictureAccessTests {
    private static let shop = Origin("https://shop.example")!
    private static let access = AccessList(port: 8722, origins: [shop])
    private static let gatekeeper = Gatekeeper(access, hasPicture: true)

    private static func request(
        _ path: String = "/picture", query: String? = nil, host: String = "localhost:8722", origin: String? = nil,
        site: String? = nil, method: String = "GET"
    ) -> WebRequest {
        var request = WebRequest(method: method, path: path, query: query, host: host, origin: origin)
        request.site = site
        return request
    }

    @Test("Own pages and allowed ones get it, and so does a person who opens its address")
    func admitted() {
        for site in [nil, "same-origin", "none"] {
            #expect(Self.gatekeeper.answer(Self.request(site: site)) == .picture(.stream, reader: nil))
            #expect(Self.gatekeeper.answer(Self.request("/picture.jpg", site: site)) == .picture(.photo, reader: nil))
        }
        let allowed = Self.request(origin: "https://shop.example", site: "cross-site")
        #expect(Self.gatekeeper.answer(allowed) == .picture(.stream, reader: Self.shop))
        var question = Self.request(origin: "https://shop.example", method: "OPTIONS")
        question.isPreflight = true
        #expect(Self.gatekeeper.answer(question) == .preflight(reader: Self.shop))
    }

    @Test(
        "Everybody else is refused, with the right status and a sentence that helps",
        arguments: [
            (request(site: "cross-site"), 403, "crossorigin"), (request(site: "same-site"), 403, "crossorigin"),
            (request(origin: "https://evil.example", site: "cross-site"), 403, "--allow-origin https://evil.example"),
            (request(origin: "null"), 403, "give it an origin"),
            (request(host: "evil.example:8722"), 403, "--allow-host"),
            (request(method: "POST"), 405, "GET"), (request(method: "HEAD"), 405, "GET"),
            (request("/picture/"), 404, "no such page"), (request("/picture.jpg/"), 404, "no such page"),
        ] as [(WebRequest, UInt32, String)])
    func refusals(request: WebRequest, status: UInt32, words: String) {
        guard case .refused(let refusal) = Self.gatekeeper.answer(request) else {
            Issue.record("\(request) was not refused")
            return
        }
        #expect(refusal.status.rawValue == status && refusal.sentence.contains(words), "\(refusal)")
    }

    @Test("Where there is a token, the picture needs it", arguments: ["/picture", "/picture.jpg"])
    func token(path: String) throws {
        let token = try Token(file: Array("0123456789abcdef".utf8))
        let guarded = Gatekeeper(Self.access, token: token, hasPicture: true)
        for query in [nil, "", "token=0123456789abcdeg", "n=1"] {
            guard case .refused(let refusal) = guarded.answer(Self.request(path, query: query)) else {
                Issue.record("\(query ?? "nil") was let in")
                return
            }
            #expect(refusal.status == .forbidden && refusal.sentence.contains("--token-file"))
        }
        let right = guarded.answer(Self.request(path, query: "token=0123456789abcdef&n=1"))
        #expect(right == .picture(path == "/picture" ? .stream : .photo, reader: nil))
    }

    @Test("Without the option --picture there is none, and a sentence names it")
    func none() {
        guard case .refused(let refusal) = Gatekeeper(Self.access).answer(Self.request()) else {
            Issue.record("there is a picture")
            return
        }
        #expect(refusal.status == .notFound && refusal.sentence.contains("--picture"))
    }

    @Test("No browser keeps the picture, and only an allowed page reads it from elsewhere")
    func headers() {
        let own = AnswerHeaders.picture(reader: nil)
        #expect(own.filter { $0.name == "Cache-Control" }.map(\.value) == ["no-store"])
        #expect(own.contains { $0.name == "Cross-Origin-Resource-Policy" && $0.value == "same-origin" })
        #expect(!own.contains { $0.name.hasPrefix("Access-Control") })
        let foreign = AnswerHeaders.picture(reader: Self.shop)
        #expect(foreign.contains { $0.name == "Access-Control-Allow-Origin" && $0.value == Self.shop.description })
    }

    @Test("Pictures have places of their own, which no other connection takes")
    func places() {
        var places = ConnectionPlaces()
        let pictures = (0..<ConnectionPlaces.mostPictures).map { _ in places.arrive().connection }
        let areAdmitted = pictures.map { places.becomePicture($0) }
        #expect(areAdmitted.allSatisfy { $0 })
        let late = places.arrive().connection
        let isAdmitted = places.becomePicture(late)
        #expect(!isAdmitted)
        let left = (0..<ConnectionPlaces.mostConnections).compactMap { _ in places.arrive().leaving }
        #expect(left == [late])
        places.leave(pictures[0])
        let next = places.arrive().connection
        let isNext = places.becomePicture(next)
        #expect(isNext)
    }

    @Test("The option names the socket, and is explained")
    func option() throws {
        guard case .serve(let options) = try WebOptions.parse(["--picture", "/run/picture.sock"]) else {
            Issue.record("it does not serve")
            return
        }
        #expect(options.picture == "/run/picture.sock")
        #expect(throws: WebOptions.Fault.self) { try WebOptions.parse(["--picture="]) }
    }
}
