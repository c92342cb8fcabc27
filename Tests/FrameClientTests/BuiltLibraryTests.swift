import CTapFocus
import FocusCore
import Foundation
import Glibc
import SimulatedDevices
import Testing

/// The library as programs get it, compiled as Embedded Swift and optimised. The other tests call the same functions as the
/// package manager builds them. TAPFOCUS_LIBRARY names its file.
struct BuiltLibraryTests {
    static let path = ProcessInfo.processInfo.environment["TAPFOCUS_LIBRARY"]

    private typealias MeasureFunction =
        @convention(c) (
            UnsafePointer<tapfocus_image>?, UnsafePointer<tapfocus_rectangle>?, UnsafePointer<tapfocus_rectangle>?,
            Int32,
            UnsafeMutablePointer<tapfocus_measurement>?
        ) -> Int32

    private func measureFunction() throws -> MeasureFunction {
        let path = try #require(Self.path)
        let library = try #require(dlopen(path, RTLD_NOW | RTLD_LOCAL), "cannot load \(path)")
        let function = try #require(dlsym(library, "tapfocus_measure"))
        return unsafeBitCast(function, to: MeasureFunction.self)
    }

    @Test("It measures what FocusCore measures, bit for bit", .enabled(if: path != nil, "TAPFOCUS_LIBRARY is not set"))
    func isBitIdentical() throws {
        let measure = try measureFunction()
        var sharp = 0
        for seed in 10_000..<14_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let image = ExactImage(random: &random)
            var focus = tapfocus_rectangle(random: &random)
            var exposure = random.chance(0.5) ? focus : tapfocus_rectangle(random: &random)
            let request = FrameRequest(focus: focus.normalized, exposure: exposure.normalized, includesGrid: true)
            let expected = try #require(image.measured(request))
            var found = tapfocus_measurement()
            let status = withExtendedLifetime(image) {
                var described = image.described
                return measure(&described, &focus, &exposure, 1, &found)
            }
            #expect(status == TAPFOCUS_OK && found.isEqual(expected), "seed \(seed)")
            if expected.sharpness > 0 { sharp += 1 }
        }
        #expect(sharp > 500, "others would prove little")
    }
}
