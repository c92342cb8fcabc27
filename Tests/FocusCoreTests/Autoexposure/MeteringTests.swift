import Testing

@testable import FocusCore

/// What of a picture decides about its exposure.
struct MeteringTests {
    /// A picture of two kinds of places, each with the light of its own, behind the usual encoding.
    private struct Picture {
        /// The light of the region, and of the cells elsewhere, relative to grey at an exposure time of 100.
        var region: Double
        var elsewhere: Double

        private static func luma(_ light: Double) -> Double { min((light.binaryLogarithm / 2.2).powerOfTwo * 0.45, 1) }

        func frame(_ time: Int64, _ number: UInt32, hasGrid: Bool = true) -> FrameStatistics {
            let exposure = Double(time) / 100
            let (place, rest) = (Self.luma(region * exposure), Self.luma(elsewhere * exposure))
            var grid = LumaGrid()
            // The region covers three of the 48 cells.
            for index in grid.cells.indices { grid.cells[index] = UInt8((index < 3 ? place : rest) * 255) }
            return FrameStatistics(
                request: 1, sequence: number, captured: Instant(nanoseconds: Int64(number) * 33_333_333),
                exposure: time, sharpness: 1, mean: place, bright: place >= 1 ? 1 : 0, dark: place < 0.02 ? 1 : 0,
                grid: hasGrid ? grid : nil)
        }

        /// The EV above grey at which a search with this weight exposes the region and the rest.
        func exposed(placeWeight: Double, hasGrid: Bool = true) throws -> (region: Double, elsewhere: Double)? {
            let times = try #require(ControlSteps(least: 1, most: 5000))
            let range = try #require(
                ExposureRange(times: times, gains: nil, interval: TimeSpan(nanoseconds: 1_000_000_000), mains: nil))
            var control = ExposureControl(
                range: range, settings: ExposureSettings().with { $0.placeWeight = placeWeight },
                start: ExposureSetting(time: 100),
                givenDelay: 0)
            var time = Int64(100)
            for number in 0..<60 as Range<UInt32> {
                switch control.look(frame(time, number, hasGrid: hasGrid)) {
                case .wait: break
                case .set(let next, _): time = next
                case .finished(let report):
                    guard report.outcome == .converged else { return nil }
                    let exposure = (Double(time) / 100).binaryLogarithm
                    return (region.binaryLogarithm + exposure, elsewhere.binaryLogarithm + exposure)
                }
            }
            return nil
        }
    }

    @Test(
        "The place that is tapped decides, and the rest of the picture draws it a quarter of the way",
        arguments: [
            // The light of the place and of the rest, in EV; then the EV above grey at which the place is exposed.
            (0.0, 0.0, -0.1...0.1), (2, 0, 0.3...0.6), (2.6, 0, 0.45...0.8), (-2, 0, -0.6...(-0.3)),
            (-3, 0, -0.9...(-0.5)), (0, 2, -0.6...(-0.3)),
        ] as [(Double, Double, ClosedRange<Double>)])
    func weighted(place: Double, rest: Double, wanted: ClosedRange<Double>) throws {
        let picture = Picture(region: place.powerOfTwo, elsewhere: rest.powerOfTwo)
        let found = try #require(try picture.exposed(placeWeight: 0.75))
        #expect(wanted.contains(found.region), "\(found)")
        // The place is nearer to grey than the rest.
        if place != rest { #expect(abs(found.region) < abs(found.elsewhere), "\(found)") }
    }

    @Test("With all weight on the place, or without a grid, the place alone is metered", arguments: [-3.0, 0, 2.6])
    func spot(place: Double) throws {
        let picture = Picture(region: place.powerOfTwo, elsewhere: 1)
        let alone = try #require(try picture.exposed(placeWeight: 1))
        let gridless = try #require(try picture.exposed(placeWeight: 0.75, hasGrid: false))
        #expect(abs(alone.region) < 0.15 && abs(gridless.region) < 0.15, "\(alone) \(gridless)")
    }

    /// A region of which half is a white lamp, in a black picture: with a weight of 0.75 it is metered 0.38.
    private static func lamp() -> FrameStatistics {
        FrameStatistics(
            request: 1, sequence: 1, captured: Instant(nanoseconds: 0), sharpness: 0, mean: 0.7, bright: 0.5,
            grid: LumaGrid())
    }

    /// The EV that are missing from the lamp to the target, for a camera with the usual encoding.
    private static func lightMissing(_ settings: ExposureSettings) throws -> Double {
        func sample(_ frame: FrameStatistics) throws -> ExposureSample {
            let weight = settings.placeWeight(in: frame)
            var metered = frame
            metered.mean = settings.brightness(of: frame)
            return try #require(ExposureSample(metered, place: frame.mean, weight: weight))
        }
        var response = ExposureResponse()
        var (dark, grey) = (lamp(), lamp())
        (dark.bright, dark.mean, dark.grid) = (0, 0.2, nil)
        (grey.bright, grey.mean, grey.grid) = (0, 0.2 * (1 / 2.2).powerOfTwo, nil)
        _ = response.learn(from: try sample(dark), to: try sample(grey), time: 1, gain: 0)
        // A step that is too short for a line through the two exposures.
        _ = response.learn(from: try sample(lamp()), to: try sample(lamp()), time: 0.1, gain: 0)
        return response.lightMissing(from: try sample(lamp()), to: settings.target)
    }

    @Test("A white lamp in a black picture gets a short step, because half of it and the rest still answer to light")
    func lampAtNight() throws {
        #expect(abs(ExposureSettings().brightness(of: Self.lamp()) - 0.38) < 0.01)
        let missing = try Self.lightMissing(ExposureSettings())
        #expect(missing > 0.3 && missing < 1.5, "\(missing) EV")
        // The place alone is too bright.
        let alone = try Self.lightMissing(ExposureSettings().with { $0.placeWeight = 1 })
        #expect(alone < 0, "\(alone) EV")
    }

    @Test("What is white takes its share from the region's luma, and not from the metered brightness")
    func liveShare() throws {
        let settings = ExposureSettings()
        var metered = Self.lamp()
        metered.mean = settings.brightness(of: metered)
        let place = (0.7 - 0.5) / 0.7
        let half = try #require(ExposureSample(metered, place: 0.7, weight: 0.75))
        #expect(abs(half.liveShare - (0.75 * place + 0.25)) < 1e-12)
        let alone = try #require(ExposureSample(Self.lamp()))
        #expect(alone.liveShare == (0.7 - 0.5) / 0.7)
    }

    @Test("Black cells do not outweigh all others, and a weight that is no number means the place alone")
    func limits() {
        var frame = FrameStatistics(
            request: 1, sequence: 1, captured: Instant(nanoseconds: 0), sharpness: 0, mean: 0.45, grid: LumaGrid())
        #expect(ExposureSettings().brightness(of: frame) > 0.2)
        #expect(ExposureSettings().with { $0.placeWeight = .nan }.brightness(of: frame) == 0.45)
        #expect(ExposureSettings().with { $0.placeWeight = -1 }.brightness(of: frame) < 0.07)
        frame.mean = .nan
        #expect(ExposureSettings().brightness(of: frame).isNaN)
    }

    @Test("A search asks for the whole picture only where it is metered", arguments: [(0.75, true), (1, false)])
    func requests(weight: Double, hasGrid: Bool) {
        var configuration = Configuration().with { $0.sceneWatch = .never }
        configuration.autoexposure.placeWeight = weight
        var rig = EngineRig(configuration)
        rig.arrive(CameraExamples.automatic)
        rig.send(.start)
        rig.tap(0.25, 0.5)
        rig.film(100)
        #expect(rig.camera?.image.request?.includesGrid == hasGrid)
    }
}
