import FocusCore
import Foundation
import LinuxDevices
import Testing

@testable import KioskRuntime

@Suite struct LevelNewsTests {
    private static let camera = CameraDescription(
        imageWidth: 640, imageHeight: 480,
        controls: [
            ControlDescription(
                id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1010, value: .integer(3)),
            ControlDescription(id: .lock3A, maximum: 1, step: 0, value: .integer(0)),
        ])

    @Test("A program that takes or leaves the frames repeats no levels that stay; another camera's are news")
    func told() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        options.socket = folder + "/s"
        let said = open(folder + "/said", O_WRONLY | O_CREAT, 0o600)
        defer { close(said) }
        let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: said)).watched()
        func count() throws -> Int {
            try String(contentsOfFile: folder + "/said", encoding: .utf8).split(separator: "\n")
                .filter { $0.contains("\"event\":\"levels\"") }.count
        }
        kiosk.askCamera = { _ in }
        kiosk.feed(.start)
        kiosk.feed(.cameraArrived(Self.camera))
        #expect(try count() == 1)
        for holder in [FrameHolder(givesFrames: false, sendsTaps: false), nil] { kiosk.feed(.framesHeld(holder)) }
        #expect(try count() == 1)
        kiosk.feed(.cameraLeft)
        kiosk.feed(.cameraArrived(Self.camera))
        #expect(try count() == 2)
    }
}
