import FocusCore
import Testing

@testable import LinuxDevices

@Suite("The value in effect is that of the last write that was over when the exposure began")
struct WriteRecordTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test("Before the first write no value is known; a write counts from its end")
    func order() {
        let values = WriteRecord()
        #expect(values.values(at: at(0)) == (nil, nil, nil))
        values.record(.focusAbsolute, 10, at: at(100))
        values.record(.focusAbsolute, 20, at: at(200))
        values.record(.exposureAbsolute, 333, at: at(150))
        values.record(.gain, 5, at: at(160))
        values.record(.focusAuto, 1, at: at(100))
        #expect(values.values(at: at(99)) == (nil, nil, nil))
        #expect(values.values(at: at(100)) == (10, nil, nil))
        #expect(values.values(at: at(155)) == (10, 333, nil))
        #expect(values.values(at: at(1000)) == (20, 333, 5))
    }

    @Test("Of many writes between two frames, the last one dropped from the list is still known")
    func many() {
        let values = WriteRecord()
        for write in 1...100 { values.record(.focusAbsolute, Int64(write), at: at(Int64(write) * 10)) }
        #expect(values.values(at: at(1000)).lens == 100)
        #expect(values.values(at: at(905)).lens == 90)
        // This value may not be the exact one, but an earlier one is known.
        #expect(values.values(at: at(100)).lens == 84)
    }
}
