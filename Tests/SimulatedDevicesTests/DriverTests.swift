import FocusCore
import SimulatedDevices
import Testing

/// The driver that the simulated cameras share.
struct DriverTests {
    private static let camera = CameraDescription(
        imageWidth: 640, imageHeight: 480,
        controls: [
            ControlDescription(id: .focusAuto, maximum: 1, value: .integer(0)),
            ControlDescription(id: .focusAbsolute, maximum: 250, value: .integer(35)),
        ])

    /// Writes the automatic off, and a position, in one call.
    private func write(_ position: Int64, _ driver: inout SimulatedDriver) -> ControlResult {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.focusAuto, .integer(0)))
        settings.append(ControlSetting(.focusAbsolute, .integer(position)))
        return driver.write(settings, call: 1)
    }

    @Test("A refused setting keeps the others of its call from being taken")
    func allOrNothing() {
        var driver = SimulatedDriver(Self.camera)
        driver.values[.focusAuto] = .integer(1)
        #expect(write(100, &driver).errno == CameraErrno.accessDenied)
        #expect(driver.integer(.focusAuto) == 1 && driver.marks.isEmpty)
        driver.misbehaviour.takesRuledWrites = [.focusAbsolute]
        #expect(write(999, &driver).errno == 0)
        #expect(driver.integer(.focusAuto) == 0 && driver.integer(.focusAbsolute) == 250)
    }

    @Test("A control is inactive until its automatic is written; then ignored writes are claimed, and one is rounded")
    func misbehaviour() {
        var driver = SimulatedDriver(Self.camera)
        driver.misbehaviour.inactive = [.focusAbsolute]
        #expect(write(100, &driver).errno == CameraErrno.accessDenied)
        driver.misbehaviour.inactive = []
        driver.misbehaviour.ignored = [.focusAbsolute: 1]
        driver.misbehaviour.integerGrids = [.focusAbsolute: 30]
        for place in [35, 90] as [Int64] {
            #expect(write(100, &driver).errno == 0)
            #expect(driver.integer(.focusAbsolute) == place && driver.marks[.focusAbsolute] == 90)
        }
    }

    @Test("One control that cannot be read does not keep the others from being read")
    func reading() {
        var driver = SimulatedDriver(Self.camera)
        driver.misbehaviour.unreadable = [.focusAbsolute]
        driver.misbehaviour.alwaysReads = [.focusAuto: 1]
        var ids = InlineList<4, ControlID>()
        ids.append(.focusAbsolute)
        #expect(driver.read(ids, call: 1).errno == CameraErrno.inputOutput)
        ids.append(.focusAuto)
        let result = driver.read(ids, call: 2)
        let (position, automatic) = (result.values[0] ?? nil, result.values[1] ?? nil)
        #expect(result.errno == 0 && position == nil && automatic == .integer(1))
    }
}
