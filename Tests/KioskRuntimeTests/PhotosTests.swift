import FocusCore
import LinuxDevices
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// A photo between its client, the machine and the program that holds the frames.
@Suite struct PhotosTests {
    /// Client 3 wants photos, client 5 holds the frames.
    private final class Rig {
        let photos: Photos
        let writes = WriteRecord()
        var scene = Photos.Scene()
        /// The lines for the holder, without their line feeds.
        private(set) var sent: [String] = []
        private(set) var ends: [Announcement] = []
        private(set) var timer: Instant?
        /// In EV.
        private(set) var compensations: [Double] = []
        /// As shares of the lens's range; nil: back.
        private(set) var moves: [Double?] = []

        /// A tap is held, at the centre or at another point.
        func hold(at point: PointOfInterest = PointOfInterest(x: 0.5, y: 0.5)) {
            scene.holdsExposure = true
            photos.follow(
                .state(
                    StateReport(
                        state: .autoAndForceLocked(point), point: point, cause: .tap, rule: .tapped,
                        indicator: .unchanged)))
        }

        func press(_ path: String, ev: Double, at time: Int64) {
            photos.take(PhotoRequest(path: path, ev: ev, id: TapID(7)), for: 3, at: Self.time(time))
        }

        func press(_ path: String, lens: LensWish, at time: Int64) {
            photos.take(PhotoRequest(path: path, lens: lens, id: TapID(7)), for: 3, at: Self.time(time))
        }

        /// A tap is held and has settled, with the lens at 100 of 0…250.
        func holdLens() {
            hold()
            photos.follow(
                .settled(
                    SettledReport(
                        focus: .converged, focusLevel: .software, exposure: .converged, exposureLevel: .software,
                        verified: .focus)))
            writes.record(.focusAbsolute, 100, at: Self.time(100))
            scene.heldLens = LensRange(minimum: 0, maximum: 250, step: 5).map { HeldLens(position: 100, range: $0) }
        }

        /// The reasons why there are no photos.
        var reasons: [PhotoFailure] {
            ends.compactMap { if case .photoFailed(let reason, _, _) = $0 { reason } else { nil } }
        }

        /// - Parameter start: of the daemon, in ms.
        init(at start: Int64 = 0) {
            photos = Photos(at: Rig.time(start))
            let stream = HeldStream(width: 640, height: 480, interval: .milliseconds(40), stamp: .endOfExposure)
            scene.holder = FrameExchange.Holder(
                client: 5, wish: HoldWish(camera: "c", stream: stream, takesPhotos: true))
            scene.writes = writes
            scene.camera = "Acme Kiosk"
            photos.scene = { [unowned self] in scene }
            photos.send = { [unowned self] line, client in
                if client == 5 { sent.append(String(decoding: line.dropLast(), as: UTF8.self)) }
            }
            photos.announce = { [unowned self] announcement, client in if client == 3 { ends.append(announcement) } }
            photos.compensate = { [unowned self] in
                compensations.append($0)
                scene.compensation = $0
            }
            photos.moveLens = { [unowned self] share in
                moves.append(share)
                scene.lensAside = share.flatMap { self.scene.heldLens?.position(beside: $0) }
            }
            photos.setTimer = { [unowned self] in timer = $0 }
        }

        func press(_ path: String = "near.jpg", at time: Int64, isNow: Bool = false) {
            photos.take(PhotoRequest(path: path, isNow: isNow, id: TapID(7)), for: 3, at: Self.time(time))
        }

        /// A frame whose exposure has ended at a time.
        func take(_ time: Int64, photo: UInt32 = 1, from client: UInt64 = 5) {
            let taken = TakenPhoto(photo: photo, sequence: 1, time: Self.time(time))
            photos.taken(taken, by: client, at: Self.time(time + 5))
        }

        /// In ms.
        static func time(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
    }

    @Test("At rest, the holder is asked at once for a frame exposed after the press, and the client hears of the file")
    func whole() {
        let rig = Rig()
        rig.press(at: 1000)
        #expect(rig.sent == [#"{"event":"take-photo","id":1,"path":"near.jpg","notBefore":1040000}"#])
        rig.take(1050)
        #expect(rig.sent.count == 2 && rig.sent[1].contains(#""event":"keep-photo","id":1"#))
        rig.photos.kept(KeptPhoto(photo: 1, path: "/srv/near.jpg", bytes: 5), by: 5, at: Rig.time(1100))
        let report = PhotoReport(
            path: "/srv/near.jpg", outcomes: PhotoOutcomes(focus: .following, exposure: .following),
            lag: .milliseconds(10), bytes: 5, id: TapID(7))
        #expect(rig.ends == [.photo(report)])
        #expect(rig.timer == nil)
    }

    @Test("While something settles nobody is asked; then for a frame from which the last writes can be seen")
    func settles() {
        let rig = Rig()
        rig.scene.isAtRest = false
        rig.press(at: 1000)
        #expect(rig.sent.isEmpty && rig.timer == Rig.time(4000))
        rig.writes.record(.focusAbsolute, 95, at: Rig.time(1190))
        rig.scene.isAtRest = true
        rig.scene.framesToShow.lens = 3
        rig.photos.stepped(at: Rig.time(1200))
        // Three frames of 40 ms after the lens was moved, and one more until the exposure's end.
        #expect(rig.sent == [#"{"event":"take-photo","id":1,"path":"near.jpg","notBefore":1350000}"#])
    }

    @Test("A frame that is older than it may be is refused, whatever the holder says")
    func tooOld() {
        let rig = Rig()
        rig.press(at: 1000)
        rig.take(1030)
        #expect(rig.sent.count == 2 && rig.sent[1] == rig.sent[0])
        rig.take(1041)
        #expect(rig.sent.count == 3 && rig.sent[2].contains("keep-photo"))
    }

    @Test("A value counts as the frame's only while it is held and was read back")
    func facts() {
        let rig = Rig()
        rig.writes.record(.focusAbsolute, 95, at: Rig.time(100))
        rig.writes.record(.exposureAbsolute, 200, at: Rig.time(100))
        rig.writes.record(.gain, 8, at: Rig.time(100))
        rig.hold(at: PointOfInterest(x: 0.25, y: 0.5))
        rig.photos.follow(
            .settled(
                SettledReport(
                    focus: .failed, focusLevel: .software, exposure: .converged, exposureLevel: .software,
                    verified: .exposure)))
        rig.scene.regionShare = 0.5
        // The wish alone is no fact.
        rig.scene.compensation = 1
        rig.scene.shownCompensation = 0
        rig.scene.maker = "Acme Ltd"
        rig.press(at: 1000)
        rig.take(1050)
        #expect(
            rig.sent.last == #"{"event":"keep-photo","id":1,"focus":"failed","exposure":"converged","#
                + #""region":[0.0,0.25,0.5,0.5],"exposureTime":20000,"gain":8,"ev":0.0,"camera":"Acme Kiosk","#
                + #""maker":"Acme Ltd"}"#)
    }

    @Test("A tap between the exposure of a frame and the word to keep it changes none of its facts")
    func tapInBetween() {
        let rig = Rig()
        rig.writes.record(.focusAbsolute, 95, at: Rig.time(100))
        rig.hold()
        rig.photos.follow(
            .settled(
                SettledReport(
                    focus: .converged, focusLevel: .software, exposure: .failed, exposureLevel: .software,
                    verified: .focus)))
        rig.scene.regionShare = 0.5
        rig.scene.shownCompensation = 1
        rig.press(at: 1000)
        rig.hold(at: PointOfInterest(x: 0.25, y: 0.5))
        rig.scene.isAtRest = false
        rig.scene.shownCompensation = 0
        rig.photos.stepped(at: Rig.time(1095))
        rig.take(1090)
        #expect(
            rig.sent.last == #"{"event":"keep-photo","id":1,"focus":"converged","exposure":"failed","#
                + #""region":[0.25,0.25,0.5,0.5],"lens":95,"ev":1.0,"camera":"Acme Kiosk"}"#)
    }

    @Test("Of several frames the holder takes the sharpest at the held point, or at the centre, and says how sharp")
    func sharpest() {
        let rig = Rig()
        rig.scene.regionShare = 0.5
        rig.photos.take(PhotoRequest(path: "a.jpg", of: 3), for: 3, at: Rig.time(1000))
        #expect(
            rig.sent == [
                #"{"event":"take-photo","id":1,"path":"a.jpg","notBefore":1040000,"of":3,"region":[0.25,0.25,0.5,0.5]}"#
            ])
        let taken = TakenPhoto(photo: 1, sequence: 1, time: Rig.time(1050), sharpness: 0.5)
        rig.photos.taken(taken, by: 5, at: Rig.time(1055))
        rig.photos.kept(KeptPhoto(photo: 1, path: "/srv/a.jpg", bytes: 5), by: 5, at: Rig.time(1100))
        guard case .photo(let report)? = rig.ends.first else {
            Issue.record("\(rig.ends)")
            return
        }
        #expect(report.sharpness == 0.5)
    }

    @Test("A live photo is asked for where the holder takes such, and is refused by name where it does not")
    func live() {
        let rig = Rig()
        let request = PhotoRequest(path: "a.MP.jpg", isLive: true)
        rig.photos.take(request, for: 3, at: Rig.time(1000))
        guard case .photoFailed(.noHolder, let message, _)? = rig.ends.first else {
            Issue.record("\(rig.ends)")
            return
        }
        #expect(message.contains("takes no live photos") && rig.sent.isEmpty)
        rig.scene.holder?.wish.takesLivePhotos = true
        rig.photos.take(request, for: 3, at: Rig.time(1000))
        #expect(
            rig.sent == [#"{"event":"take-photo","id":1,"path":"a.MP.jpg","notBefore":1040000,"live":true}"#])
    }

    @Test("Nobody who takes photos holds the frames: the client hears why")
    func noHolder() {
        let rig = Rig()
        rig.scene.holder?.wish.stream = nil
        rig.press(at: 999)
        rig.scene.holder?.wish.takesPhotos = false
        rig.press(at: 1000)
        rig.scene.holder = nil
        rig.press(at: 1001)
        let reasons = rig.ends.map { end -> String in
            if case .photoFailed(.noHolder, let message, _) = end { message } else { "" }
        }
        let words = ["shows no frames now", "takes no photos", "no program holds"]
        #expect(reasons.count == 3 && zip(reasons, words).allSatisfy { $0.contains($1) })
        #expect(rig.sent.isEmpty)
    }

    @Test("A holder that ends, that gives no frame, or that does not write, ends the photo with its reason")
    func troubles() throws {
        let rig = Rig()
        rig.press(at: 1000)
        // One frame of 40 ms, two more, and 5 s.
        #expect(rig.timer == Rig.time(6120))
        rig.photos.expire(at: Rig.time(6120))
        #expect(rig.sent.last == #"{"event":"drop-photo","id":1}"#)
        rig.press(at: 7000)
        rig.take(7050, photo: 2)
        rig.photos.expire(at: try #require(rig.timer))
        rig.press(at: 20_000)
        rig.scene.holder = nil
        rig.photos.holderChanged(at: Rig.time(20_010))
        let reasons = rig.ends.map { end -> PhotoFailure in
            if case .photoFailed(let reason, _, _) = end { reason } else { .failed }
        }
        #expect(reasons == [.noFrame, .noAnswer, .holderGone])
    }

    @Test("Only the holder's lines about the present photo count")
    func strangers() {
        let rig = Rig()
        rig.press(at: 1000)
        rig.take(1050, from: 6)
        rig.take(1050, photo: 2)
        rig.photos.failed(FailedPhoto(photo: 1, reason: .noSpace, message: ""), by: 6, at: Rig.time(1060))
        #expect(rig.sent.count == 1 && rig.ends.isEmpty)
        rig.photos.failed(FailedPhoto(photo: 1, reason: .noSpace, message: ""), by: 5, at: Rig.time(1070))
        let words = "there is no photo near.jpg: the disk is full, or the quota is used up. Make room, and ask again."
        #expect(rig.ends == [.photoFailed(.noSpace, message: words, id: TapID(7))])
    }

    @Test("A photo that the holder still writes for an earlier daemon is not taken for one of this daemon")
    func restart() {
        let rig = Rig(at: 900)
        rig.press(at: 1000)
        rig.take(1050, photo: 901)
        rig.photos.kept(KeptPhoto(photo: 1, path: "/srv/old.jpg", bytes: 5), by: 5, at: Rig.time(1100))
        #expect(rig.sent.count == 2 && rig.ends.isEmpty)
        rig.photos.kept(KeptPhoto(photo: 901, path: "/srv/near.jpg", bytes: 5), by: 5, at: Rig.time(1110))
        #expect(rig.ends.count == 1)
    }

    @Test("The latest write that has changed something counts, and not one of the same value")
    func changes() {
        let writes = WriteRecord()
        func changes(_ lens: Int64?, _ exposure: Int64?) -> Bool {
            let last = writes.lastChanges()
            return last.lens == lens.map { Rig.time($0) } && last.exposure == exposure.map { Rig.time($0) }
        }
        #expect(changes(nil, nil))
        writes.record(.focusAbsolute, 95, at: Rig.time(100))
        writes.record(.focusAbsolute, 95, at: Rig.time(200))
        #expect(changes(100, nil))
        writes.record(.focusAbsolute, 90, at: Rig.time(300))
        writes.record(.gain, 8, at: Rig.time(500))
        writes.record(.exposureAbsolute, 200, at: Rig.time(400))
        #expect(changes(300, 500))
    }

    @Test("A photo with an exposure of its own has it, says what it has, and gives back the one before")
    func bracket() {
        let rig = Rig()
        rig.hold()
        rig.scene.compensation = 0.5
        rig.scene.isAtRest = false
        rig.press("dark.jpg", ev: -1, at: 1000)
        #expect(rig.compensations == [-0.5] && rig.sent.isEmpty)
        rig.scene.isAtRest = true
        // The hold could not be made as dark as that.
        rig.scene.shownCompensation = -0.25
        rig.photos.stepped(at: Rig.time(1100))
        rig.take(1200)
        #expect(rig.sent.count == 2 && rig.sent[1].contains(#""ev":-0.25"#))
        // It is given back as soon as the frame is there, before the file is.
        #expect(rig.compensations == [-0.5, 0.5])
        rig.photos.kept(KeptPhoto(photo: 1, path: "/srv/dark.jpg", bytes: 5), by: 5, at: Rig.time(1300))
        #expect(rig.compensations.count == 2 && rig.ends.count == 1)
        // Beyond the range there is its end.
        rig.press("bright.jpg", ev: 4, at: 2000)
        #expect(rig.compensations.last == 4)
    }

    @Test("An exposure of a photo's own that cannot be given back, or that somebody has changed, stays theirs")
    func bracketTroubles() throws {
        let rig = Rig()
        // Only the focus is held.
        rig.hold()
        rig.scene.holdsExposure = false
        rig.press("dark.jpg", ev: -1, at: 1000)
        guard case .photoFailed(.notHeld, let message, _)? = rig.ends.first else {
            Issue.record("\(rig.ends)")
            return
        }
        #expect(message.contains("Tap first") && rig.compensations.isEmpty)
        rig.hold()
        rig.press("dark.jpg", ev: -1, at: 2000)
        rig.scene.compensation = 0.75
        rig.photos.expire(at: try #require(rig.timer))
        #expect(rig.compensations == [-1])
        rig.scene.compensation = 0
        rig.press("dark.jpg", ev: -1, at: 20_000)
        rig.photos.cameraLeft(at: Rig.time(20_010))
        #expect(rig.compensations == [-1, -1])
        rig.photos.giveBack()
        #expect(rig.compensations == [-1, -1, 0])
    }

    @Test(
        "A tap on its way is awaited before the exposure is given back; if it ends that, nothing is",
        arguments: [false, true])
    func bracketAndTap(endsIt: Bool) {
        let rig = Rig()
        rig.hold()
        rig.scene.compensation = 1
        rig.press("dark.jpg", ev: -1, at: 1000)
        rig.scene.isTapAsked = true
        rig.take(1050)
        rig.photos.stepped(at: Rig.time(1060))
        #expect(rig.sent.count == 2 && rig.compensations == [0])
        rig.scene.isTapAsked = false
        // The lasting compensation is the same as the photo's.
        if endsIt { rig.photos.follow(.compensationTakenBack(to: 0)) }
        rig.photos.stepped(at: Rig.time(1100))
        #expect(rig.compensations == (endsIt ? [0] : [0, 1]))
    }

    @Test(
        "The exposure of a photo's own is given back for each reason that a holder can say",
        arguments: PhotoFailure.allCases)
    func bracketFails(reason: PhotoFailure) {
        let rig = Rig()
        rig.hold()
        rig.press("dark.jpg", ev: -1, at: 1000)
        rig.photos.failed(FailedPhoto(photo: 1, reason: reason, message: ""), by: 5, at: Rig.time(1070))
        #expect(rig.compensations == [-1, 0] && rig.ends.count == 1)
    }

    @Test("A photo with a lens position of its own has it and says which; the lens goes back before the file is there")
    func focusBracket() {
        let rig = Rig()
        rig.holdLens()
        rig.scene.isAtRest = false
        rig.press("far.jpg", lens: LensWish(0.1, from: -0.1, to: 0.1), at: 1000)
        #expect(rig.moves == [0.1] && rig.sent.isEmpty)
        rig.writes.record(.focusAbsolute, 125, at: Rig.time(1050))
        rig.scene.isAtRest = true
        rig.photos.stepped(at: Rig.time(1100))
        // Of this lens nothing was learned: a frame of 40 ms, and the way from the other side; and one more until the exposure's end.
        #expect(rig.sent == [#"{"event":"take-photo","id":1,"path":"far.jpg","notBefore":1330000}"#])
        rig.take(1340)
        #expect(rig.sent.count == 2 && rig.sent[1].contains(#""lens":125,"#))
        #expect(rig.moves == [0.1, nil])
        rig.photos.kept(KeptPhoto(photo: 1, path: "/srv/far.jpg", bytes: 5), by: 5, at: Rig.time(1400))
        guard case .photo(let report)? = rig.ends.first else {
            Issue.record("\(rig.ends)")
            return
        }
        #expect(report.lens == 125 && report.outcomes.areGood && rig.moves.count == 2)
    }

    @Test("A lens whose new position was not read back is not known")
    func unknownLens() {
        let rig = Rig()
        rig.holdLens()
        rig.press("far.jpg", lens: LensWish(0.1), at: 1000)
        rig.scene.isLensRead = false
        rig.take(2000)
        #expect(rig.sent.count == 2 && !rig.sent[1].contains("lens"))
    }

    @Test("A lens that is not held, or lacks a position of the bracket, is not moved")
    func focusBracketRefused() {
        let rig = Rig()
        rig.press("far.jpg", lens: LensWish(0.1), at: 1000)
        rig.holdLens()
        rig.press("far.jpg", lens: LensWish(0.1, from: -0.5, to: 0.1), at: 1100)
        rig.press("far.jpg", lens: LensWish(0.9), at: 1200)
        #expect(rig.reasons == [.notHeld, .outOfRange, .outOfRange] && rig.moves.isEmpty && rig.sent.isEmpty)
    }

    @Test("A tap that takes the lens ends the photo; the lens goes back with the holder, and not without a camera")
    func focusBracketTroubles() {
        let rig = Rig()
        rig.holdLens()
        rig.press("far.jpg", lens: LensWish(0.1), at: 1000)
        rig.scene.lensAside = nil
        rig.photos.stepped(at: Rig.time(1010))
        #expect(rig.sent.last == #"{"event":"drop-photo","id":1}"# && rig.moves == [0.1])
        rig.press("far.jpg", lens: LensWish(0.1), at: 2000)
        let holder = rig.scene.holder
        rig.scene.holder = nil
        rig.photos.holderChanged(at: Rig.time(2010))
        #expect(rig.moves == [0.1, 0.1, nil])
        rig.scene.holder = holder
        rig.press("far.jpg", lens: LensWish(0.1), at: 3000)
        rig.photos.cameraLeft(at: Rig.time(3010))
        rig.scene.lensAside = nil
        rig.photos.giveBack()
        #expect(rig.reasons == [.notMoved, .holderGone, .cameraGone] && rig.moves == [0.1, 0.1, nil, 0.1])
    }

    @Test("A second wish is refused while a photo is taken")
    func busy() {
        let rig = Rig()
        rig.press(at: 1000)
        rig.press("other.jpg", at: 1010)
        guard case .photoFailed(.busy, _, _)? = rig.ends.first else {
            Issue.record("\(rig.ends)")
            return
        }
        #expect(rig.sent.count == 1)
    }
}
