import Testing

@testable import FocusCore

/// The searches of a camera: what they write, how that is read back, and how they end.
struct SearchesTests {
    private static let camera = CameraCapabilities(CameraExamples.byHand)

    private static func time(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    private static func now(at time: Instant = time(0), isContinuous: Bool = false) -> FrameCircumstances {
        FrameCircumstances(
            time: time, interval: .milliseconds(33), exposure: ExposureSettings(), longestSearch: .milliseconds(8000),
            isContinuous: isContinuous)
    }

    /// Searches of these components, with their first settings written.
    private static func begun(_ components: ComponentSet) -> Searches {
        var searches = Searches(FocusSearchSettings())
        if components.contains(.focus) { _ = searches.beginFocus(camera, at: 100, FocusSearchSettings()) }
        if components.contains(.exposure) {
            _ = searches.beginExposure(
                camera, at: (time: 200, gain: nil), ExposureSettings(), interval: .milliseconds(33), time: time(0))
        }
        while let next = searches.nextWrite(at: time(0)) {
            _ = searches.wasAnswered(next.component, next.settings, camera, interval: .milliseconds(33), at: time(0))
        }
        return searches
    }

    private static func frame(_ number: UInt32, of searches: Searches) -> FrameStatistics {
        SearchExamples.frame(
            lens: searches.focus.position, exposure: searches.exposure.setting?.time, sequence: number)
    }

    @Test("The lens is written before the exposure, and each of them once")
    func order() {
        var searches = Searches(FocusSearchSettings())
        _ = searches.beginFocus(Self.camera, at: 100, FocusSearchSettings())
        _ = searches.beginExposure(
            Self.camera, at: (time: 200, gain: nil), ExposureSettings(), interval: .zero, time: Self.time(0))
        #expect(searches.isSearching && searches.hasWishes)
        let first = searches.nextWrite(at: Self.time(0))
        let second = searches.nextWrite(at: Self.time(0))
        let third = searches.nextWrite(at: Self.time(0))
        #expect(first?.component == .focus && first?.settings[0] == ControlSetting(.focusAbsolute, .integer(100)))
        #expect(second?.component == .exposure && second?.settings[0]?.id == .exposureAbsolute)
        #expect(third == nil && !searches.hasWishes)
    }

    @Test("While a step waits to be written, no frame counts for its search; for the other search frames do")
    func waiting() {
        var searches = Searches(FocusSearchSettings())
        _ = searches.beginFocus(Self.camera, at: 100, FocusSearchSettings())
        #expect(!searches.isHeeded(.focus, Self.now()) && searches.isHeeded(.exposure, Self.now()))
        _ = searches.beginExposure(
            Self.camera, at: (time: 200, gain: nil), ExposureSettings(), interval: .zero, time: Self.time(0))
        _ = searches.nextWrite(at: Self.time(0))
        #expect(searches.isHeeded(.focus, Self.now()) && !searches.isHeeded(.exposure, Self.now()))
    }

    /// Searches of both components, whose first settings were read back as they were written.
    private static func proven() -> Searches {
        var searches = begun(.all)
        for component in Component.allCases { searches.wasReadBack(component, as: nil, hasHold: false) }
        return searches
    }

    @Test("The frames that confirm the exposure count for focus, too")
    func overlap() {
        var searches = Self.proven()
        let first = searches.look(at: Self.frame(1, of: searches), Self.now(at: Self.time(33)))
        #expect(first.isEmpty && searches.exposure.isSearching && searches.exposure.isSteady)
        #expect(searches.focus.search?.progress.frames == 1)
        let second = searches.look(at: Self.frame(2, of: searches), Self.now(at: Self.time(66)))
        #expect(second.count == 1 && !searches.exposure.isSearching)
        #expect(searches.focus.wanted != nil, "the first position is measured")
    }

    @Test("No frame of an exposure that is to be changed counts for focus, and those that did are forgotten")
    func otherExposure() {
        var searches = Self.proven()
        _ = searches.look(at: Self.frame(1, of: searches), Self.now(at: Self.time(33)))
        #expect(searches.focus.search?.progress.frames == 1)
        var dark = Self.frame(2, of: searches)
        dark.mean = 0.2
        let ends = searches.look(at: dark, Self.now(at: Self.time(66)))
        #expect(ends.isEmpty && searches.exposure.wanted != nil && !searches.exposure.isSteady)
        #expect(searches.focus.search?.progress.frames == 0 && searches.focus.wanted == nil)
    }

    @Test("A search begins without the read-back that the one before it wanted", arguments: Component.allCases)
    func beginsWithoutReadBack(_ component: Component) {
        var searches = Self.begun(component.set)
        for number in UInt32(1)...20 where searches.readDue == nil {
            _ = searches.look(at: Self.frame(number, of: searches), Self.now(at: Self.time(Int64(number) * 33)))
        }
        #expect(searches.readDue == component)
        switch component {
        case .focus: _ = searches.beginFocus(Self.camera, at: 100, FocusSearchSettings())
        case .exposure:
            _ = searches.beginExposure(
                Self.camera, at: (time: 200, gain: nil), ExposureSettings(), interval: .zero, time: Self.time(0))
        }
        #expect(searches.readDue == nil)
    }

    @Test("A search that is given up leaves no read-back behind", arguments: Component.allCases)
    func nothingLeft(_ component: Component) {
        var searches = Self.begun(component.set)
        for number in UInt32(1)...20 where searches.readDue == nil {
            _ = searches.look(at: Self.frame(number, of: searches), Self.now(at: Self.time(Int64(number) * 33)))
        }
        #expect(searches.readDue == component)
        let end = searches.giveUp(component, ExposureSettings())
        #expect(end?.result.component == component && !searches.isSearching && searches.readDue == nil)
        let again = searches.giveUp(component, ExposureSettings())
        #expect(again == nil)
    }

    @Test("Searches that are abandoned are gone, for focus and for exposure, and want nothing any more")
    func abandoned() {
        var searches = Self.begun(.all)
        searches.due.add(isFree: true, at: Self.time(0))
        searches.abandonAll()
        #expect(!searches.isSearching && !searches.hasWishes && !searches.needsEachFrame && searches.readDue == nil)
    }

    @Test("An ignored write is written again, unless a hold is read back instead; one that was heeded is not")
    func ignored() {
        let table: [(other: Int64?, hasHold: Bool, written: Int64?)] = [
            (nil, false, nil), (5, true, nil), (5, false, 100),
        ]
        for (other, hasHold, written) in table {
            var searches = Self.begun(.focus)
            searches.wasReadBack(.focus, as: other, hasHold: hasHold)
            let next = searches.nextWrite(at: Self.time(1))
            #expect(next?.settings[0]?.value.integer == written)
            #expect(searches.writes.focus.isRepeating == (written != nil))
        }
    }

    @Test("An exposure search that takes too long ends, if no tap waits for it", arguments: [false, true])
    func late(_ isAwaited: Bool) {
        var searches = Self.begun(.exposure)
        var now = Self.now(at: Self.time(8001))
        if isAwaited { now.awaited = .exposure }
        // Nothing counts while the camera has not answered.
        now.beingWritten = .exposure
        let ends = searches.look(at: Self.frame(1, of: searches), now)
        #expect((ends.count == 1) == !isAwaited && searches.isSearching == isAwaited)
    }

    @Test("A frame of before the latest write is stale unless it has a mark; none counts while a write is repeated")
    func stale() {
        var writes = SearchWrites()
        let now = Self.now(at: Self.time(100))
        let unmarked = SearchExamples.frame(sequence: 1)
        let marked = SearchExamples.frame(lens: 100, sequence: 1)
        #expect(!now.isStale(unmarked, .focus, after: writes))
        writes.wasAnswered(at: Self.time(50))
        #expect(now.isStale(unmarked, .focus, after: writes) && !now.isStale(marked, .focus, after: writes))
        #expect(!Self.now(at: Self.time(1050)).isStale(unmarked, .focus, after: writes), "another clock")
        writes.willRepeat()
        #expect(now.isStale(marked, .focus, after: writes))
        writes.wasAnswered(at: Self.time(60))
        #expect(now.isStale(marked, .focus, after: writes), "it may be of before the repetition")
    }

    @Test("A frame counts from the answer on, after a repetition one frame later, and always after a second")
    func momentOfTheAnswer() {
        func frame(_ milliseconds: Int64, lens: Int64? = nil) -> FrameStatistics {
            var frame = SearchExamples.frame(lens: lens)
            frame.captured = Self.time(milliseconds)
            return frame
        }
        var writes = SearchWrites()
        writes.wasAnswered(at: Self.time(50))
        var found = [49, 50].map { Self.now(at: Self.time(100)).isStale(frame($0), .focus, after: writes) }
        #expect(found == [true, false])
        writes.willRepeat()
        writes.wasAnswered(at: Self.time(50))
        // The frames' interval is 33 ms.
        found = [82, 83].map { Self.now(at: Self.time(100)).isStale(frame($0, lens: 7), .focus, after: writes) }
        #expect(found == [true, false])
        found = [1049, 1050].map { Self.now(at: Self.time($0)).isStale(frame(60, lens: 7), .focus, after: writes) }
        #expect(found == [true, false])
    }

    @Test("A search that is abandoned leaves no read-back behind", arguments: Component.allCases)
    func nothingLeftAfterAbandoning(_ component: Component) {
        var searches = Self.begun(component.set)
        for number in UInt32(1)...20 where searches.readDue == nil {
            _ = searches.look(at: Self.frame(number, of: searches), Self.now(at: Self.time(Int64(number) * 33)))
        }
        #expect(searches.readDue == component)
        searches.abandon(component)
        #expect(searches.readDue == nil)
    }

    @Test("It is too dark to focus where the latest frame is dark, unless the exposure is still searched")
    func dark() {
        let table: [(components: ComponentSet, mean: Double, isDark: Bool)] = [
            (.focus, 0.02, true), (.focus, 0.45, false), (.all, 0.02, false),
        ]
        for (components, mean, isDark) in table {
            var searches = Self.begun(components)
            _ = searches.look(at: SearchExamples.frame(mean: mean, sequence: 1), Self.now(at: Self.time(33)))
            #expect(searches.isDark(ExposureSettings()) == isDark, "\(components) \(mean)")
        }
    }

    /// Searches for the focus with a camera that answers after this time.
    /// - Returns: the positions of the lens, those that were read back, and the last one.
    private static func search(
        isAwaited: Bool, answeringAfter delay: Int64, width: Double = 40
    ) -> (visited: [Int64], read: [Int64], end: Int64?) {
        var searches = begun(.focus)
        var (visited, read) = ([Int64](), [Int64]())
        for number in UInt32(1)...400 {
            let time = Int64(number) * 400
            var now = now(at: Self.time(time))
            if isAwaited { now.awaited = .focus }
            let lens = searches.focus.position ?? 0
            visited.append(lens)
            let distance = Double(lens - 170) / width
            let frame = SearchExamples.frame(
                lens: lens, sharpness: 0.1 + 0.8 / (1 + distance * distance), sequence: number)
            if searches.look(at: frame, now)[0] != nil { return (visited, read, lens) }
            if searches.readDue == .focus {
                read.append(lens)
                _ = searches.nextReadBack(.focus, camera)
                searches.wasReadBack(.focus, as: nil, hasHold: isAwaited)
            }
            while let next = searches.nextWrite(at: now.time) {
                _ = searches.wasAnswered(
                    next.component, next.settings, camera, interval: .milliseconds(33), at: Self.time(time + delay))
            }
        }
        return (visited, read, nil)
    }

    @Test("A step that a frame shows is not read back, with and without a tap", arguments: [false, true])
    func readBack(_ isAwaited: Bool) {
        let (visited, read, end) = Self.search(isAwaited: isAwaited, answeringAfter: 0)
        #expect(end != nil && read.count < Set(visited).count, "\(read) of \(visited)")
    }

    @Test("Of a slow camera the last position is read back, unless the hold of a tap does that")
    func lastReadBack() {
        var differing = 0
        for width in stride(from: 14.0, through: 60, by: 2) {
            let awaited = Self.search(isAwaited: true, answeringAfter: 300, width: width)
            let other = Self.search(isAwaited: false, answeringAfter: 300, width: width)
            #expect(awaited.visited.last == awaited.end && awaited.end == other.end && awaited.end != nil)
            // A last position that no frame has shown is read back as any other one.
            let isReadBefore = awaited.read.last == awaited.end
            if !isReadBefore { differing += 1 }
            let last = isReadBefore ? [] : [other.end].compactMap { $0 }
            #expect(other.read == awaited.read + last, "\(width): \(other.read), \(awaited.read)")
        }
        #expect(differing > 0)
    }

    @Test("A rounded mark counts as the written value once the write was answered")
    func rounded() {
        var now = Self.now()
        (now.lens, now.exposureTime) = (98, 199)
        let frame = SearchExamples.frame(lens: 98, exposure: 199)
        let commanded = now.asCommanded(frame, lens: 100, time: 200)
        #expect(commanded.lens == 100 && commanded.exposure == 200)
        let unknown = now.asCommanded(frame, lens: nil, time: nil)
        #expect(unknown.lens == 98 && unknown.exposure == 199)
        now.beingWritten = .all
        let pending = now.asCommanded(frame, lens: 100, time: 200)
        #expect(pending.lens == 98 && pending.exposure == 199)
    }
}
