import FocusCore
import Foundation
import KioskRuntime
import SimulatedDevices
import Testing

@testable import tapfocus

@Suite struct DemoScreenTests {
    private func text(_ buffer: ScreenBuffer) -> String {
        (0..<buffer.height).map { row in
            String((0..<buffer.width).compactMap { buffer[$0, row]?.glyph })
        }.joined(separator: "\n")
    }

    @Test("The screen never exceeds the terminal, from 20×8 to 200×60, and tells the state at each size")
    func sizes() {
        for width in [0, 1, 20, 21, 33, 40, 60, 73, 74, 80, 99, 100, 101, 140, 200] {
            for height in [0, 1, 8, 9, 12, 21, 22, 24, 25, 31, 32, 60] {
                let buffer = demoScreen(at: .demo(4.3), width: width, height: height)
                #expect(buffer.width <= width && buffer.width <= 100)
                #expect(buffer.height <= height)
                if width >= 20, height >= 8 {
                    #expect(text(buffer).contains("autoAndForceLocked"), "\(width)×\(height)")
                }
            }
        }
    }

    @Test("What is sent to a terminal moves the cursor to places within it only")
    func cursor() throws {
        var writer = AnsiWriter(depth: .trueColour)
        let output = writer.update(to: demoScreen(at: .demo(2.1), width: 80, height: 24))
        for match in output.matches(of: /\u{1b}\[(\d+);(\d+)H/) {
            #expect(try (1...24).contains(#require(Int(match.1))))
            #expect(try (1...80).contains(#require(Int(match.2))))
        }
        #expect(writer.update(to: demoScreen(at: .demo(2.1), width: 80, height: 24)).isEmpty)
    }

    @Test("Without colour not one colour is sent, and the picture is still there")
    func withoutColour() {
        var writer = AnsiWriter(depth: .none)
        let buffer = demoScreen(at: .demo(8.3), width: 100, height: 32, hasColour: false)
        let output = writer.update(to: buffer)
        #expect(!output.contains("38;") && !output.contains("48;"))
        #expect(text(buffer).contains("%"))
        #expect(!text(buffer).contains("▀"))
    }

    @Test("The nearest of the 256 colours: corners of the cube, and greys")
    func indexedColours() {
        #expect(AnsiWriter.index(of: Colour(0, 0, 0)) == 16)
        #expect(AnsiWriter.index(of: Colour(255, 255, 255)) == 231)
        #expect(AnsiWriter.index(of: Colour(255, 0, 0)) == 196)
        #expect(AnsiWriter.index(of: Colour(128, 128, 128)) == 244)
    }

    @Test("The focus square shrinks in half a second, fades at the centre after two, and weakens once unlockable")
    func square() {
        var square = DemoModel.Square(point: nil, since: .demo(0))
        #expect(square.appearance(at: .demo(0)).points == 187.5)
        #expect(square.appearance(at: .demo(0.5)).points == 112.5)
        #expect(square.appearance(at: .demo(2)).strength == 1)
        #expect(square.appearance(at: .demo(2.5)).strength == 0)
        square.point = .centre
        #expect(square.appearance(at: .demo(9)).points == 75)
        #expect(square.appearance(at: .demo(9)).strength == 1)
        square.isWeakened = true
        #expect(square.appearance(at: .demo(9)).strength == 0.5)
    }

    @Test("The picture is well-formed, has the same bytes each time, and names no font that it needs")
    func picture() throws {
        let picture = drawDemoPicture()
        #expect(picture == drawDemoPicture())
        #expect(picture.hasPrefix("<svg") && picture.hasSuffix("</svg>\n"))
        #expect(picture.count < 200_000)
        #expect(picture.components(separatedBy: "<text").count == picture.components(separatedBy: "</text>").count)
    }

    @Test("Elsewhere than in a terminal the demo is told at once, with the states by their names")
    func plain() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        var inputs = 0
        let terminal = DemoTerminal(isInteractive: false, output: handle.fileDescriptor)
        let summary = try runDemo(terminal: terminal) { _, _ in inputs += 1 }
        let told = try String(contentsOf: file, encoding: .utf8)
        #expect(inputs == summary.steps)
        #expect(
            summary.states == [
                "continuousAuto", "autoAndForceLocked", "continuousAuto", "autoAndForceLocked", "unlockableLocked",
                "continuousAuto", "autoAndForceLocked", "unlockableLocked", "continuousAuto", "continuousAuto",
            ])
        #expect(told.contains("search: sharpest at lens"))
        #expect(told.contains("because of another scene in the frames"))
        for state in summary.states { #expect(told.contains("state \(state)")) }
        #expect(!told.contains("\u{1b}"))
        #expect(told.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("A demo whose output cannot be written says so")
    func closedOutput() {
        #expect(throws: OutputError.self) {
            _ = try runDemo(terminal: DemoTerminal(isInteractive: false, output: -1)) { _, _ in }
        }
    }
}
