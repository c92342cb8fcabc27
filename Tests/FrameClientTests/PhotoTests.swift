import CTapFocus
import SimulatedDevices
import Testing

@testable import FrameClient

/// The events for a program that takes photos, and its answers.
struct PhotoTests {
    private func read(_ line: String) -> tapfocus_photo {
        var photo = tapfocus_photo()
        line.withCString { line in
            var event = tapfocus_event()
            event.line = line
            #expect(tapfocus_read_photo(&event, &photo) == TAPFOCUS_OK.rawValue)
        }
        return photo
    }

    @Test("A program that offers photos says so when it holds the frames")
    func offer() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path)
        #expect(tapfocus_offer_photos(program.client, 1) == TAPFOCUS_OK.rawValue)
        try program.meet(daemon)
        #expect(daemon.nextLine() == #"{"request":"hold-frames","camera":"/dev/video0","photos":true}"#)
        let other = try PlayedDaemon()
        let live = try Program(other.path)
        #expect(tapfocus_offer_photos(live.client, 2) == TAPFOCUS_OK.rawValue)
        try live.meet(other)
        #expect(other.nextLine() == #"{"request":"hold-frames","camera":"/dev/video0","photos":true,"live":true}"#)
        let alone = try Program(PlayedDaemon.makePath(), camera: nil)
        #expect(tapfocus_offer_photos(alone.client, 1) == TAPFOCUS_NO_CAMERA.rawValue)
    }

    @Test("Any program asks for a photo: when nothing settles, of now, or the sharpest of some frames")
    func wishes() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        #expect(tapfocus_take_photo(program.client, "near.jpg", 1.5, 1, 0) == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_take_photo(program.client, "é.jpg", -1, 9, 7) == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_take_live_photo(program.client, "a.MP.jpg", 1.5, 1, 8) == TAPFOCUS_OK.rawValue)
        #expect(daemon.nextLine() == #"{"request":"photo","path":"near.jpg","wait":1.5}"#)
        #expect(daemon.nextLine() == #"{"request":"photo","path":"é.jpg","now":true,"of":9,"id":7}"#)
        #expect(daemon.nextLine() == #"{"request":"photo","path":"a.MP.jpg","wait":1.5,"live":true,"id":8}"#)
        for (path, wait, count, id) in [
            ("", 3, 1, 0), ("a", 61, 1, 0), ("a", .nan, 1, 0), ("a", 3, 0, 0), ("a", 3, 10, 0), ("a", 3, 1, 1 << 53),
        ] as [(String, Double, Int32, UInt64)] {
            #expect(tapfocus_take_photo(program.client, path, wait, count, id) == TAPFOCUS_BAD_VALUE.rawValue)
        }
        #expect(tapfocus_take_photo(program.client, nil, 3, 1, 0) == TAPFOCUS_NULL_POINTER.rawValue)
        #expect(daemon.lines().isEmpty)
    }

    @Test("The answers are lines with the number of the photo")
    func answers() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        #expect(tapfocus_photo_taken(program.client, 7, 812, 94_120_071_000, -1) == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_photo_taken(program.client, 9, 1, 5, 0.25) == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_photo_kept(program.client, 7, "/srv/\"near\".jpg", 551_234) == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_photo_failed(program.client, 8, "noSpace", "full") == TAPFOCUS_OK.rawValue)
        #expect(tapfocus_photo_taken(program.client, 7, 812, -1, 0) == TAPFOCUS_BAD_VALUE.rawValue)
        #expect(
            daemon.nextLine() == #"{"request":"photo-taken","id":7,"sequence":812,"captured":94120071000}"#)
        #expect(
            daemon.nextLine() == #"{"request":"photo-taken","id":9,"sequence":1,"captured":5,"sharpness":0.25}"#)
        #expect(
            daemon.nextLine() == #"{"request":"photo-kept","id":7,"path":"/srv/\"near\".jpg","bytes":551234}"#)
        #expect(
            daemon.nextLine() == #"{"request":"photo-failed","id":8,"reason":"noSpace","message":"full"}"#)
    }

    @Test("An event says what is wanted, and the facts are read from it")
    func facts() {
        let photo = read(
            #"{"event":"keep-photo","id":1,"focus":"converged","region":[0.25,0,0.5,1],"exposureTime":20000,"#
                + #""gain":-8,"lens":95,"ev":-0.7,"camera":"Acme","maker":"Acmé \"Ltd\""}"#)
        #expect(photo.exposure_time == 20_000 && photo.has_gain == 1 && photo.gain == -8)
        #expect(photo.has_lens == 1 && photo.lens == 95 && photo.has_ev == 1 && photo.ev == -0.7)
        let maker = withUnsafeBytes(of: photo.maker) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        #expect(maker == "Acmé \"Ltd\"")
        #expect(photo.has_region == 1 && photo.region.x == 0.25 && photo.region.height == 1)
        let take = read(#"{"event":"take-photo","id":1,"path":"a","notBefore":1040000}"#)
        #expect(take.not_before == 1_040_000 && take.of == 1 && take.live == 0)
        #expect(read(#"{"event":"take-photo","id":1,"path":"a","notBefore":1,"live":true}"#).live == 1)
        #expect(read(#"{"event":"take-photo","id":1,"path":"a","notBefore":1,"of":3}"#).of == 3)
        #expect(read(#"{"event":"take-photo","id":1,"path":"a","notBefore":1,"of":99}"#).of == 9)
    }

    @Test("Facts that are not as they should be are left out, and the others count")
    func wrongFacts() {
        let photo = read(
            #"{"region":[0.5,0,0.6,1],"exposureTime":-3,"gain":"much","lens":1e99,"ev":1e999,"notBefore":5}"#)
        #expect(photo.has_region == 0 && photo.exposure_time == 0 && photo.has_gain == 0 && photo.has_lens == 0)
        #expect(photo.has_ev == 0 && photo.ev == 0 && photo.not_before == 5)
    }

    @Test("Whatever a line has become, it is read without a trap", arguments: [UInt64](0..<20))
    func anyLine(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let line = Array(
            #"{"event":"keep-photo","id":1,"region":[0.25,0,0.5,1],"exposureTime":20000,"gain":8,"ev":-0.7}"#.utf8)
        for _ in 0..<500 {
            var bytes = line
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 1...127, using: &random)
            }
            _ = read(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("The events about photos have kinds of their own, and their names in the message")
    func kinds() throws {
        let daemon = try PlayedDaemon()
        let program = try Program(daemon.path, camera: nil)
        try program.meet(daemon)
        daemon.send(
            Array(
                #"""
                {"event":"take-photo","id":1,"path":"near.jpg","notBefore":5}
                {"event":"keep-photo","id":1,"focus":"following","camera":"Acme"}
                {"event":"drop-photo","id":1}
                {"event":"photo","time":5,"path":"/srv/near.jpg","focus":"failed","exposure":null}

                """#.utf8))
        var events: [Program.Event] = []
        #expect(
            program.turn {
                while let event = program.nextEvent() { events.append(event) }
                return events.contains { $0.kind == Int32(TAPFOCUS_PHOTO.rawValue) }
            })
        let kinds = [TAPFOCUS_TAKE_PHOTO, TAPFOCUS_KEEP_PHOTO, TAPFOCUS_DROP_PHOTO, TAPFOCUS_PHOTO]
        let heard = Array(events.suffix(4))
        #expect(heard.map(\.kind) == kinds.map { Int32($0.rawValue) })
        #expect(heard.map(\.message) == ["near.jpg", "Acme", "", "/srv/near.jpg"])
        #expect(heard.map(\.focus) == ["", "following", "", "failed"])
    }
}
