import FocusCore
import SimulatedDevices

/// The column beside the picture: the machine, the lock's time, lens and exposure, and the accelerometer.
struct DemoPanel {
    private let model: DemoModel
    private let kiosk: SimulatedKiosk
    private let box: DemoLayout.Box
    private var buffer: ScreenBuffer
    /// The next row to draw.
    private var row: Int

    private static let states = [
        ("continuousAuto", "follows the middle"), ("autoAndForceLocked", "held, whatever happens"),
        ("unlockableLocked", "held until it is moved"),
    ]

    static func draw(
        _ model: DemoModel, _ kiosk: SimulatedKiosk, on buffer: inout ScreenBuffer, in box: DemoLayout.Box
    ) {
        var panel = DemoPanel(model: model, kiosk: kiosk, box: box, buffer: buffer, row: box.row)
        panel.draw()
        buffer = panel.buffer
    }

    private mutating func draw() {
        let isLarge = box.height >= 22
        write("STATE", Style(DemoPalette.faint), limit: box.width)
        row += 1
        for (name, explanation) in Self.states { drawState(name, explanation) }
        drawMemory()
        if isLarge { row += 1 }
        drawTimer()
        if isLarge { row += 1 }
        // Below the curve: its axis, two rows for the exposure, and one or two for the accelerometer.
        let rest = isLarge ? 6 : 5
        drawFocus(curveRows: min(max(box.row + box.height - row - 1 - rest, 1), 4))
        if isLarge {
            DemoCurve.drawScale(on: &buffer, column: box.column, row: row, width: box.width)
            row += 1
        }
        drawExposure()
        drawMotion()
    }

    /// Writes into the present row.
    private mutating func write(_ text: String, at column: Int = 0, _ style: Style, limit: Int = .max) {
        buffer.write(text, column: box.column + column, row: row, style: style, limit: limit)
    }

    private mutating func drawState(_ name: String, _ explanation: String) {
        let colour = DemoPalette.colour(ofState: name)
        let isCurrent = name == model.stateName
        let lit = Style(DemoPalette.background, background: colour, isBold: true)
        let text = (isCurrent ? " ● " : " ○ ") + name
        write(text.padded(to: box.width), isCurrent ? lit : Style(colour), limit: box.width)
        row += 1
        guard box.height >= 20 else { return }
        write("   " + explanation, Style(isCurrent ? DemoPalette.text : DemoPalette.line), limit: box.width)
        row += 1
    }

    private mutating func drawMemory() {
        let hasMoved = kiosk.engine.hasMoved
        let style = hasMoved ? Style(DemoPalette.motion, isBold: true) : Style(DemoPalette.line)
        write(hasMoved ? " ■ motion remembered" : " □ no motion remembered", style, limit: box.width)
        row += 1
    }

    private mutating func drawTimer() {
        let name = "FORCE LOCK "
        let width = box.width - name.count - 6
        let left = kiosk.deadline(of: .forceLock).map { max($0.since(kiosk.now).seconds, 0) }
        let share = (left ?? 0) / max(kiosk.engine.configuration.forceLockTime.seconds, 0.001)
        write(name, Style(DemoPalette.faint), limit: box.width)
        drawBar(share, at: name.count, width: width, DemoPalette.forced)
        let text = left.map { " " + DemoWords.decimal($0, digits: 1) + " s" } ?? "    –"
        write(text, at: name.count + width, Style(left == nil ? DemoPalette.line : DemoPalette.text))
        row += 1
    }

    private mutating func drawFocus(curveRows: Int) {
        drawLabel("FOCUS", distance(kiosk.camera.lens) + ", " + focusWords)
        if model.search.known.isEmpty {
            let text = kiosk.camera.isFocusAutomatic ? "the camera’s own autofocus" : "the exposure comes first"
            buffer.write(
                text, column: box.column + max((box.width - text.count) / 2, 0), row: row + curveRows / 2,
                style: Style(DemoPalette.line), limit: box.width)
        } else {
            let area = DemoLayout.Box(column: box.column, row: row, width: box.width, height: curveRows)
            DemoCurve(search: model.search).draw(on: &buffer, in: area)
        }
        row += curveRows
        write(String(repeating: "─", count: box.width), Style(DemoPalette.line))
        if let underway = model.search.underway {
            let column = DemoCurve.column(of: Double(underway), width: box.width)
            write("○", at: column, Style(DemoPalette.lens, isBold: true))
        }
        let column = DemoCurve.column(of: kiosk.camera.lens, width: box.width)
        write("●", at: column, Style(DemoPalette.white, isBold: true))
        row += 1
    }

    private var focusWords: String {
        switch model.search.phase {
        case .none: kiosk.camera.isFocusAutomatic ? "automatic" : "held"
        case .exposing: "waits"
        case .focusing: "position \(model.search.samples.count)"
        case .over(let report): report.outcome == .found ? "found after \(report.evaluations)" : "nothing found"
        }
    }

    /// The luma measured in frames, or seen by the camera's own automatic, with a mark at the target.
    private mutating func drawExposure() {
        let camera = kiosk.camera
        let gain = camera.amplification > 1.01 ? " × " + DemoWords.decimal(camera.amplification, digits: 1) : ""
        let isSearching = model.search.phase == .exposing
        let words = camera.isExposureAutomatic ? "automatic" : isSearching ? "search" : "held"
        drawLabel("EXPOSURE", DemoWords.decimal(camera.exposure / 10, digits: 1) + " ms" + gain + ", " + words)
        let luma =
            camera.isExposureAutomatic
            ? camera.optics.luma(of: camera.exposureRegion, exposure: camera.frameExposure) : model.search.luma
        let width = box.width - 6
        drawBar(luma ?? 0, at: 0, width: width, DemoPalette.exposure)
        if !camera.isExposureAutomatic {
            let target = Int(ExposureSettings().target * Double(width))
            write("│", at: target, Style(DemoPalette.white, isBold: true))
        }
        write(luma.map { "  " + DemoWords.decimal($0, digits: 2) } ?? "     –", at: width, Style(DemoPalette.text))
        row += 1
    }

    private mutating func drawMotion() {
        let end = box.row + box.height
        if row + 1 < end { drawLabel("ACCELEROMETER", kiosk.isSensorAwake ? "awake" : "asleep") }
        guard row < end else { return }
        let levels = Array("▁▂▃▄▅▆▇█")
        for (index, deviation) in model.motion.suffix(box.width).enumerated() {
            if let deviation {
                let colour = deviation > 1 ? DemoPalette.motion : DemoPalette.faint
                write(String(levels[min(max(Int(deviation / 4 * 8), 0), 7)]), at: index, Style(colour))
            } else {
                write("·", at: index, Style(DemoPalette.track))
            }
        }
    }

    private func distance(_ lens: Double) -> String {
        let dioptres = Optics.dioptres(lens: lens)
        if dioptres < 0.15 { return "∞" }
        let centimetres = 100 / dioptres
        return centimetres < 100
            ? "\(Int(centimetres.rounded())) cm" : DemoWords.decimal(centimetres / 100, digits: 1) + " m"
    }

    /// A row with a name on its left and a value on its right.
    private mutating func drawLabel(_ name: String, _ value: String) {
        write(name, Style(DemoPalette.faint), limit: box.width)
        write(value, at: max(box.width - value.count, name.count + 1), Style(DemoPalette.text))
        row += 1
    }

    private mutating func drawBar(_ share: Double, at column: Int, width: Int, _ colour: Colour) {
        let eighths = Int(min(max(share, 0), 1) * Double(width * 8))
        let parts = Array(" ▏▎▍▌▋▊▉█")
        let bar = (0..<max(width, 0)).map { parts[min(max(eighths - $0 * 8, 0), 8)] }
        write(String(bar), at: column, Style(colour, background: DemoPalette.track))
    }
}
