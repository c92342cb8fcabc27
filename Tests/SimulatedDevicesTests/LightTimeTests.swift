import FocusCore
import SimulatedDevices
import Testing

/// The time from a light to the exposure that is right in it. That is what a photograph waits for.
struct LightTimeTests {
    /// A held point that is lit, and dark again.
    private struct Lit {
        private var kiosk: SimulatedKiosk
        private(set) var reports: [LightReport.Outcome?] = []
        /// The light that a frame has gathered before, in which the exposure was found.
        private let right: Double

        init(_ model: CameraModel) {
            let configuration = Configuration().with {
                $0.sceneWatch = .never
                $0.view = .simulatedKiosk
            }
            kiosk = SimulatedKiosk(configuration: configuration, camera: SimulatedCamera(model: model))
            while kiosk.next(until: .demo(2)) != nil {}
            kiosk.feed(.pictureTapped(x: Scene.flower.x, y: Scene.flower.y))
            while kiosk.next(until: .demo(10)) != nil {}
            right = Self.gathered(by: kiosk.camera)
        }

        private static func gathered(by camera: SimulatedCamera) -> Double {
            camera.exposure * camera.amplification * camera.optics.light
        }

        /// Switches a light that makes the scene this many times as bright as it is without it.
        /// - Returns: the time of the last frame, in the next four seconds, that is a third of a stop too dark or too bright.
        mutating func switchLight(isOn: Bool, times factor: Double) -> TimeSpan {
            let start = kiosk.now
            var last = TimeSpan.zero
            kiosk.happen(.light(factor))
            kiosk.feed(.lightChanged(isOn: isOn))
            for frame in 1...120 as ClosedRange<Int64> {
                let end = start.advanced(by: TimeSpan(nanoseconds: frame * SimulatedCamera.frameTime.nanoseconds))
                while let occurrence = kiosk.next(until: end) {
                    guard case .step(_, let effects) = occurrence else { continue }
                    effects.forEach { if case .relit(let report) = $0 { reports.append(report.exposure) } }
                }
                let share = Self.gathered(by: kiosk.camera) / right
                if !(0.8...1.25).contains(share) { last = end.since(start) }
            }
            return last
        }
    }

    @Test(
        "Within a second the exposure is right in a light, and within three tenths again without it",
        arguments: [CameraModel.region, .wholeFrame, .software, .lensOnly], [2.0, 4.0])
    func withinASecond(_ model: CameraModel, _ factor: Double) {
        var lit = Lit(model)
        let on = lit.switchLight(isOn: true, times: factor)
        #expect(on > .zero && on < .milliseconds(1000), "\(on)")
        let off = lit.switchLight(isOn: false, times: 1)
        #expect(off < .milliseconds(300), "\(off)")
        #expect(lit.reports == [.searching, .found, .restored])
    }
}
