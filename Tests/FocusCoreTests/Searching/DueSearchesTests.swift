import Testing

@testable import FocusCore

/// When continuous use needs a search.
struct DueSearchesTests {
    private static func time(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

    private static func settings(perMinute: Int) -> FocusSearchSettings {
        var settings = FocusSearchSettings()
        settings.searchesPerMinute = perMinute
        return settings
    }

    @Test("Searches that a person has caused are free; others must be affordable")
    func budget() {
        var due = DueSearches(Self.settings(perMinute: 1))
        var found: [ComponentSet] = []
        for isFree in [false, true, false] {
            due.add(isFree: isFree, at: Self.time(1))
            found.append(due.begin())
        }
        #expect(found == [.all, .all, []] && due.components.isEmpty)
        due.add(.exposure)
        due.addAgain(at: Self.time(2))
        #expect(due.components == .exposure, "the budget is spent")
        due.addAgain(at: Self.time(62))
        #expect(due.components == .all)
    }

    @Test("A scene that changes and is still again makes a search due, if it was watched")
    func change() {
        for isWatched in [false, true] {
            var due = DueSearches(Self.settings(perMinute: 6))
            if isWatched { due.beginWatch(found: nil) }
            for number in UInt32(1)...200 {
                due.look(at: SearchExamples.frame(mean: number < 100 ? 0.45 : 0.1, sequence: number))
            }
            #expect(due.components == (isWatched ? .all : []))
        }
    }

    @Test("A change ends the watch: it begins again after the search")
    func changeEndsWatch() {
        var due = DueSearches(Self.settings(perMinute: 6))
        due.beginWatch(found: nil)
        for number in UInt32(1)...200 where due.components.isEmpty {
            due.look(at: SearchExamples.frame(mean: number < 100 ? 0.45 : 0.1, sequence: number))
        }
        var unwatched = due
        unwatched.streamBegan()
        #expect(due.components == .all && due == unwatched)
    }

    @Test("While a search is under way, and until the watch begins again, no change makes another one due")
    func watchEnds() {
        var due = DueSearches(Self.settings(perMinute: 6))
        due.beginWatch(found: nil)
        due.add(isFree: true, at: Self.time(0))
        #expect(due.begin() == .all)
        for number in UInt32(1)...200 {
            due.look(at: SearchExamples.frame(mean: number < 100 ? 0.45 : 0.1, sequence: number))
        }
        #expect(due.components == [])
    }
}
