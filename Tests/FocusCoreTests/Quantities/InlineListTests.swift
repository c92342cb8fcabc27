import FocusCore
import SimulatedDevices
import Testing

struct InlineListTests {
    @Test("It behaves as an array does, up to its capacity, and refuses elements that do not fit")
    func likeAnArray() {
        var random = SplitMix64(seed: 3)
        var list = InlineList<4, Int>()
        var array: [Int] = []
        for step in 0..<2000 {
            switch random.integer(0...5) {
            case 0...2:
                let isAdded = list.append(step)
                #expect(isAdded == (array.count < 4))
                if isAdded { array.append(step) }
            case 3...4:
                let first = list.removeFirst()
                #expect(first == (array.isEmpty ? nil : array.removeFirst()))
            default:
                if random.chance(0.2) {
                    list.removeAll()
                    array = []
                }
            }
            #expect(list.count == array.count && list.isEmpty == array.isEmpty)
            for index in -1...4 { #expect(list[index] == (array.indices.contains(index) ? array[index] : nil)) }
        }
    }

    @Test("Lists are equal when their elements are, whatever the lists contained before")
    func equality() {
        var first = InlineList<3, Int>()
        var second = InlineList<3, Int>()
        for value in 1...3 { first.append(value) }
        _ = first.removeFirst()
        second.append(2)
        #expect(first != second)
        second.append(3)
        #expect(first == second)
    }

    @Test("Removed elements are released at once, one by one or all", arguments: [false, true])
    func letsGo(_ isOneByOne: Bool) {
        final class Thing {}
        var things = [Thing(), Thing(), Thing()]
        var list = InlineList<3, Thing>()
        for thing in things { list.append(thing) }
        if isOneByOne {
            while list.removeFirst() != nil {}
        } else {
            list.removeAll()
        }
        let areFree = things.indices.map { isKnownUniquelyReferenced(&things[$0]) }
        #expect(areFree == [true, true, true])
        withExtendedLifetime(list) {}
    }
}
