import FocusCore
import SimulatedDevices
import Testing

@testable import StateTrace

@Suite struct SetupInputTests {
    private func input(_ event: Input.Event, _ index: Int) -> Input {
        Input(event, at: Instant(nanoseconds: Int64(index)))
    }

    @Test("Of devices that come and go all day the latest counts, of each kind, and the start; few are kept")
    func latest() {
        var setup = SetupInputs(window: 100)
        setup.add(input(.touchscreenArrived(.init(minimumX: 0, maximumX: 9, minimumY: 0, maximumY: 9)), 0), at: 0)
        setup.add(input(.start, 1), at: 1)
        setup.add(input(.exposureCompensation(0.5), 2), at: 2)
        var most = 0
        for index in 3..<60_000 {
            setup.add(
                input(index % 2 == 0 ? .cameraLeft : .cameraArrived(SimulatedCamera().description), index), at: index)
            setup.add(input(.viewShown, index), at: index)
            most = max(most, setup.all.count)
        }
        #expect(setup.all.prefix(3).map(\.index) == [0, 1, 2] && most < 500)
        #expect(setup.all.last?.index == 59_999)
        // A late beginning may lie at any of the latest steps: the state before it has to be known.
        #expect(setup.all.map(\.index).suffix(100) == Array(59_900...59_999))
        let before = setup.all.last { $0.index < 59_900 }
        #expect(before?.index == 59_899)
    }
}
