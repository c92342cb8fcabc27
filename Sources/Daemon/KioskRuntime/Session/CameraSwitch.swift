import FocusCore
import LinuxDevices

/// Another camera takes the place of the present one. It is opened and described first; if that fails, nothing has changed. Then the
/// present one gets its originals back, and the other one is used.
final class CameraSwitch {
    /// A client's wish for another camera, which is under way.
    private struct Wish {
        var client: Conversation.Client
        var name: String
        /// True once the present camera gets its originals back.
        var isReleasing = false
    }

    private let camera: CameraSlot
    private let frames: FrameExchange
    private let audience: Audience
    private let steps: EngineSteps
    /// False before devices are open, and while the session ends.
    var isPossible: () -> Bool = { true }
    /// Announces the other camera, and passes it to the engine.
    var announce: (CameraDescription) -> Void = { _ in }
    var sendStatus: (Conversation.Client) -> Void = { _ in }
    private var wish: Wish?
    /// The client that hears when the engine has the other camera; nil: none does.
    private var waiting: Conversation.Client?

    init(_ camera: CameraSlot, _ frames: FrameExchange, _ audience: Audience, _ steps: EngineSteps) {
        (self.camera, self.frames, self.audience, self.steps) = (camera, frames, audience, steps)
    }

    func begin(_ name: String, for client: Conversation.Client) {
        if let present = camera.arrival?.identity, present.path == name || present.name == name {
            return sendStatus(client)
        }
        let wish = Wish(client: client, name: name)
        guard isPossible(), self.wish == nil else {
            return refuse(wish, because: "another switch, or the end, is under way.")
        }
        self.wish = wish
        do throws(DeviceError) {
            try camera.offer(DeviceSelection(argument: name))
        } catch {
            offerFailed(error)
        }
    }

    /// Answers with the cameras that are connected. The one in use is among them, even if the list does not know it.
    func sendCameras(to client: Conversation.Client) {
        let used = camera.arrival?.identity
        var line = CamerasLine()
        if let used { line.cameras.append(CamerasLine.Camera(name: used.name, path: used.path, isUsed: true)) }
        do throws(DeviceError) {
            for other in try DeviceFinder().cameras() where other.path != used?.path {
                line.cameras.append(CamerasLine.Camera(name: other.name, path: other.path))
            }
        } catch {
            return audience.refuse(.cameras, of: client, because: error.description)
        }
        audience.server?.send(line.line(at: MonotonicClock.now()), to: client)
    }

    /// The other camera was opened and described.
    func offered(_ identity: CameraIdentity) {
        guard let wish else { return camera.withdraw() }
        guard camera.arrival?.identity.path != identity.path else {
            self.wish = nil
            camera.withdraw()
            return sendStatus(wish.client)
        }
        self.wish?.isReleasing = true
        steps.feed(.releaseCamera)
    }

    /// The other camera cannot be used, or has gone again. The present one goes on, or is used again once it has its originals back.
    func offerFailed(_ error: DeviceError) {
        guard let wish else { return }
        refuse(wish, because: error.description)
        if !wish.isReleasing { self.wish = nil }
    }

    /// The present camera has its originals back, or is gone.
    func released(isComplete: Bool) {
        guard let wish = self.wish.take() else { return }
        if !isComplete {
            let message = "the camera has refused some of its original values: they stay as TapFocus has set them."
            audience.say(.error(message))
        }
        let earlier = camera.news
        if camera.exchange() {
            audience.announceLeaving(earlier)
            if earlier != nil {
                frames.cameraLeft()
                frames.photos.cameraLeft()
                frames.photos.giveBack()
            }
            // The engine hears of it after this step, and then the client.
            waiting = wish.client
            if let arrival = camera.arrival { announce(arrival.description) }
        } else {
            // The other one has gone. The engine has let go of the present one, whose image, zoom and frames may be others by now: it is
            // opened and described again, as one that has left and come back.
            camera.leave()
        }
    }

    /// The engine has the other camera: the client that has asked for it hears how things are.
    func answer() {
        if let client = waiting.take() { sendStatus(client) }
    }

    private func refuse(_ wish: Wish, because reason: String) {
        audience.refuse(.camera(wish.name), of: wish.client, because: "cannot switch to \"\(wish.name)\": \(reason)")
    }
}
