import FocusCore
import SimulatedDevices

/// The column beside the picture: the machine, the lock's time, lens and exposure, and the accelerometer.
struct DemoPanel {
    let model: DemoModel
    let kiosk: SimulatedKiosk

    private static let states = ["continuousAuto", "autoAndForceLocked", "unlockableLocked"]
    private static let explanations = ["follows the middle", "held, whatever happens", "held until it is moved"]

    func draw(on buffer: inout ScreenBuffer, in box: DemoLayout.Box) {
        let isLarge = box.height >= 22
        var row = box.row
        heading("STATE", &row, box, &buffer)
        for index in Self.states.indices { drawState(index, &row, box, &buffer) }
        drawMemory(&row, box, &buffer)
        if isLarge { row += 1 }
        drawTimer(&row, box, &buffer)
        if isLarge { row += 1 }
        // Below the curve: its axis, two rows for the exposure, and one or two for the accelerometer.
        let rest = isLarge ? 6 : 5
        let curveRows = min(max(box.row + box.height - row - 1 - rest, 1), 4)
        drawFocus(&row, box, curveRows, &buffer)
        if isLarge {
            DemoCurve.drawScale(on: &buffer, column: box.column, row: row, width: box.width)
            row += 1
        }
        drawExposure(&row, box, &buffer)
        drawMotion(&row, box, &buffer)
    }

    private func heading(_ text: String, _ row: inout Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer) {
        guard row < box.row + box.height else { return }
        buffer.write(text, column: box.column, row: row, style: Style(DemoPalette.faint), limit: box.width)
        row += 1
    }

    private func drawState(
        _ index: Int, _ row: inout Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer
    ) {
        let name = Self.states[index]
        let colour = DemoPalette.colour(ofState: name)
        let isCurrent = name == model.stateName
        let text = (isCurrent ? " ● " : " ○ ") + name
        let padded = text + String(repeating: " ", count: max(box.width - text.count, 0))
        let lit = Style(DemoPalette.background, background: colour, isBold: true)
        buffer.write(padded, column: box.column, row: row, style: isCurrent ? lit : Style(colour), limit: box.width)
        row += 1
        guard box.height >= 20 else { return }
        buffer.write(
            "   " + Self.explanations[index], column: box.column, row: row,
            style: Style(isCurrent ? DemoPalette.text : DemoPalette.line), limit: box.width)
        row += 1
    }

    private func drawMemory(_ row: inout Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer) {
        let hasMoved = kiosk.engine.hasMoved
        let style = hasMoved ? Style(DemoPalette.motion, isBold: true) : Style(DemoPalette.line)
        buffer.write(
            hasMoved ? " ■ motion remembered" : " □ no motion remembered", column: box.column, row: row, style: style,
            limit: box.width)
        row += 1
    }

    private func drawTimer(_ row: inout Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer) {
        let name = "FORCE LOCK "
        buffer.write(name, column: box.column, row: row, style: Style(DemoPalette.faint), limit: box.width)
        let column = box.column + name.count
        let width = box.width - name.count - 6
        defer { row += 1 }
        guard let deadline = kiosk.deadline(of: .forceLock) else {
            bar(0, column: column, row: row, width: width, colour: DemoPalette.forced, &buffer)
            buffer.write("    –", column: column + width, row: row, style: Style(DemoPalette.line))
            return
        }
        let left = max(deadline.since(kiosk.now).seconds, 0)
        bar(
            left / max(model.forceLockTime.seconds, 0.001), column: column, row: row, width: width,
            colour: DemoPalette.forced, &buffer)
        let text = " " + DemoWords.decimal(left, digits: 1) + " s"
        buffer.write(text, column: column + width, row: row, style: Style(DemoPalette.text))
    }

    private func drawFocus(
        _ row: inout Int, _ box: DemoLayout.Box, _ curveRows: Int, _ buffer: inout ScreenBuffer
    ) {
        label("FOCUS", distance(kiosk.camera.lens) + ", " + focusWords, row, box, &buffer)
        row += 1
        let area = DemoLayout.Box(column: box.column, row: row, width: box.width, height: curveRows)
        if model.search.known.isEmpty {
            let text = kiosk.camera.isFocusAutomatic ? "the camera’s own autofocus" : "the exposure comes first"
            buffer.write(
                text, column: box.column + max((box.width - text.count) / 2, 0), row: row + curveRows / 2,
                style: Style(DemoPalette.line), limit: box.width)
        } else {
            DemoCurve(search: model.search).draw(on: &buffer, in: area)
        }
        row += curveRows
        for index in 0..<box.width {
            buffer.write("─", column: box.column + index, row: row, style: Style(DemoPalette.line))
        }
        if let underway = model.search.underway {
            let column = box.column + DemoCurve.column(of: Double(underway), width: box.width)
            buffer.write("○", column: column, row: row, style: Style(DemoPalette.lens, isBold: true))
        }
        let column = box.column + DemoCurve.column(of: kiosk.camera.lens, width: box.width)
        buffer.write("●", column: column, row: row, style: Style(DemoPalette.white, isBold: true))
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
    private func drawExposure(_ row: inout Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer) {
        let camera = kiosk.camera
        let gain = camera.amplification > 1.01 ? " × " + DemoWords.decimal(camera.amplification, digits: 1) : ""
        let isSearching = model.search.phase == .exposing
        let words = camera.isExposureAutomatic ? "automatic" : isSearching ? "search" : "held"
        label(
            "EXPOSURE", DemoWords.decimal(camera.exposure / 10, digits: 1) + " ms" + gain + ", " + words, row, box,
            &buffer)
        row += 1
        let isSoftware = !camera.isExposureAutomatic
        let luma =
            isSoftware
            ? model.search.luma : camera.optics.luma(of: camera.exposureRegion, exposure: camera.frameExposure)
        let width = box.width - 6
        bar(luma ?? 0, column: box.column, row: row, width: width, colour: DemoPalette.exposure, &buffer)
        if isSoftware {
            let target = Int(ExposureSettings().target * Double(width))
            buffer.write("│", column: box.column + target, row: row, style: Style(DemoPalette.white, isBold: true))
        }
        let text = luma.map { "  " + DemoWords.decimal($0, digits: 2) } ?? "     –"
        buffer.write(text, column: box.column + width, row: row, style: Style(DemoPalette.text))
        row += 1
    }

    private func drawMotion(_ row: inout Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer) {
        let isAwake = kiosk.isSensorAwake
        if row + 1 < box.row + box.height {
            label("ACCELEROMETER", isAwake ? "awake" : "asleep", row, box, &buffer)
            row += 1
        }
        guard row < box.row + box.height else { return }
        let levels = Array("▁▂▃▄▅▆▇█")
        for (index, deviation) in model.motion.suffix(box.width).enumerated() {
            let glyph: Character
            let style: Style
            if let deviation {
                glyph = levels[min(max(Int(deviation / 4 * 8), 0), 7)]
                style = Style(deviation > 1 ? DemoPalette.motion : DemoPalette.faint)
            } else {
                glyph = "·"
                style = Style(DemoPalette.track)
            }
            buffer.write(String(glyph), column: box.column + index, row: row, style: style)
        }
        row += 1
    }

    private func distance(_ lens: Double) -> String {
        let dioptres = Optics.dioptres(lens: lens)
        if dioptres < 0.15 { return "∞" }
        let centimetres = 100 / dioptres
        return centimetres < 100
            ? "\(Int(centimetres.rounded())) cm" : DemoWords.decimal(centimetres / 100, digits: 1) + " m"
    }

    private func label(
        _ name: String, _ value: String, _ row: Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer
    ) {
        buffer.write(name, column: box.column, row: row, style: Style(DemoPalette.faint), limit: box.width)
        let column = box.column + max(box.width - value.count, name.count + 1)
        buffer.write(value, column: column, row: row, style: Style(DemoPalette.text))
    }

    private func bar(
        _ share: Double, column: Int, row: Int, width: Int, colour: Colour, _ buffer: inout ScreenBuffer
    ) {
        let eighths = Int(min(max(share, 0), 1) * Double(width * 8))
        let parts = Array(" ▏▎▍▌▋▊▉█")
        for index in 0..<max(width, 0) {
            let filled = min(max(eighths - index * 8, 0), 8)
            buffer.write(
                String(parts[filled]), column: column + index, row: row,
                style: Style(colour, background: DemoPalette.track))
        }
    }
}
