import Testing

@testable import FocusCore

/// New searches of a camera without autofocus in continuousAuto.
struct FocusWatchTests {
    /// Shows scenes at 30 frames a second, and counts the searches.
    private struct Story {
        var watch: FocusWatch
        var number: Int64 = 0
        var request: UInt32 = 1
        var searches: [Int64] = []

        init(_ settings: FocusSearchSettings = FocusSearchSettings()) {
            watch = FocusWatch(settings: settings)
            watch.begin()
        }

        mutating func show(_ sharpness: Double, mean: Double = 0.5, frames: Int) {
            for _ in 0..<frames {
                number += 1
                let frame = FrameStatistics(
                    request: request, sequence: UInt32(number), captured: Instant(nanoseconds: number * 33_333_333),
                    sharpness: sharpness, mean: mean)
                if watch.look(frame) {
                    searches.append(number)
                    watch.begin()
                }
            }
        }
    }

    @Test("A scene that stays the same needs no search, even with noise within the ratio")
    func still() {
        var story = Story()
        for number in 0..<300 { story.show(number % 2 == 0 ? 1 : 1.1, frames: 1) }
        #expect(story.searches.isEmpty)
    }

    @Test("A change of sharpness or brightness is searched once the scene was still for ten frames")
    func changes() {
        for (sharpness, mean) in [(0.5, 0.5), (2, 0.5), (1, 0.3), (1, 0.9)] {
            var story = Story()
            story.show(1, frames: 30)
            story.show(sharpness, mean: mean, frames: 30)
            #expect(story.searches == [40])
        }
    }

    @Test(
        "A scene that changed between the end of the search and the first look at it is searched, too, within the budget"
    )
    func changedAtOnce() {
        var settings = FocusSearchSettings()
        settings.searchesPerMinute = 2
        var watch = FocusWatch(settings: settings)
        var searches: [Int64] = []
        watch.begin(found: 1)
        for number in 1...3600 {
            // The first hundred frames are as sharp as a barely confirmed peak, later ones much less.
            let frame = FrameStatistics(
                request: number < 5 ? 1 : 2, sequence: UInt32(number),
                captured: Instant(nanoseconds: Int64(number) * 33_333_333),
                sharpness: number < 100 ? 0.7 : 0.2, mean: 0.5)
            guard watch.look(frame) else { continue }
            searches.append(Int64(number))
            watch.begin(found: 1)
        }
        #expect(searches.prefix(2) == [109, 119])
        #expect(searches.count == 4 && searches.dropFirst(2).allSatisfy { $0 >= 1909 })
    }

    @Test("No search is due while the scene keeps changing, nor after somebody has only passed by")
    func passerBy() {
        var story = Story()
        story.show(1, frames: 30)
        for number in 0..<90 { story.show(number % 2 == 0 ? 0.3 : 0.6, frames: 1) }
        story.show(1, frames: 60)
        #expect(story.searches.isEmpty)
    }

    @Test("No more searches than the budget in any minute", arguments: [0, 1, 6, 16, 99])
    func budget(_ budget: Int) {
        var settings = FocusSearchSettings()
        settings.searchesPerMinute = budget
        var story = Story(settings)
        for number in 0..<600 { story.show(number % 2 == 0 ? 1 : 0.4, frames: 30) }
        let most = min(budget, 16)
        for (place, search) in story.searches.enumerated() where place >= most {
            #expect(search - story.searches[place - most] >= 1799)
        }
        #expect(budget == 0 ? story.searches.isEmpty : story.searches.count >= most * 9)
    }

    @Test("Each minute has as many searches as the budget allows", arguments: 0...16)
    func budgetOfEachMinute(_ budget: Int) {
        var settings = FocusSearchSettings()
        settings.searchesPerMinute = budget
        var watch = FocusWatch(settings: settings)
        for minute in 0..<5 as Range<Int64> {
            let found = (0..<59).filter { second in
                watch.isAffordable(at: Instant(nanoseconds: (minute * 60 + second) * 1_000_000_000))
            }
            #expect(found == Array(0..<Int64(budget)), "minute \(minute)")
        }
    }

    @Test(
        "The remembered scene is the mean of its first ten still frames; a later frame does not change it",
        arguments: [(10, []), (11, [21])] as [(Int, [Int64])])
    func firstStillFrames(_ place: Int, _ searches: [Int64]) {
        var story = Story()
        story.show(1, frames: place - 1)
        // 0.81 is alike 1. 0.79 is alike only if 0.81 has lowered the mean.
        story.show(0.81, frames: 1)
        story.show(0.79, frames: 30)
        #expect(story.searches == searches)
    }

    @Test(
        "Sharpness or brightness at exactly the ratio, or at its inverse, is no change",
        arguments: [(0.5, false), (0.49, true), (2, false), (2.01, true)])
    func exactRatio(_ factor: Double, _ isChange: Bool) {
        for (sharpness, mean) in [(factor, 1), (1, factor)] {
            var story = Story(FocusSearchSettings().with { $0.changeRatio = 0.5 })
            story.show(1, mean: 0.25, frames: 10)
            story.show(sharpness, mean: 0.25 * mean, frames: 10)
            #expect(story.searches == (isChange ? [20] : []), "\(sharpness), \(mean)")
        }
    }

    @Test("A black scene is still, and searched when the light comes")
    func black() {
        var story = Story()
        story.show(0, mean: 0, frames: 10)
        story.show(1, frames: 10)
        #expect(story.searches == [20])
    }

    @Test(
        "After a search, a scene less sharp than both ratios allow is blurred; at exactly the limit it is not",
        arguments: [(0.25, []), (0.249, [10])] as [(Double, [Int64])])
    func exactlyAsSharp(_ sharpness: Double, _ searches: [Int64]) {
        var story = Story(
            FocusSearchSettings().with {
                $0.confirmationRatio = 0.5
                $0.changeRatio = 0.5
            })
        story.watch.begin(found: 1)
        story.show(sharpness, frames: 10)
        #expect(story.searches == searches)
    }

    @Test("Searches at the same instant count separately", arguments: 1...16)
    func sameInstant(_ budget: Int) {
        var watch = FocusWatch(settings: FocusSearchSettings().with { $0.searchesPerMinute = budget })
        let affordable = (0..<20).map { _ in watch.isAffordable(at: Instant(nanoseconds: 5_000_000_000)) }
        #expect(affordable == (0..<20).map { $0 < budget })
    }

    @Test("A ratio above 1 counts as 1: any difference is a change", arguments: [1, 1.01, 2, .infinity])
    func highestRatio(_ ratio: Double) {
        var story = Story(FocusSearchSettings().with { $0.changeRatio = ratio })
        story.show(1, frames: 10)
        story.show(0.99, frames: 10)
        #expect(story.searches == [20])
    }

    @Test("Watches are equal when they have seen the same, and differ when one has seen something else")
    func equality() {
        func seen(_ settings: FocusSearchSettings = FocusSearchSettings(), _ happen: (inout Story) -> Void)
            -> FocusWatch
        {
            var story = Story(settings)
            happen(&story)
            return story.watch
        }
        func all() -> [FocusWatch] {
            [
                seen { _ in },
                seen(FocusSearchSettings().with { $0.searchesPerMinute = 7 }) { _ in },
                seen { $0.watch.begin(found: 1) },
                seen { _ = $0.watch.isAffordable(at: Instant(nanoseconds: 0)) },
                seen { _ = $0.watch.isAffordable(at: Instant(nanoseconds: 7)) },
                seen { $0.show(1, frames: 1) },
                seen { $0.show(1, frames: 2) },
                seen { $0.show(2, frames: 1) },
                seen {
                    $0.request = 2
                    $0.show(1, frames: 1)
                },
                seen {
                    $0.show(1, frames: 10)
                    $0.show(0.1, frames: 1)
                },
                seen {
                    $0.show(2, frames: 10)
                    $0.show(0.1, frames: 1)
                },
            ]
        }
        for (place, watch) in all().enumerated() {
            for (otherPlace, other) in all().enumerated() {
                #expect((watch == other) == (place == otherPlace), "\(place) and \(otherPlace)")
            }
        }
    }
}
