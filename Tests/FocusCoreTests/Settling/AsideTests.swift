import Testing

@testable import FocusCore

/// The held lens beside its position, as a part of the hold.
struct AsideTests {
    private static func held() -> ComponentLife {
        var life = ComponentLife(position: 100)
        life.begin(level: .software, watching: nil, at: Instant(nanoseconds: 0))
        _ = life.handle(.timeGiven)
        life.check()
        life.wasVerified()
        _ = life.handle(.holdWritten)
        return life
    }

    @Test("Beside its position and back, the hold is written and read back each time")
    func thereAndBack() {
        var life = Self.held()
        #expect(life.isHeld && life.hold?.isVerified == true && life.aside == nil)
        for aside in [125, 75, nil] as [Int64?] {
            life.stand(at: aside)
            #expect(life.needsHold && life.aside == aside && life.hold?.isVerified == false)
            life.check()
            life.wasVerified()
            _ = life.handle(.holdWritten)
            #expect(life.isHeld && life.aside == aside && life.hold?.isVerified == true)
        }
    }

    @Test("A hold that is being read back when the lens is moved is written first")
    func whileChecking() {
        var life = Self.held()
        life.stand(at: 125)
        life.check()
        life.stand(at: nil)
        #expect(life.needsHold && !life.isChecking && life.aside == nil)
    }

    @Test("A position that the camera has not taken is taken back once, and the hold is written")
    func takenBack() {
        var life = Self.held()
        let wasAside = life.takeBack()
        #expect(!wasAside && life.isHeld)
        life.stand(at: 125)
        life.check()
        let isBack = life.takeBack()
        #expect(isBack && life.aside == nil && life.needsHold && !life.isChecking)
        let isBackAgain = life.takeBack()
        #expect(!isBackAgain)
    }

    @Test("Another instruction takes it back without a write of the hold")
    func forgotten() {
        var life = Self.held()
        life.stand(at: 125)
        _ = life.handle(.holdWritten)
        let wasAside = life.forgetAside()
        #expect(wasAside && life.isHeld && life.aside == nil && life.hold?.isVerified == false)
        let isAside = life.forgetAside()
        #expect(!isAside)
    }

    @Test("What is not held stands nowhere else, and another tap ends it")
    func notHeld() {
        var following = ComponentLife(position: 100)
        following.stand(at: 125)
        #expect(following.aside == nil && following.state == .continuous)
        var life = Self.held()
        life.stand(at: 125)
        life.begin(level: .software, watching: nil, at: Instant(nanoseconds: 0))
        life.stand(at: 75)
        #expect(life.aside == nil && life.isAdjusting)
        var refused = Self.held()
        refused.stand(at: 125)
        _ = refused.handle(.holdRefused)
        #expect(refused.aside == nil && refused.state == .notHeld)
    }
}
