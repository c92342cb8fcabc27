import FocusCore
import Foundation
import Glibc
import SimulatedDevices
import Testing

@testable import KioskRuntime
@testable import LinuxDevices

/// A run that is killed, and the one after it.
@Suite(.serialized, .againstHanging) struct CrashTests {
    private static let identity = CameraIdentity(
        path: "/dev/video0", name: "Lab Camera", driver: "lab", busInfo: "bus-1")

    /// A camera with automatics that holds the values written to it.
    private struct PlayedCamera {
        var driver = SimulatedDriver(
            CameraDescription(
                imageWidth: 1280, imageHeight: 720,
                controls: [
                    ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1, value: .integer(1)),
                    ControlDescription(id: .focusAbsolute, maximum: 250, value: .integer(35)),
                    ControlDescription(
                        id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1010, value: .integer(3)),
                    ControlDescription(id: .exposureAbsolute, minimum: 1, maximum: 5000, value: .integer(100)),
                ]))

        var values: [ControlID: ControlValue] { driver.values }

        func description(_ remembered: [RememberedOriginal]) -> CameraDescription {
            var description = driver.description
            description.remembered = remembered
            return description
        }

        mutating func answer(_ call: ControlCall) -> ControlResult {
            switch call.operation {
            case .write(let settings): driver.write(settings, call: call.id)
            case .read(let ids): driver.read(ids, call: call.id)
            }
        }

        /// The demands that have not been answered.
        let demands = Demands()

        final class Demands {
            var calls: [ControlCall] = []
            private var frames: [FrameNews] = []

            func append(_ demand: Demand) {
                switch demand {
                case .call(let call): calls.append(call)
                case .requestFrames(let id, _): frames.append(.unavailable(request: id, errno: EBUSY))
                case .releaseFrames(let id): frames.append(.ended(request: id))
                }
            }

            /// The next answer about frames; nil: there is none.
            func takeFrames() -> FrameNews? { frames.isEmpty ? nil : frames.removeFirst() }
        }

        mutating func answerAll(of kiosk: Session) {
            while true {
                if let event = demands.takeFrames() {
                    kiosk.feed(.frames(event))
                } else if !demands.calls.isEmpty {
                    kiosk.feed(.cameraAnswered(answer(demands.calls.removeFirst())))
                } else {
                    return
                }
            }
        }

        /// Taps, and waits until everything is held.
        mutating func hold(_ kiosk: Session) {
            kiosk.feed(.viewTapped(x: 0.5, y: 0.5))
            answerAll(of: kiosk)
            let later = MonotonicClock.now().advanced(by: .milliseconds(3000))
            for id in [TimerID.focusDeadline, .exposureDeadline] {
                for generation in 0..<20 as Range<UInt32> { kiosk.feed(.timer(id, generation: generation), at: later) }
                answerAll(of: kiosk)
            }
        }
    }

    private func withKiosk(
        _ folder: String, _ camera: inout PlayedCamera, _ body: (Session, inout PlayedCamera) -> Void
    )
        throws
    {
        var options = KioskOptions()
        options.stateFolder = folder + "/state"
        let nowhere = open("/dev/null", O_WRONLY)
        defer { close(nowhere) }
        let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: nowhere)).watched()
        let demands = camera.demands
        demands.calls = []
        kiosk.askCamera = { demands.append($0) }
        let originals = try #require(kiosk.originals)
        let remembered = originals.remembered(Self.identity)
        originals.begin(Self.identity, remembered)
        kiosk.feed(.cameraArrived(camera.description(remembered)))
        kiosk.feed(.start)
        camera.answerAll(of: kiosk)
        body(kiosk, &camera)
        originals.finish()
    }

    private func files(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder + "/state")) ?? []
    }

    @Test("A camera that is released for another one has no file any more when it has its values back")
    func released() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var camera = PlayedCamera()
        try withKiosk(folder, &camera) { kiosk, camera in
            camera.hold(kiosk)
            kiosk.feed(.releaseCamera)
            camera.answerAll(of: kiosk)
        }
        #expect(files(folder) == [])
    }

    @Test("When a call reaches the camera, the file names each control that it changes for the first time")
    func namedBeforeTheCall() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var camera = PlayedCamera()
        var written: Set<ControlID> = []
        try withKiosk(folder, &camera) { kiosk, camera in
            let (demands, before) = (camera.demands, camera.values)
            kiosk.askCamera = { demand in
                let named = Set((kiosk.originals?.remembered(Self.identity) ?? []).map(\.id))
                if case .call(let call) = demand, case .write(let settings) = call.operation {
                    settings.forEach { setting in
                        guard setting.value != before[setting.id] else { return }
                        written.insert(setting.id)
                        #expect(named.contains(setting.id), "\(setting)")
                    }
                }
                demands.append(demand)
            }
            camera.hold(kiosk)
            kiosk.feed(.exposureCompensation(1))
            camera.answerAll(of: kiosk)
            kiosk.feed(.viewTapped(x: 0.25, y: 0.5))
            camera.answerAll(of: kiosk)
        }
        #expect(written.isSuperset(of: [.focusAuto, .exposureAuto]), "\(written)")
    }

    @Test(
        "A run after one that was killed while it held something gives the camera back as it was before both",
        arguments: 1...3)
    func killed(times: Int) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let before = PlayedCamera().values
        var camera = PlayedCamera()
        for _ in 0..<times {
            try withKiosk(folder, &camera) { kiosk, camera in
                camera.hold(kiosk)
                #expect(camera.values[.focusAuto] == .integer(0) && camera.values[.exposureAuto] == .integer(1))
            }
            #expect(files(folder).count == 1)
        }
        try withKiosk(folder, &camera) { kiosk, camera in
            kiosk.feed(.stop)
            camera.answerAll(of: kiosk)
        }
        #expect(camera.values[.focusAuto] == before[.focusAuto])
        #expect(camera.values[.exposureAuto] == before[.exposureAuto])
        #expect(files(folder).isEmpty)
    }

    @Test("A value that another program has set after the crash counts as original, and is restored")
    func changedSince() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var camera = PlayedCamera()
        camera.driver.values[.focusAuto] = .integer(0)
        try withKiosk(folder, &camera) { kiosk, camera in camera.hold(kiosk) }
        camera.driver.values[.focusAbsolute] = .integer(77)
        camera.driver.values[.focusAuto] = .integer(0)
        try withKiosk(folder, &camera) { kiosk, camera in
            camera.hold(kiosk)
            kiosk.feed(.stop)
            camera.answerAll(of: kiosk)
        }
        #expect(camera.values[.focusAbsolute] == .integer(77))
        #expect(camera.values[.exposureAuto] == .integer(3))
        #expect(files(folder).isEmpty)
    }

    @Test("A run that comes to its end leaves no file")
    func goodEnd() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var camera = PlayedCamera()
        try withKiosk(folder, &camera) { kiosk, camera in
            camera.hold(kiosk)
            kiosk.feed(.stop)
            camera.answerAll(of: kiosk)
        }
        #expect(files(folder).isEmpty)
    }
}
