import FocusCore
import SimulatedDevices

/// Draws the demo's screen: the kiosk's picture, the state of engine and devices beside it, and the explanation below.
struct DemoScreen {
    let layout: DemoLayout
    let hasColour: Bool
    private var scene: DemoScene?

    init(width: Int, height: Int, hasColour: Bool = true) {
        layout = DemoLayout(width: width, height: height)
        self.hasColour = hasColour
        scene = layout.picture.map { DemoScene(columns: $0.width, rows: $0.height * 2) }
    }

    mutating func draw(_ model: DemoModel, _ kiosk: SimulatedKiosk) -> ScreenBuffer {
        var buffer = ScreenBuffer(width: layout.width, height: layout.height)
        if hasColour {
            // The colours are made for a dark background, and the terminal's own may be light.
            let screen = DemoLayout.Box(column: 0, row: 0, width: layout.width, height: layout.height)
            buffer.fill(screen, DemoPalette.background)
        }
        drawTitle(kiosk, on: &buffer)
        if let box = layout.picture {
            buffer.frame(around: box, title: "the kiosk’s screen", style: Style(DemoPalette.line))
            drawPicture(box, model, kiosk, on: &buffer)
        }
        if let panel = layout.panel {
            DemoPanel.draw(model, kiosk, on: &buffer, in: panel)
        } else {
            drawStatusLine(model, kiosk, on: &buffer)
        }
        drawCaption(model, on: &buffer)
        drawLines(model, on: &buffer)
        return buffer
    }

    private func drawTitle(_ kiosk: SimulatedKiosk, on buffer: inout ScreenBuffer) {
        let end = buffer.write("TapFocus", column: 1, row: 0, style: Style(DemoPalette.white, isBold: true))
        let subtitle = "  simulated camera, finger and hand"
        if end + subtitle.count + 8 < layout.width {
            buffer.write(subtitle, column: end, row: 0, style: Style(DemoPalette.faint))
        }
        let time = DemoWords.decimal(kiosk.now.since(.demo(0)).seconds, digits: 1) + " s"
        buffer.write(time, column: layout.width - time.count - 1, row: 0, style: Style(DemoPalette.text, isBold: true))
    }

    private mutating func drawPicture(
        _ box: DemoLayout.Box, _ model: DemoModel, _ kiosk: SimulatedKiosk, on buffer: inout ScreenBuffer
    ) {
        guard kiosk.isViewVisible else { return drawPage(box, on: &buffer) }
        let geometry = kiosk.engine.viewGeometry
        guard let colours = scene?.render(camera: kiosk.camera, geometry: geometry) else { return }
        var canvas = DemoCanvas(columns: box.width, rows: box.height * 2, colours: colours)
        canvas.draw(model.square, geometry, at: kiosk.now)
        canvas.draw(model.touch, at: kiosk.now)
        if hasColour { buffer.fill(box, DemoPalette.track) }
        canvas.paint(on: &buffer, in: box, hasColour: hasColour)
        drawButtons(box, on: &buffer)
        canvas.mark(model.touch, at: kiosk.now, on: &buffer, in: box)
    }

    /// The application's bar with buttons, in the tenth of the screen below the view.
    private func drawButtons(_ box: DemoLayout.Box, on buffer: inout ScreenBuffer) {
        let first = box.height * 9 / 10
        guard box.width >= 40 else { return }
        let row = box.row + (first + box.height) / 2
        let style = Style(DemoPalette.white, isBold: true)
        buffer.write("[ Send the photo ]", column: box.column + 2, row: row, style: style)
        buffer.write("[ Start over ]", column: box.column + box.width - 16, row: row, style: style)
    }

    /// The page that the application shows between two views of the camera.
    private func drawPage(_ box: DemoLayout.Box, on buffer: inout ScreenBuffer) {
        let background = hasColour ? Colour(58, 74, 110) : nil
        if let background { buffer.fill(box, background) }
        let text = "Thank you! The photo is on its way."
        buffer.write(
            text, column: box.column + max((box.width - text.count) / 2, 0), row: box.row + box.height / 2,
            style: Style(DemoPalette.white, background: background, isBold: true), limit: box.width)
    }

    private func drawStatusLine(_ model: DemoModel, _ kiosk: SimulatedKiosk, on buffer: inout ScreenBuffer) {
        let row = layout.captionRow - 1
        let style = Style(DemoPalette.colour(ofState: model.stateName), isBold: true)
        let end = buffer.write(model.stateName, column: 1, row: row, style: style)
        let isSearching = model.search.phase == .focusing
        let lens = (isSearching ? "  searching, lens " : "  lens ") + "\(Int(kiosk.camera.lens))"
        let exposure = "  exposure \(DemoWords.decimal(kiosk.camera.exposure / 10, digits: 1)) ms"
        buffer.write(lens + exposure, column: end, row: row, style: Style(DemoPalette.faint))
    }

    private func drawCaption(_ model: DemoModel, on buffer: inout ScreenBuffer) {
        let lines = DemoText.wrapped(model.caption, width: layout.width - 2)
        for (index, line) in lines.prefix(layout.captionRows).enumerated() {
            buffer.write(line, column: 1, row: layout.captionRow + index, style: Style(DemoPalette.white, isBold: true))
        }
    }

    private func drawLines(_ model: DemoModel, on buffer: inout ScreenBuffer) {
        for (index, line) in model.lines.suffix(layout.lineRows).enumerated() {
            let row = layout.linesRow + index
            let time = DemoWords.decimal(line.time.since(.demo(0)).seconds, digits: 3).padded(before: 7)
            let end = buffer.write(time + "  ", column: 1, row: row, style: Style(DemoPalette.faint))
            buffer.write(line.text, column: end, row: row, style: Style(line.colour))
        }
    }
}

enum DemoText {
    /// Breaks text at spaces so that no line is longer than the width.
    static func wrapped(_ text: String, width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
