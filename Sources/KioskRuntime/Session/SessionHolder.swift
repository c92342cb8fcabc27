import FocusCore
import LinuxDevices

/// The program that shows the picture, and measures its frames.
extension Session {
    func followFrames() {
        frames.feed = { [weak self] in self?.feed($0) }
        frames.send = { [weak self] message, client in self?.audience.server?.send(message, to: client) }
        frames.watchSilence = { [weak self] in self?.set(.holderSilence, $0) }
    }

    /// A client wants to hold the camera's stream.
    func hold(_ wish: HoldWish, by client: ControlServer.ClientID) {
        if let reason = reasonAgainst(wish, by: client) {
            let message = "cannot hold the frames of \"\(wish.camera)\": \(reason)"
            return audience.refuse(.holdFrames(wish), of: client, because: message)
        }
        audience.server?.setHolding(true, client)
        frames.hold(wish, by: client)
    }

    private func reasonAgainst(_ wish: HoldWish, by client: ControlServer.ClientID) -> String? {
        if frames.isHeld(by: client, wish) { return nil }
        guard let camera = devices.camera.identity else { return "no camera is connected. Ask again when it is." }
        guard wish.isFor(camera) else {
            return "this tapfocus has the camera \(camera.name) (\(camera.path)). Name that one."
        }
        guard let holder = frames.holder, holder.client != client else { return nil }
        let process = audience.server?.process(of: holder.client).map { " of process \($0)" } ?? ""
        return "another connection\(process) holds them. End that one first."
    }
}
