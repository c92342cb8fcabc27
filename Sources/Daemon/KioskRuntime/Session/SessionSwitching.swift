import FocusCore
import LinuxDevices

/// A client's wish for another camera, which is under way.
struct CameraSwitch {
    var client: ControlServer.ClientID
    var name: String
    /// True once the present camera gets its originals back.
    var isReleasing = false
}

/// Another camera takes the place of the present one. It is opened and described first; if that fails, nothing has changed. Then the
/// present one gets its originals back, and the other one is used.
extension Session {
    func switchCamera(to name: String, for client: ControlServer.ClientID) {
        if let present = devices.camera.arrival?.identity, present.path == name || present.name == name {
            return sendStatus(to: client)
        }
        guard life.phase == .running, !isStopping, life.switching == nil else {
            let wish = CameraSwitch(client: client, name: name)
            return refuse(wish, because: "another switch, or the end, is under way.")
        }
        life.switching = CameraSwitch(client: client, name: name)
        do throws(DeviceError) {
            try devices.camera.offer(DeviceSelection(argument: name))
        } catch {
            offerFailed(error)
        }
    }

    /// Answers with the cameras that are connected. The one in use is among them, even if the list does not know it.
    func sendCameras(to client: ControlServer.ClientID) {
        let used = devices.camera.arrival?.identity
        var line = CamerasLine()
        do throws(DeviceError) {
            line.cameras = try DeviceFinder().cameras().filter { $0.path != used?.path }.map {
                CamerasLine.Camera(name: $0.name, path: $0.path)
            }
        } catch {
            return audience.refuse(.cameras, of: client, because: error.description)
        }
        if let used { line.cameras.insert(CamerasLine.Camera(name: used.name, path: used.path, isUsed: true), at: 0) }
        audience.server?.send(line.line(at: MonotonicClock.now()), to: client)
    }

    /// The other camera was opened and described.
    func offered(_ identity: CameraIdentity) {
        guard let wish = life.switching else { return devices.camera.withdraw() }
        guard devices.camera.arrival?.identity.path != identity.path else {
            life.switching = nil
            devices.camera.withdraw()
            return sendStatus(to: wish.client)
        }
        life.switching?.isReleasing = true
        feed(.releaseCamera)
    }

    /// The other camera cannot be used, or has gone again. The present one goes on, or is used again once it has its originals back.
    func offerFailed(_ error: DeviceError) {
        guard let wish = life.switching else { return }
        refuse(wish, because: error.description)
        if !wish.isReleasing { life.switching = nil }
    }

    /// The present camera has its originals back, or is gone.
    func cameraReleased(isComplete: Bool) {
        // Those of the next camera come after them.
        originals?.keep(steps.engine.readChangedOriginals())
        guard let wish = life.switching else { return }
        life.switching = nil
        if !isComplete {
            let message = "the camera has refused some of its original values: they stay as TapFocus has set them."
            audience.say(.error(message))
        }
        let earlier = devices.camera.news
        if devices.camera.exchange() {
            if var earlier {
                earlier.change = .left
                audience.say(.device(earlier))
                frames.cameraLeft()
            }
            // The engine hears of it after this step, and then the client.
            life.switched = wish.client
            if let arrival = devices.camera.arrival { announceAndFeed(.camera(arrival.description)) }
        } else if let arrival = devices.camera.arrival {
            feed(.cameraArrived(arrival.description))
        }
    }

    /// The engine has the other camera: the client that has asked for it hears how things are.
    func answerSwitch() {
        guard let client = life.switched else { return }
        life.switched = nil
        sendStatus(to: client)
    }

    private func refuse(_ wish: CameraSwitch, because reason: String) {
        let message = "cannot switch to \"\(wish.name)\": \(reason)"
        audience.refuse(.camera(wish.name), of: wish.client, because: message)
    }
}
