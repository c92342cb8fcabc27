import Glibc

/// The devices, their shared parts, and their nodes in the system.
final class Kiosk {
    enum Device: String, CaseIterable {
        case camera, touch, motion, lamp

        /// Those that are plugged in at the start.
        static let usual: [Device] = [.camera, .touch, .motion]
    }

    /// The light of the lamp, as a multiple of the scene's own.
    private static let lampLight = 4.0

    let loop: EventLoop
    let log: EventLog
    let camera: VirtualCamera
    let touchscreen: VirtualTouchscreen
    let accelerometer: VirtualAccelerometer
    let lamp: VirtualLamp

    init(options: Options, loop: EventLoop) throws {
        self.loop = loop
        log = try EventLog(path: options.logPath)
        camera = VirtualCamera(options.camera, logsFrames: options.logsFrames, loop: loop, log: log)
        touchscreen = VirtualTouchscreen(log: log)
        accelerometer = VirtualAccelerometer(loop: loop, log: log)
        lamp = VirtualLamp(loop: loop, log: log)
        lamp.switched = { [unowned self] in light($0 ? Self.lampLight : 1 / Self.lampLight) }
    }

    private func light(_ factor: Double) {
        var scene = camera.model.optics.scene
        scene.near.light *= factor
        scene.far.light *= factor
        camera.change(scene)
    }

    subscript(device: Device) -> any VirtualDevice {
        switch device {
        case .camera: camera
        case .touch: touchscreen
        case .motion: accelerometer
        case .lamp: lamp
        }
    }

    func unplugAll() {
        for device in Device.allCases where self[device].isPlugged { try? self[device].unplug() }
    }

    /// The node under /dev; nil while the device is not plugged in, or the kernel has not created the node yet.
    func node(of device: Device) -> String? {
        guard self[device].isPlugged else { return nil }
        return self[device].registeredNode.flatMap { access($0, R_OK) == 0 ? $0 : nil }
    }

    var status: JSON {
        camera.moveOn()
        let motion: [(String, JSON)] = [
            ("sampling", .bool(accelerometer.settings.isSending)),
            ("period", .number(accelerometer.settings.period.seconds)),
            ("samples", .integer(Int64(accelerometer.samplesSent))),
        ]
        return .object([
            ("time", .integer(Clock.now())), ("camera", .object(presence(of: .camera) + cameraStatus(camera.model))),
            ("touch", .object(presence(of: .touch))), ("motion", .object(presence(of: .motion) + motion)),
            ("lamp", .object(presence(of: .lamp) + [("on", .bool(lamp.isOn))])),
        ])
    }

    private func presence(of device: Device) -> [(String, JSON)] {
        [("plugged", .bool(self[device].isPlugged)), ("node", node(of: device).map(JSON.string) ?? .null)]
    }

    private func cameraStatus(_ model: CameraModel) -> [(String, JSON)] {
        let values = CameraControl.allCases.filter { $0 != .roi && model.controls.contains($0) }
        return [
            ("lens", .number(model.optics.lens)), ("exposure", .integer(model.current(.exposure))),
            ("gain", .integer(model.optics.gain)), ("focus-automatic", .bool(model.focusIsAutomatic)),
            ("exposure-automatic", .bool(model.exposureIsAutomatic)), ("settled", .bool(model.isSettled)),
            ("roi", model.controls.contains(.roi) ? model.regionOfInterest.json : .null),
            ("sharpness", .number(model.optics.sharpness(in: model.focusRegion))),
            ("brightness", .number(model.optics.brightness(in: model.exposureRegion))),
            ("controls", .object(values.map { ($0.rawValue, .integer(model.current($0))) })),
            ("refusing", camera.requests.misbehaviour.refusals), ("ignoring", camera.requests.misbehaviour.ignorance),
            ("streaming", .bool(camera.stream.isRunning)),
            ("size", .string(camera.stream.agreement.size.text)),
            ("frames", .integer(Int64(camera.stream.framesSent))),
            ("near", camera.measure(.nearHalf)), ("far", camera.measure(.farHalf)),
        ]
    }
}
