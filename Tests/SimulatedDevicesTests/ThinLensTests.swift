import FocusCore
import Testing

@testable import SimulatedDevices

@Suite struct ThinLensTests {
    @Test("The depth of field in dioptres is that of the text books in metres")
    func depthOfField() {
        // The hyperfocal distance is f² / (N · c), and 1/H is the depth of field in dioptres. A 50 mm lens at f/8 on a
        // frame of 36 by 24 mm has 10.8 m.
        let lens = ThinLens(focalLength: 50, aperture: 50.0 / 8, sensorWidth: 36, sensorHeight: 24)
        #expect(abs(1 / lens.depthOfField - 10.83) < 0.05)
        #expect(abs(Optics.lens.depthOfField - 0.395) < 0.001)
    }

    @Test(
        "Sharpness falls steadily from one peak to both ends of the lens, and to one half where the blur is three pixels"
    )
    func peak() {
        for dioptres in [0.05, 0.8, 4.0, 9.0] {
            func sharpness(_ lens: Int) -> Double {
                let misfocus = Optics.dioptres(lens: Double(lens)) - dioptres
                return Optics.lens.sharpness(misfocus: misfocus, span: Optics.measuredSpan)
            }
            let peak = Int(Optics.lens(dioptres: dioptres).rounded())
            for lens in 0..<peak { #expect(sharpness(lens) < sharpness(lens + 1)) }
            for lens in peak..<1023 { #expect(sharpness(lens) > sharpness(lens + 1)) }
            #expect(sharpness(peak) > 0.999)
        }
        let span = Optics.lens.blurPerDioptre * 2
        #expect(abs(Optics.lens.sharpness(misfocus: 2, span: span) - 0.5) < 1e-12)
    }

    @Test("The corners are darker, by the fourth power of the cosine")
    func falloff() {
        #expect(Optics.lens.falloff(x: 0.5, y: 0.5) == 1)
        // Half a diagonal of 3.70 mm at 4.74 mm.
        #expect(abs(Optics.lens.falloff(x: 0, y: 1) - 0.386) < 0.002)
    }

    @Test("Luma is light to the power 1/2.2, to a hundredth of a level")
    func encoding() {
        let known = [(0.001, 0.043288), (0.01, 0.123285), (0.18, 0.458656), (0.5, 0.729740), (0.9, 0.953238)]
        for (level, luma) in known { #expect(abs(LumaEncoding.luma(of: level) - luma) < 0.00004, "\(level)") }
        #expect(LumaEncoding.luma(of: 0) == 0 && LumaEncoding.luma(of: 1) == 1 && LumaEncoding.luma(of: 7) == 1)
    }

    @Test("Lamps flash 100 times a second, and an exposure of whole flashes does not see it")
    func lamps() {
        let lamp = LampLight(mains: .hertz50)
        var least = 1.0
        var most = 1.0
        for tick in 0..<200 {
            let end = Instant(nanoseconds: 1_000_000_000 + Int64(tick) * 333_333)
            for whole in [100.0, 200, 300] { #expect(abs(lamp.mean(until: end, exposure: whole) - 1) < 1e-9) }
            let short = lamp.mean(until: end, exposure: 2)
            least = min(least, short)
            most = max(most, short)
        }
        #expect(abs(least - 0.9) < 0.005 && abs(most - 1.1) < 0.005)
    }
}
