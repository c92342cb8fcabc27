import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// The lines with which a program holds a camera's frames.
@Suite struct HolderRequestTests {
    private static let stream = HeldStream(
        width: 1280, height: 720, interval: TimeSpan(nanoseconds: 33_333_000), stamp: .endOfExposure,
        crop: NormalizedRectangle(x: 0.25, y: 0, width: 0.5, height: 1))

    @Test(
        "Requests are read as they are written",
        arguments: [
            ControlRequest.holdFrames(HoldWish(camera: "/dev/video0")),
            .holdFrames(HoldWish(camera: "046d:082d", stream: stream, sendsTaps: true)),
            .holdFrames(
                HoldWish(
                    camera: "C920",
                    stream: HeldStream(
                        width: 1, height: 65_536, interval: .zero, stamp: .received(delay: .milliseconds(100))))),
            .frame(
                HeldFrame(
                    request: .max, sequence: 812, time: Instant(nanoseconds: 94_120_033_211_000), sharpness: [0.0213],
                    mean: 0.44, bright: 0.01, dark: 0)),
            .frame(
                HeldFrame(
                    request: 0, sequence: 0, time: Instant(nanoseconds: 0), sharpness: [], mean: 0, bright: 0, dark: 0,
                    grid: (0..<48).map { UInt8($0) })),
            .framesEnded, .tap(x: 0.5, y: 0.25, in: .picture, id: TapID(3)),
            .holdFrames(HoldWish(camera: "C920", stream: stream, takesPhotos: true)),
            .photo(PhotoRequest(path: "near.jpg")), .photo(PhotoRequest(path: "é/\"a\".jpg", wait: 0, id: TapID(9))),
            .photo(PhotoRequest(path: "/srv/a.jpg", wait: 60, isNow: true)), .photo(PhotoRequest(path: "a", of: 9)),
            .photo(PhotoRequest(path: "a", ev: -1.5)), .photo(PhotoRequest(path: "a.MP.jpg", of: 3, isLive: true)),
            .photo(PhotoRequest(path: "a", lens: LensWish(-0.05))),
            .photo(PhotoRequest(path: "a", lens: LensWish(0, from: -0.05, to: 0.1), id: TapID(1))),
            .photo(PhotoRequest(path: "a", lens: LensWish(0.1, from: -0.05, to: 0.1))),
            .holdFrames(HoldWish(camera: "C920", stream: stream, takesPhotos: true, takesLivePhotos: true)),
            .photoTaken(TakenPhoto(photo: 1, sequence: 0, time: Instant(nanoseconds: 5000), sharpness: 0.0213)),
            .photoTaken(TakenPhoto(photo: .max, sequence: 812, time: Instant(nanoseconds: 94_120_071_000_000))),
            .photoKept(KeptPhoto(photo: 1, path: "/srv/near.jpg", bytes: 551_234)),
            .photoFailed(FailedPhoto(photo: 1, reason: .noSpace, message: "")),
            .holdFrames(HoldWish(camera: "C920", stream: stream, recordsMovies: true)),
            .movie(MovieRequest(path: "visit.mkv")),
            .movie(MovieRequest(path: "é/\"a\".mp4", seconds: 0.5, keepFree: 0, id: TapID(9))),
            .movie(MovieRequest(path: "a.mkv", seconds: 864_000, keepFree: (1 << 53) - 1)),
            .endMovie(), .endMovie(id: TapID(3)), .movieBegun(BegunMovie(movie: .max, path: "/srv/é.mkv")),
            .movieEnded(EndedMovie(movie: 0, reason: .noSpace, message: "full", seconds: 31.25, dropped: 7)),
            .movieEnded(EndedMovie(movie: 1, reason: .busy)),
            .codeRead(nil), .codeRead(nil, steers: false), .codeRead(SeenCode(text: "", kind: "")),
            .codeRead(SeenCode(text: "é\n\u{1}\"", kind: "QRCode", corners: [0, 0.25, 0.5, 0.25, 0.5, 1, 0, 1])),
            .faceSeen(nil), .faceSeen(NormalizedRectangle(x: 0.25, y: 0, width: 0.5, height: 1)),
        ])
    func roundTrip(request: ControlRequest) throws {
        #expect(try ControlRequest(line: request.line.dropLast()) == request)
    }

    @Test(
        "A program that says no version of the measure computes version 1",
        arguments: [("", 1), (#","measure":1"#, 1), (#","measure":2"#, 2)])
    func measure(field: String, version: Int) throws {
        let line = #"{"request":"hold-frames","camera":"c","width":640,"height":480,"stamp":"end"\#(field)}"#
        guard case .holdFrames(let wish) = try ControlRequest(line: Data(line.utf8)) else {
            Issue.record("no wish")
            return
        }
        #expect(wish.stream?.measure == version)
    }

    @Test(
        "A wish that cannot be is refused with a sentence that says what it has to be",
        arguments: [
            (#""camera":7"#, "needs the camera's path"), (#""width":640"#, "needs the camera's path"),
            (#""camera":"c","width":640"#, "width and height"), (#""camera":"c","width":0,"height":480"#, "1…65536"),
            (#""camera":"c","width":640,"height":65537"#, "1…65536"),
            (#""camera":"c","width":640,"height":480"#, "stamp tells"),
            (#""camera":"c","width":640,"height":480,"stamp":"middle""#, "stamp tells"),
            (#""camera":"c","width":640,"height":480,"stamp":"received""#, "needs delay"),
            (#""camera":"c","width":640,"height":480,"stamp":"received","delay":-1"#, "delay is a time"),
            (#""camera":"c","width":640,"height":480,"stamp":"end","interval":10000001"#, "interval is a time"),
            (#""camera":"c","width":640,"height":480,"stamp":"end","crop":[0,0,1]"#, "crop is"),
            (#""camera":"c","width":640,"height":480,"stamp":"end","crop":[0.5,0,0.6,1]"#, "crop is"),
            (#""camera":"c","width":640,"height":480,"stamp":"end","crop":[0,0,0,1]"#, "crop is"),
            (#""camera":"c","width":640,"height":480,"stamp":"end","measure":3"#, "measure 3 is not known"),
            (#""camera":"c","width":640,"height":480,"stamp":"end","measure":0"#, "measure 0 is not known"),
            (#""camera":"c","measure":-1"#, "only measures 1 to 2"),
        ])
    func refusals(fields: String, words: String) {
        let refusal = #expect(throws: ControlRequest.Refusal.self) {
            try ControlRequest(line: Data("{\"request\":\"hold-frames\",\(fields)}".utf8))
        }
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        #expect(refusal?.request == .holdFrames)
    }

    @Test(
        "A wish for a photo that cannot be is refused with a sentence that says what it has to be",
        arguments: [
            ("", "a path of 1 to 1000 bytes"), (#","path":"""#, "a path of 1 to 1000 bytes"),
            (#","path":"a\u0000b""#, "none of them 0"),
            (#","path":7"#, "a path of 1 to 1000 bytes"), (#","path":"a","wait":-1"#, "waits 0…60 seconds"),
            (#","path":"a","of":0"#, "1 to 9 frames"), (#","path":"a","of":10"#, "1 to 9 frames"),
            (#","path":"a","wait":61"#, "waits 0…60 seconds"), (#","path":"a","wait":"3""#, "waits 0…60 seconds"),
            (#","path":"a","ev":1,"now":true"#, "a photo of now"), (#","path":"a","ev":5"#, "the exposure of a photo"),
            (#","path":"a","ev":"x""#, "the exposure of a photo"),
            (#","path":"a","lens":1.5"#, "the lens of a photo"), (#","path":"a","lens":"x""#, "the lens of a photo"),
            (#","path":"a","lens":0,"lensFrom":-2"#, "the lens of a photo"),
            (#","path":"a","lens":0,"lensTo":2"#, "the lens of a photo"),
            (#","path":"a","lens":0.1,"now":true"#, "a photo of now has no lens"),
            (#","path":"a","id":-1"#, "the id of a photo"),
            (#","path":"a","id":9007199254740992"#, "the id of a photo"),
        ])
    func photoRefusals(fields: String, words: String) {
        let refusal = #expect(throws: ControlRequest.Refusal.self) {
            try ControlRequest(line: Data("{\"request\":\"photo\"\(fields)}".utf8))
        }
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        #expect(refusal?.request == .photo)
    }

    @Test(
        "A wish for a movie that cannot be is refused with a sentence that says what it has to be",
        arguments: [
            ("", "a path of 1 to 1000 bytes"), (#","path":"""#, "a path of 1 to 1000 bytes"),
            (#","path":"a\u0000b""#, "none of them 0"),
            (#","path":"a","seconds":-1"#, "0…864000"), (#","path":"a","seconds":864001"#, "0…864000"),
            (#","path":"a","seconds":"x""#, "0…864000"), (#","path":"a","keepFree":-1"#, "number of bytes"),
            (#","path":"a","keepFree":1.5"#, "number of bytes"),
            (#","path":"a","keepFree":9007199254740992"#, "number of bytes"),
            (#","path":"a","id":9007199254740992"#, "the id of a movie"),
        ])
    func movieRefusals(fields: String, words: String) {
        let refusal = #expect(throws: ControlRequest.Refusal.self) {
            try ControlRequest(line: Data("{\"request\":\"movie\"\(fields)}".utf8))
        }
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        #expect(refusal?.request == .movie)
    }

    @Test("A reason that this version does not know is a failure, with the holder's sentence")
    func unknownReason() throws {
        let movie = #"{"request":"movie-ended","id":3,"reason":"onFire","message":"the disk burns.","seconds":1.5}"#
        let ended = EndedMovie(movie: 3, reason: .failed, message: "the disk burns.", seconds: 1.5)
        #expect(try ControlRequest(line: Data(movie.utf8)) == .movieEnded(ended))
        let line = #"{"request":"photo-failed","id":3,"reason":"onFire","message":"the disk burns."}"#
        let read = try ControlRequest(line: Data(line.utf8))
        #expect(read == .photoFailed(FailedPhoto(photo: 3, reason: .failed, message: "the disk burns.")))
    }

    @Test("A holder gives its own reasons, and no reason of the daemon's", arguments: PhotoFailure.allCases)
    func reasons(reason: PhotoFailure) throws {
        let line = #"{"request":"photo-failed","id":3,"reason":"\#(reason.name)","message":"m"}"#
        guard case .photoFailed(let failed) = try ControlRequest(line: Data(line.utf8)) else {
            Issue.record("no failure")
            return
        }
        let daemons: [PhotoFailure] = [
            .noHolder, .busy, .notHeld, .outOfRange, .notMoved, .noFrame, .noAnswer, .holderGone, .cameraGone,
        ]
        #expect(failed.reason == (daemons.contains(reason) ? .failed : reason))
    }

    @Test("The least time of a frame for a photo is the one from which its exposure cannot have begun earlier")
    func leastTimes() {
        let start = Instant(nanoseconds: 5_000_000_000)
        let stamps: [HeldStream.Stamp] = [
            .startOfExposure, .endOfExposure, .received(delay: .milliseconds(100)),
        ]
        for stamp in stamps {
            var stream = Self.stream
            stream.stamp = stamp
            #expect(stream.times(of: stream.time(ofExposureFrom: start)).start == start)
        }
    }

    @Test(
        "A frame with a field that is missing or wrong is refused as a frame, and told once for a connection",
        arguments: [
            #""id":1"#, #""id":-1,"captured":1,"sharpness":[1],"mean":0,"bright":0,"dark":0"#,
            #""id":1,"captured":1.5,"sharpness":[1],"mean":0,"bright":0,"dark":0"#,
            #""id":1,"captured":1,"sharpness":1,"mean":0,"bright":0,"dark":0"#,
            #""id":1,"captured":1,"sharpness":["nan"],"mean":0,"bright":0,"dark":0"#,
            #""id":1,"captured":1,"sharpness":[1],"mean":0,"bright":0,"dark":0,"grid":[256]"#,
        ])
    func badFrames(fields: String) throws {
        let line = "{\"request\":\"frame\",\(fields)}"
        let refusal = #expect(throws: ControlRequest.Refusal.self) { try ControlRequest(line: Data(line.utf8)) }
        #expect(refusal?.request == .frame)
        let rig = try ServerRig()
        let client = try RawClient(rig.path)
        for _ in 0..<50 { client.send(line + "\n") }
        try rig.turn()
        #expect(client.lines().count == 1 && rig.requests.isEmpty)
    }

    @Test("A time that overflows nanoseconds is in the far future, and not before the start")
    func overflow() throws {
        let line =
            #"{"request":"frame","id":1,"captured":9223372036854775807,"sharpness":[1],"mean":0,"bright":0,"dark":0}"#
        guard case .frame(let frame) = try ControlRequest(line: Data(line.utf8)) else { return }
        #expect(frame.time == Instant(nanoseconds: .max))
    }

    @Test("A connection that holds frames keeps its place, and its end is told, whichever way it comes")
    func place() throws {
        let rig = try ServerRig()
        var left: [ControlServer.ClientID] = []
        rig.server.clientLeft = { left.append($0) }
        let holder = try RawClient(rig.path)
        holder.send(ControlRequest.framesEnded.line.map { $0 })
        try rig.turn()
        rig.server.setHolding(true, 1)
        #expect(rig.server.process(of: 1) == getpid())
        var others: [RawClient] = []
        for _ in 0..<70 {
            others.append(try RawClient(rig.path))
            try rig.turn()
        }
        #expect(rig.server.isConnected(1) && !left.contains(1) && left.count == 7)
        _ = consume holder
        try rig.turn()
        #expect(left.contains(1) && !rig.server.isConnected(1))
    }

    @Test("Damaged lines of a holder never trap: they are read or refused", arguments: [11, 12, 13] as [UInt64])
    func fuzz(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let lines = try [
            ControlRequest.holdFrames(HoldWish(camera: "/dev/video0", stream: Self.stream, sendsTaps: true)),
            .frame(
                HeldFrame(
                    request: 7, sequence: 1, time: Instant(nanoseconds: 1_000_000), sharpness: [0.1], mean: 0.4,
                    bright: 0,
                    dark: 0, grid: [UInt8](repeating: 7, count: 48))),
            .tap(x: 0.1, y: 0.9, in: .picture, id: TapID(1)),
        ].map { Array($0.line.dropLast()) }
        let pieces = ["1e999", "-1", "null", "[]", "{}", "\"", "NaN", "9223372036854775808", "\\u0000", ",", "true"]
        var (read, refused) = (0, 0)
        for _ in 0..<4000 {
            var line = random.pick(lines)
            for _ in 0...random.below(4) {
                let place = random.below(line.count)
                switch random.below(4) {
                case 0: line[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: line.removeSubrange(place..<min(place + 1 + random.below(9), line.count))
                case 2: line.insert(contentsOf: Array(random.pick(pieces).utf8), at: place)
                default: line = Array(line[..<max(place, 1)])
                }
                if line.isEmpty { line = [0x7b] }
            }
            do {
                _ = try ControlRequest(line: Data(line))
                read += 1
            } catch {
                refused += 1
                #expect(error.message.hasSuffix("."))
            }
        }
        #expect(read > 50 && refused > 1000, "seed \(seed)")
    }
}
