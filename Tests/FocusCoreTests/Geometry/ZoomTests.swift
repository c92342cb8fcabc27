import Testing

@testable import FocusCore

/// The zoom's unit, and the way between the picture and the sensor.
struct ZoomTests {
    private static func zoom(_ value: Int64, in range: ClosedRange<Int64>) -> Zoom {
        Zoom(CameraCapabilities(CameraExamples.camera([CameraExamples.zoom(value, in: range)])))
    }

    @Test(
        "A range that begins at 100 is in hundredths; of others, only the smallest value is known to enlarge nothing",
        arguments: [
            (100...400, 100, 1.0), (100...400, 250, 2.5), (100...500, 500, 5), (0...10, 0, 1), (0...10, 3, nil),
            (1...5, 2, nil), (100...57_343, 200, nil), (.min ... .max, 0, nil), (.min ... .max, .min, 1),
        ] as [(ClosedRange<Int64>, Int64, Double?)])
    func factor(_ range: ClosedRange<Int64>, _ value: Int64, _ factor: Double?) {
        #expect(Self.zoom(value, in: range).factor == factor)
    }

    @Test("A quirk tells the factors of a range in another unit; one that makes no sense counts as missing")
    func quirk() {
        var camera = CameraExamples.camera([CameraExamples.zoom(5, in: 0...10)])
        camera.quirks = CameraQuirks(zoomLeast: 1, zoomMost: 3)
        var zoom = Zoom(CameraCapabilities(camera))
        #expect(zoom.factor == 2 && zoom.report(showing: nil)?.largest == 3)
        let start = Instant(nanoseconds: 0)
        let isTaken = zoom.begin(ZoomWish(.factor(3)), original: 0, at: start)
        let step = zoom.takeStep(at: start)
        let isTooFar = zoom.begin(ZoomWish(.factor(3.1)), original: 0, at: start)
        #expect(isTaken && step == 10 && !isTooFar)
        for (least, most) in [(0.5, 3), (3, 3), (3, 2), (1, 101), (1, .nan), (.nan, 2)] as [(Double, Double)] {
            camera.quirks = CameraQuirks(zoomLeast: least, zoomMost: most)
            #expect(Zoom(CameraCapabilities(camera)).factor == nil, "\(least)…\(most)")
        }
    }

    @Test("A camera without a zoom enlarges nothing, and reports none")
    func noZoom() {
        let zoom = Zoom(CameraCapabilities(CameraExamples.withRegion))
        #expect(zoom.factor == 1 && zoom.report(showing: .centre) == nil)
        // A control with one value counts as no zoom.
        #expect(Self.zoom(0, in: 0...0).report(showing: nil) == nil)
    }

    @Test("The report has the place in the range, and the held point where it is shown")
    func report() throws {
        let report = try #require(Self.zoom(200, in: 100...500).report(showing: PointOfInterest(x: 0.5, y: 0.75)))
        #expect(report.linear == 0.25 && report.factor == 2 && report.largest == 5)
        #expect(report.point == PointOfInterest(x: 0.5, y: 1))
        #expect(Self.zoom(200, in: 100...500).report(showing: PointOfInterest(x: 0.5, y: 0.8))?.point == nil)
    }

    @Test("Under another zoom a summit may be narrower: its width is forgotten, and its place is not")
    func experience() {
        var experience = FocusExperience()
        experience.found(at: 100, width: 40)
        experience.forgetWidth()
        #expect(experience.width == nil && experience.latest == 100)
    }

    @Test("A point of the picture comes back from the sensor; without a zoom to the last bit")
    func wayBack() {
        for x in stride(from: 0.0, through: 1, by: 0.01) {
            let point = PointOfInterest(x: x, y: 1 - x)
            #expect(point.onSensor(under: 1) == point && point.inPicture(under: 1) == point)
            let back = point.onSensor(under: 3).inPicture(under: 3)
            #expect(abs(back.x - point.x) < 1e-12 && abs(back.y - point.y) < 1e-12)
        }
    }
}
