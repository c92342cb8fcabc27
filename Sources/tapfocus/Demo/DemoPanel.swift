import FocusCore
import SimulatedDevices

/// The column beside the picture: the machine, the lock's time, lens and exposure, and the accelerometer.
struct DemoPanel {
    let model: DemoModel
    let kiosk: SimulatedKiosk

    private static let states = ["continuousAuto", "autoAndForceLocked", "unlockableLocked"]
    private static let explanations = ["follows the middle", "held, whatever happens", "held until it is moved"]

    func draw(on buffer: inout ScreenBuffer, in box: DemoLayout.Box) {
        var row = box.row
        heading("STATE", &row, box, &buffer)
        for index in Self.states.indices { drawState(index, &row, box, &buffer) }
        drawMemory(&row, box, &buffer)
        row += 1
        heading("FORCE LOCK", &row, box, &buffer)
        drawTimer(&row, box, &buffer)
        if box.height >= 20 { row += 1 }
        heading("CAMERA", &row, box, &buffer)
        drawLens(&row, box, &buffer)
        drawExposure(&row, box, &buffer)
        if box.height >= 20 { row += 1 }
        heading("ACCELEROMETER", &row, box, &buffer)
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
        let width = box.width - 7
        guard let deadline = kiosk.armed[.forceLock] else {
            bar(0, column: box.column, row: row, width: width, colour: DemoPalette.forced, &buffer)
            buffer.write("  –", column: box.column + width, row: row, style: Style(DemoPalette.line))
            row += 1
            return
        }
        let left = max(deadline.time.since(kiosk.now).seconds, 0)
        bar(
            left / max(model.forceLockTime.seconds, 0.001), column: box.column, row: row, width: width,
            colour: DemoPalette.forced, &buffer)
        let text = " " + DemoWords.decimal(left, digits: 1) + " s"
        buffer.write(text, column: box.column + width, row: row, style: Style(DemoPalette.text))
        row += 1
    }

    private func drawLens(_ row: inout Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer) {
        let camera = kiosk.camera
        let activity =
            camera.isSearching ? "searching" : camera.isFocusAutomatic ? "continuous" : "held"
        label("lens", distance(camera.lens) + ", " + activity, row, box, &buffer)
        // 17 cm is at the right end; the scene has nothing nearer.
        let share = camera.lens / 600
        marker(share, column: box.column, row: row + 1, width: box.width, colour: DemoPalette.lens, &buffer)
        row += 2
    }

    private func drawExposure(_ row: inout Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer) {
        let camera = kiosk.camera
        let time = DemoWords.decimal(camera.exposure / 10, digits: 1) + " ms, "
        label("exposure", time + (camera.isExposureAutomatic ? "automatic" : "held"), row, box, &buffer)
        // From 0.5 ms on, in stops: each eighth of the way doubles the time.
        var stops = 0.0
        var time8 = 5.0
        while time8 * 2 <= camera.exposure, stops < 8 {
            time8 *= 2
            stops += 1
        }
        stops += max(camera.exposure / time8 - 1, 0)
        marker(stops / 8, column: box.column, row: row + 1, width: box.width, colour: DemoPalette.exposure, &buffer)
        row += 2
    }

    private func drawMotion(_ row: inout Int, _ box: DemoLayout.Box, _ buffer: inout ScreenBuffer) {
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
        guard row < box.row + box.height else { return }
        let isAwake = kiosk.isSensorAwake
        buffer.write(
            isAwake ? "awake, 50 samples a second" : "asleep: motion has no effect", column: box.column, row: row,
            style: Style(isAwake ? DemoPalette.motion : DemoPalette.line), limit: box.width)
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
        buffer.write(name, column: box.column, row: row, style: Style(DemoPalette.text), limit: box.width)
        let column = box.column + max(box.width - value.count, name.count + 1)
        buffer.write(value, column: column, row: row, style: Style(DemoPalette.faint))
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

    private func marker(
        _ share: Double, column: Int, row: Int, width: Int, colour: Colour, _ buffer: inout ScreenBuffer
    ) {
        for index in 0..<max(width, 0) {
            buffer.write("─", column: column + index, row: row, style: Style(DemoPalette.line))
        }
        let position = Int(min(max(share, 0), 1) * Double(max(width - 1, 0)))
        buffer.write("●", column: column + position, row: row, style: Style(colour, isBold: true))
    }
}
