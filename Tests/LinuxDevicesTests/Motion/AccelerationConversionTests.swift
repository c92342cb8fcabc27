import FocusCore
import SimulatedDevices
import Testing

@testable import LinuxDevices

@Suite("A sensor's numbers become an acceleration")
struct AccelerationConversionTests {
    @Test("Raw plus offset, times scale")
    func scale() {
        let axis = AccelerationConversion.Axis(offset: 10, scale: 0.00980665)
        let conversion = AccelerationConversion(x: axis, y: axis, z: .init())
        let acceleration = conversion.acceleration(x: 990, y: -10, z: 3)
        #expect(abs(acceleration.x - Acceleration.standardGravity) < 1e-9)
        #expect(acceleration.y == 0)
        #expect(acceleration.z == 3)
    }

    @Test("The mount matrix turns the axes")
    func mount() throws {
        let matrix = try #require(MountMatrix("0, -1, 0; 1, 0, 0; 0, 0, -1"))
        #expect(matrix.apply(to: Acceleration(x: 1, y: 2, z: 3)) == Acceleration(x: -2, y: 1, z: -3))
        #expect(MountMatrix("1, 0, 0; 0, 1, 0; 0, 0, 1\n") == .identity)
        #expect(MountMatrix("1.0,0.0,0.0;0,1,0;0,0,1\0") == .identity)
    }

    @Test(
        "A text that is not a matrix is refused",
        arguments: [
            "", ";;", "1", "1, 0, 0; 0, 1, 0", "1, 0; 0, 1, 0; 0, 0, 1", "1, 0, 0; 0, 1, 0; 0, 0, 1; 0, 0, 0",
            "1, 0, 0; 0, x, 0; 0, 0, 1", "nan, 0, 0; 0, 1, 0; 0, 0, 1", "1, 0, 0; 0, inf, 0; 0, 0, 1",
            "0, 0, 0; 0, 0, 0; 0, 0, 0", "1, 0, 0, 0, 1, 0, 0, 0, 1",
        ])
    func noMatrix(text: String) {
        #expect(MountMatrix(text) == nil)
    }

    @Test("Any text has an answer", arguments: 0..<50)
    func fuzz(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let alphabet = Array("0123456789.,; -+eEnaif\0\n\u{301}x")
        for _ in 0..<200 {
            let count = Int.random(in: 0...40, using: &random)
            let text = String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? " " })
            if let matrix = MountMatrix(text) {
                #expect(matrix.apply(to: Acceleration(x: 0, y: 0, z: 0)).isFinite)
            }
            _ = CalibrationMatrix(libinputProperty: text)
            _ = SamplingRate.choice(from: text)
            _ = DeviceSelection(argument: text)
        }
    }

    @Test("Numbers that are not finite are passed on, for the engine to report")
    func notFinite() {
        let conversion = AccelerationConversion(x: .init(scale: .nan), y: .init(), z: .init(scale: .infinity))
        #expect(!conversion.acceleration(x: 1, y: 1, z: 1).isFinite)
    }

    @Test(
        "The slowest rate that is enough is chosen, or the fastest",
        arguments: [
            ("12.5 25 50 100 200", "50"), ("400 100 62.5 10", "62.5"), ("1 10 25", "25"), ("25\n", "25"),
        ])
    func rate(list: String, choice: String) {
        #expect(SamplingRate.choice(from: list) == choice)
    }

    @Test("A range is no list of rates")
    func noRate() {
        #expect(SamplingRate.choice(from: "[a b c]") == nil)
        #expect(SamplingRate.choice(from: "") == nil)
        #expect(SamplingRate.choice(from: "-5 0 nan") == nil)
    }

    @Test("The calibration matrix is six numbers")
    func calibration() {
        #expect(CalibrationMatrix(libinputProperty: "0 -1 1 1 0 0") == CalibrationMatrix(0, -1, 1, 1, 0, 0))
        #expect(CalibrationMatrix(libinputProperty: " 1.0  0 0\t0 1 0\n") == .identity)
        #expect(CalibrationMatrix(libinputProperty: "1 0 0 0 1") == nil)
        #expect(CalibrationMatrix(libinputProperty: "1 0 0 0 1 0 0") == nil)
        #expect(CalibrationMatrix(libinputProperty: "1 0 0 0 one 0") == nil)
    }
}
