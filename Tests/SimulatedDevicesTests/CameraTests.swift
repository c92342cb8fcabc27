import FocusCore
import Testing

@testable import SimulatedDevices

@Suite struct CameraTests {
    private let second = TimeSpan.milliseconds(1000)

    private func settled(_ camera: inout SimulatedCamera, at point: PointOfInterest) {
        let left = Int32(point.x * 1920) - 160
        let top = Int32(point.y * 1080) - 90
        let rectangle = PixelRectangle(left: left, top: top, width: 320, height: 180)
        _ = write(&camera, [.init(.regionRectangle, .rectangle(rectangle)), .init(.regionAuto, .integer(9))])
        camera.advance(to: .demo(3))
    }

    private func write(_ camera: inout SimulatedCamera, _ settings: [ControlSetting]) -> Int32 {
        var list = InlineList<4, ControlSetting>()
        for setting in settings { list.append(setting) }
        return camera.perform(ControlCall(id: 1, operation: .write(list)), at: .demo(0)).errno
    }

    private func read(_ camera: inout SimulatedCamera, _ id: ControlID) -> (errno: Int32, value: ControlValue?) {
        var list = InlineList<4, ControlID>()
        list.append(id)
        let result = camera.perform(ControlCall(id: 1, operation: .read(list)), at: .demo(0))
        return (result.errno, result.values[0] ?? nil)
    }

    @Test("A region on the flower ends sharp and well exposed there, and blurred on the mountains")
    func near() {
        var camera = SimulatedCamera()
        settled(&camera, at: Scene.flower)
        let region = camera.focusRegion
        #expect(!camera.isSearching)
        #expect(abs(Optics.dioptres(lens: camera.lens) - 4) < 0.15)
        #expect(Patch(region, of: camera.optics).sharpness(lens: camera.lens, exposure: camera.frameExposure) > 0.7)
        #expect(abs(Patch(region, of: camera.optics).brightness(camera.frameExposure) - 0.22) < 0.02)
        let mountains = NormalizedRectangle(x: 0.65, y: 0.35, width: 0.1, height: 0.1)
        #expect(Patch(mountains, of: camera.optics).sharpness(lens: camera.lens, exposure: camera.frameExposure) < 0.05)
        #expect(Patch(mountains, of: camera.optics).brightness(camera.frameExposure) > 0.9)
    }

    @Test("A region on the mountains ends at infinity, with a short exposure that leaves the room dark")
    func far() {
        var camera = SimulatedCamera()
        settled(&camera, at: Scene.mountains)
        #expect(Optics.dioptres(lens: camera.lens) < Optics.lens.depthOfField)
        #expect(camera.exposure < 30)
        let flower = NormalizedRectangle(x: 0.2, y: 0.35, width: 0.05, height: 0.1)
        #expect(Patch(flower, of: camera.optics).brightness(camera.frameExposure) < 0.03)
    }

    @Test("A search ends within the time that the engine allows")
    func searchTime() {
        let shelf = PointOfInterest(x: 0.5, y: 0.45)
        for point in [Scene.flower, Scene.mountains, shelf, PointOfInterest(x: 0.3, y: 0.1)] {
            var fresh = SimulatedCamera()
            settled(&fresh, at: point)
            var camera = SimulatedCamera()
            camera.advance(to: .demo(3))
            settled(&camera, at: point)
            // The engine's deadline is 2.5 s.
            camera.advance(to: .demo(5.2))
            #expect(!camera.isSearching, "\(point)")
            #expect(abs(camera.lens - fresh.lens) <= 24, "\(point)")
            #expect(abs(camera.exposure / fresh.exposure - 1) < 0.1, "\(point)")
        }
    }

    @Test("A single search reports busy, and then that it has reached its aim")
    func oneSearch() {
        var camera = SimulatedCamera(model: .oneShot)
        #expect(write(&camera, [.init(.focusAuto, .integer(0))]) == 0)
        #expect(write(&camera, [.init(.autoFocusStart, .integer(0))]) == 0)
        #expect(read(&camera, .autoFocusStatus).value == .integer(1))
        camera.advance(to: .demo(4))
        #expect(read(&camera, .autoFocusStatus).value == .integer(2))
    }

    @Test("A control cannot be written while its automatic is on, and can be once that is off")
    func slaves() {
        var camera = SimulatedCamera()
        #expect(write(&camera, [.init(.focusAbsolute, .integer(100))]) == CameraErrno.accessDenied)
        #expect(write(&camera, [.init(.exposureAbsolute, .integer(100))]) == CameraErrno.accessDenied)
        let together: [ControlSetting] = [.init(.focusAuto, .integer(0)), .init(.focusAbsolute, .integer(100))]
        #expect(write(&camera, together) == CameraErrno.accessDenied)
        #expect(camera.isFocusAutomatic, "a refused call changes nothing")
        #expect(write(&camera, [.init(.focusAuto, .integer(0))]) == 0)
        #expect(write(&camera, [.init(.focusAbsolute, .integer(100))]) == 0)
        let manual: [ControlSetting] = [.init(.exposureAuto, .integer(1)), .init(.exposureAbsolute, .integer(100))]
        #expect(write(&camera, manual) == 0)
        camera.advance(to: .demo(2))
        #expect(camera.lens == 100)
        #expect(camera.exposure == 100)
    }

    @Test("Values are clamped silently, a menu item that does not exist is refused, a rectangle is accepted unchecked")
    func values() {
        var camera = SimulatedCamera()
        _ = write(&camera, [.init(.focusAuto, .integer(0))])
        #expect(write(&camera, [.init(.focusAbsolute, .integer(9999))]) == 0)
        camera.advance(to: .demo(2))
        #expect(camera.lens == 1023)
        #expect(write(&camera, [.init(.exposureAuto, .integer(0))]) == CameraErrno.invalid)
        #expect(write(&camera, [.init(.exposureAuto, .integer(7))]) == CameraErrno.outOfRange)
        let empty = PixelRectangle(left: -5, top: 0, width: 0, height: 0)
        #expect(write(&camera, [.init(.regionRectangle, .rectangle(empty))]) == 0)
        #expect(read(&camera, .regionRectangle).errno == CameraErrno.inputOutput)
        #expect(write(&camera, [.init(.exposureMetering, .integer(0))]) == CameraErrno.invalid)
    }

    @Test("The camera refuses the controls that it is told to refuse, and answers ENODEV when it is unplugged")
    func refusals() {
        var camera = SimulatedCamera()
        camera.refuse(.focusAuto, errno: CameraErrno.inputOutput)
        #expect(write(&camera, [.init(.focusAuto, .integer(0))]) == CameraErrno.inputOutput)
        camera.refuse(.focusAuto, errno: nil)
        #expect(write(&camera, [.init(.focusAuto, .integer(0))]) == 0)
        camera.isConnected = false
        #expect(write(&camera, [.init(.focusAuto, .integer(1))]) == CameraErrno.noDevice)
    }

    @Test("Each model has the level that its name promises")
    func levels() {
        let expected: [(CameraModel, CameraLevel, CameraLevel)] = [
            (.region, .region, .region), (.wholeFrame, .wholeFrame, .wholeFrame), (.oneShot, .oneShot, .oneShot),
            (.locking, .oneShot, .oneShot), (.fixedFocus, .none, .wholeFrame), (.fixed, .none, .none),
            (.software, .software, .software), (.lensOnly, .software, .software),
        ]
        for (model, focus, exposure) in expected {
            let capabilities = CameraCapabilities(SimulatedCamera(model: model).description)
            #expect(capabilities.levels.focus.level == focus, "\(model)")
            #expect(capabilities.levels.exposure.level == exposure, "\(model)")
            #expect(capabilities.faults.isEmpty, "\(model)")
        }
    }
}
