import FocusCore
import SimulatedDevices
import Testing

/// A camera without autofocus whose view's centre is kept sharp while people walk by.
struct PassersByTests {
    /// The lens position that is sharp on the wall behind the people.
    private static let wall = 60.0
    /// The lens position that is sharp on a person.
    private static let person = 200.0
    private static let light = FakeImage().light

    /// A camera that is kept sharp, after its first search.
    private static func kept() throws -> EngineRig {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.camera?.image.noise = 0.01
        rig.film(6000)
        try #require(rig.searches.map(\.outcome) == [.found])
        rig.forget()
        return rig
    }

    /// Puts a person into the view's centre, who is darker than the wall, or takes the person away.
    private static func show(_ isThere: Bool, _ rig: inout EngineRig) {
        rig.camera?.image.far = isThere ? person : wall
        rig.camera?.image.light = isThere ? light * 0.6 : light
    }

    private static func isSharp(_ rig: EngineRig, at position: Double) -> Bool {
        abs(Double(rig.camera?.integer(.focusAbsolute) ?? -1) - position) <= 8
    }

    @Test("Ten minutes of people who walk by cause no search: what was sharp stays sharp", arguments: [1, 2, 3])
    func walkBy(_ seed: UInt64) throws {
        var rig = try Self.kept()
        var random = SplitMix64(seed: seed)
        var (passed, people) = (Int64(0), 0)
        while passed < 600_000 {
            for (isThere, time) in [(true, 200...1500), (false, 300...8000)] as [(Bool, ClosedRange<Int64>)] {
                let duration = random.integer(time)
                Self.show(isThere, &rig)
                rig.film(duration)
                passed += duration
            }
            people += 1
        }
        #expect(people > 80)
        #expect(rig.searches.isEmpty && rig.exposures.isEmpty, "\(people) people: \(rig.searches.count) searches")
        #expect(Self.isSharp(rig, at: Self.wall))
        #expect(rig.allViolations == [])
    }

    @Test(
        "People who stop in the centre are followed, with six searches a minute at most, and the last view ends sharp",
        arguments: [1, 2, 3])
    func stop(_ seed: UInt64) throws {
        var rig = try Self.kept()
        var random = SplitMix64(seed: seed)
        // The searches that have ended in each second.
        var ended: [Int] = []
        var isThere = false
        while ended.count < 600 {
            isThere.toggle()
            Self.show(isThere, &rig)
            for _ in 0..<random.integer(3...12) {
                rig.film(1000)
                ended.append(rig.searches.count)
                #expect(rig.allViolations == [])
                rig.forget()
            }
        }
        // A search takes less than five seconds, so the seven that end in 55 s would have begun within a minute.
        for second in 0...(ended.count - 55) {
            let count = ended[second..<(second + 55)].reduce(0, +)
            #expect(count <= 6, "\(count) searches from second \(second) on")
        }
        let total = ended.reduce(0, +)
        #expect(total >= 30, "\(total) searches in ten minutes")
        Self.show(true, &rig)
        rig.film(90_000)
        #expect(Self.isSharp(rig, at: Self.person))
    }

    /// The frames of the search that makes a camera sharp on another thing, and where the lens is after it.
    private static func frames(to position: Double, _ change: (inout EngineRig) -> Void) throws -> Int {
        var rig = try kept()
        // Two searches have taught what the lens is like.
        show(true, &rig)
        rig.film(20_000)
        show(false, &rig)
        rig.film(20_000)
        try #require(isSharp(rig, at: wall))
        rig.forget()
        rig.camera?.image.far = position
        change(&rig)
        rig.film(9000)
        try #require(isSharp(rig, at: position))
        return try #require(rig.searches.last).frames
    }

    @Test("After a change of the scene, the search takes no more frames than at a tap")
    func asQuickAsATap() throws {
        var (byItself, tapped) = (0, 0)
        for position in [15.0, 100, 140, 180, 220] {
            byItself += try Self.frames(to: position) { _ in }
            tapped += try Self.frames(to: position) { $0.tap(0.75, 0.5) }
        }
        print("frames of five searches: \(byItself) by itself, \(tapped) after taps")
        #expect(byItself <= tapped + 5)
    }
}
