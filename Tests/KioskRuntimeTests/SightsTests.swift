import FocusCore
import KioskLines
import Testing

@testable import KioskRuntime

/// The codes and faces that clients see.
@Suite struct SightsTests {
    /// Client 5 looks.
    private struct Rig {
        var sights = Sights()
        var standing = SightMachine.Standing.free

        mutating func follow(_ request: ControlRequest, at milliseconds: Int64) -> (
            news: Announcement?, action: SightMachine.Action
        ) {
            sights.follow(request, of: 5, standing, at: Instant(nanoseconds: milliseconds * 1_000_000))
        }

        mutating func news(_ request: ControlRequest, at milliseconds: Int64) -> Announcement? {
            follow(request, at: milliseconds).news
        }
    }

    private static let code = SeenCode(text: "A", kind: "QRCode", corners: [0, 0, 1, 0, 1, 1, 0, 1])
    private static let other = SeenCode(text: "A", kind: "Aztec")
    private static let box = NormalizedRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)

    @Test("A code is news once, and again after it was not read for more than two seconds")
    func code() {
        var rig = Rig()
        #expect(rig.news(.codeRead(nil), at: 0) == nil)
        #expect(rig.news(.codeRead(Self.code), at: 200) == .code(Self.code))
        var shaken = Self.code
        shaken.corners[0] = 0.125
        #expect(rig.news(.codeRead(shaken), at: 2200) == nil)
        #expect(rig.news(.codeRead(Self.code), at: 4200) == nil)
        #expect(rig.news(.codeRead(Self.code), at: 6201) == .code(Self.code))
    }

    @Test("Two codes in each frame are news once each")
    func codes() {
        var rig = Rig()
        #expect(rig.news(.codeRead(Self.code), at: 0) == .code(Self.code))
        #expect(rig.news(.codeRead(Self.other), at: 0) == .code(Self.other))
        for time in stride(from: Int64(200), to: 5000, by: 200) {
            #expect(rig.news(.codeRead(Self.code), at: time) == nil)
            #expect(rig.news(.codeRead(Self.other), at: time) == nil)
        }
    }

    @Test("A face is news when it comes, and when it has been gone for more than two seconds")
    func face() {
        var rig = Rig()
        #expect(rig.news(.faceSeen(nil), at: 0) == nil)
        #expect(rig.news(.faceSeen(Self.box), at: 200) == .face(Self.box))
        #expect(rig.news(.faceSeen(Self.box), at: 400) == nil)
        #expect(rig.news(.faceSeen(nil), at: 2400) == nil)
        #expect(rig.news(.faceSeen(nil), at: 2401) == .face(nil))
        #expect(rig.news(.faceSeen(nil), at: 9000) == nil)
    }

    @Test("A reader steers only where it says so")
    func steers() {
        var (steering, silent) = (Rig(), Rig())
        #expect(steering.follow(.codeRead(nil), at: 0).action == .none)
        #expect(steering.follow(.codeRead(nil), at: 2000).action == .tap(.centre))
        #expect(silent.follow(.codeRead(nil, steers: false), at: 0).action == .none)
        #expect(silent.follow(.codeRead(nil, steers: false), at: 9000).action == .none)
    }

    @Test("The end of the client that looks lets go of what is held for it; that of another one does not")
    func clientLeft() {
        var rig = Rig()
        _ = rig.follow(.codeRead(nil), at: 0)
        #expect(rig.follow(.codeRead(nil), at: 2000).action == .tap(.centre))
        #expect(rig.sights.clientLeft(4, .own) == .none)
        #expect(rig.sights.clientLeft(5, .own) == .letGo)
        #expect(rig.sights.clientLeft(5, .own) == .none)
    }

    @Test(
        "A look that cannot be is refused with a sentence that says what it has to be",
        arguments: [
            (#""request":"code-read","text":"a","corners":[0,0]"#, "eight numbers"),
            (#""request":"code-read","text":7"#, "eight numbers"),
            (#""request":"code-read","focus":"yes""#, "eight numbers"),
            (#""request":"face-seen","box":[0,0,0,1]"#, "shares of the picture"),
            (#""request":"face-seen","box":[0.5,0,0.75,1]"#, "shares of the picture"),
        ])
    func refusals(fields: String, words: String) {
        let refusal = #expect(throws: ControlRequest.Refusal.self) {
            try ControlRequest(line: Array("{\(fields)}".utf8))
        }
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
    }
}
