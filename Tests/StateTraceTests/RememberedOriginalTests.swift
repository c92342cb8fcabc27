import FocusCore
import JSONLines
import Testing

@testable import StateTrace
@testable import TraceLines

@Suite struct RememberedOriginalTests {
    private static let remembered = [
        RememberedOriginal(id: .focusAuto, original: .integer(1), written: .integer(0)),
        RememberedOriginal(
            id: .regionRectangle, original: .rectangle(PixelRectangle(left: 0, top: 0, width: 640, height: 480)),
            written: .rectangle(PixelRectangle(left: 4, top: 8, width: 64, height: 48))),
    ]

    private func text(_ remembered: [RememberedOriginal]) -> String {
        var line = JSONLine()
        let camera = CameraDescription(imageWidth: 640, imageHeight: 480, controls: [], remembered: remembered)
        Input.Event.cameraArrived(camera).write(to: &line)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    private func read(_ text: String) throws -> Input.Event {
        let bytes = Array(text.utf8)
        return try (bytes + [0x0a]).withUnsafeBytes { whole in
            var scanner = JSONScanner(UnsafeRawBufferPointer(rebasing: whole[..<bytes.count]))
            return try Input.Event(from: &scanner)
        }
    }

    @Test("The originals that an earlier run did not restore are written with the camera, and read back unchanged")
    func roundTrip() throws {
        let written = text(Self.remembered)
        let id = ControlID.focusAuto.rawValue
        #expect(written.contains(#""remembered":[{"id":\#(id),"original":1,"written":0},"#))
        guard case .cameraArrived(let camera) = try read(written) else {
            Issue.record("no camera came back")
            return
        }
        #expect(camera.remembered == Self.remembered)
    }

    @Test(
        "A camera without remembered originals has no field for them, and a trace without the field has none")
    func nothing() throws {
        let written = text([])
        #expect(!written.contains("remembered"))
        guard case .cameraArrived(let camera) = try read(written) else {
            Issue.record("no camera came back")
            return
        }
        #expect(camera.remembered.isEmpty)
    }

    @Test(
        "An entry without its control, its original or its written value is a fault",
        arguments: [
            #"{"original":1,"written":0}"#, #"{"id":1,"written":0}"#, #"{"id":1,"original":1}"#,
            #"{"id":1,"original":null,"written":0}"#, #"{"id":-1,"original":1,"written":0}"#, "7",
        ])
    func incomplete(entry: String) {
        #expect(throws: JSONFault.self) { try read(#"{"cameraArrived":{"remembered":[\#(entry)]}}"#) }
    }

    @Test("The header's device contains the remembered originals")
    func header() {
        var line = JSONLine()
        let camera = CameraDescription(imageWidth: 0, imageHeight: 0, controls: [], remembered: Self.remembered)
        var header = Traces.header()
        header.devices = [TraceDevice(name: "camera", path: "/dev/video0", ability: .camera(camera))]
        line.header(header)
        #expect(String(decoding: line.bytes, as: UTF8.self).contains(#""remembered":[{"id":"#))
    }
}
