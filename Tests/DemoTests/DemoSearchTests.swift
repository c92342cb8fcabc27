import FocusCore
import SimulatedDevices
import Testing

@testable import tapfocus

@Suite struct DemoSearchTests {
    /// The model after so much of the story.
    private func model(at moment: Double) -> (model: DemoModel, kiosk: SimulatedKiosk) {
        var kiosk = SimulatedKiosk(configuration: .demo, story: .demo)
        var model = DemoModel()
        while kiosk.now < .demo(moment), let occurrence = kiosk.next() { model.follow(occurrence, in: kiosk) }
        return (model, kiosk)
    }

    private func text(_ buffer: ScreenBuffer) -> String {
        (0..<buffer.height).map { row in
            String((0..<buffer.width).compactMap { buffer[$0, row]?.glyph })
        }.joined(separator: "\n")
    }

    @Test(
        "The search is told from the frames: first the exposure, then more and more positions, then the sharpest of them"
    )
    func phases() throws {
        #expect(model(at: 1.5).model.search == DemoSearch())
        let moments = stride(from: 2.0, through: 4.05, by: 0.05).map { model(at: $0).model.search }
        let exposing = try #require(moments.first { $0.phase == .exposing })
        #expect(exposing.samples.isEmpty)
        #expect(moments.contains { $0.phase == .exposing && $0.luma != nil })
        let focusing = moments.filter { $0.phase == .focusing }
        let (early, late) = (try #require(focusing.dropFirst(3).first), try #require(focusing.last))
        #expect(late.known.count > early.known.count)
        #expect(late.known.map(\.lens) == late.known.map(\.lens).sorted())
        let (over, kiosk) = model(at: 4.05)
        guard case .over(let report) = over.search.phase else {
            Issue.record("\(over.search.phase)")
            return
        }
        #expect(report.outcome == .found && Double(report.position) == kiosk.camera.lens)
        let best = try #require(over.search.best)
        #expect(abs(best.lens - report.position) <= 10)
        #expect(model(at: 6).model.search == DemoSearch())
    }

    @Test("The curve has a bar at each position, as high as it was sharp, and the sharpest fills the box")
    func curve() {
        let search = model(at: 4.05).model.search
        for height in [1, 2, 4] {
            var buffer = ScreenBuffer(width: 31, height: height)
            DemoCurve(search: search).draw(on: &buffer, in: .init(column: 0, row: 0, width: 31, height: height))
            for sample in search.known {
                let column = DemoCurve.column(of: Double(sample.lens), width: 31)
                #expect(buffer[column, height - 1]?.glyph != " ", "\(sample)")
            }
            let best = search.best.map { DemoCurve.column(of: Double($0.lens), width: 31) } ?? 0
            #expect(buffer[best, 0]?.glyph == "█" && buffer[best, 0]?.style.foreground == DemoPalette.forced)
        }
    }

    @Test("The panel fits, and shows the curve and the exposure, in every terminal that has room for it")
    func panel() {
        for (width, height) in [(74, 22), (80, 24), (90, 26), (100, 28), (100, 31), (140, 50)] {
            let screen = text(demoScreen(at: .demo(3.6), width: width, height: height))
            for word in ["STATE", "FORCE LOCK", "FOCUS", "position", "○", "●", "EXPOSURE", "│", "ACCELEROMETER"] {
                #expect(screen.contains(word), "\(word) at \(width)×\(height)")
            }
        }
    }

    @Test("Each caption fits into the two lines that the narrowest terminal with a panel has for it")
    func captions() {
        for happening in Story.demo.happenings {
            #expect(DemoText.wrapped(happening.caption, width: 72).count <= 2, "\(happening.caption)")
        }
        #expect(Story.demo.end.since(.demo(0)) <= .milliseconds(25_000))
    }
}
