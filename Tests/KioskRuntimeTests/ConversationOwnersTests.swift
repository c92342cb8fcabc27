import FocusCore
import KioskLines
import Testing

/// Lights and zooms of clients: each ends with its client, and takes nothing from another.
struct ConversationOwnersTests {
    /// A conversation with some clients.
    private final class Talk {
        private var conversation = Conversation(compensation: 0)

        func receive(
            _ request: ControlRequest, from client: Conversation.Client = 1, at engine: Engine? = nil
        ) -> Conversation.Consequence? {
            conversation.receive(request, from: client, against: engine.flatMap { request.reason(against: $0) })
        }

        /// The line of a status, without a device.
        var statusLine: String {
            let status = conversation.status(
                of: Engine(configuration: Configuration()), camera: nil, touchscreen: nil, accelerometer: nil,
                isSensorAwake: false)
            return String(decoding: status.line(at: Instant(nanoseconds: 0)), as: UTF8.self)
        }

        func notice(of effect: Effect) -> Conversation.Notice? { conversation.notice(of: effect) }
        func lamp(isLit: Bool) -> Input.Event { conversation.lamp(isLit: isLit) }
        func end(of client: Conversation.Client) -> [Input.Event] { conversation.end(of: client) }
    }

    private let talk = Talk()

    @Test("A zoom ends with the connection that has asked for it, unless it stays; what the camera cannot is refused")
    func zoom() {
        let closer = ControlRequest.zoom(ZoomRequest(ZoomWish(.factor(2))))
        guard case .refused(let none) = talk.receive(closer) else {
            Issue.record("no refusal without a camera")
            return
        }
        #expect(none.contains("crop"))
        _ = talk.notice(of: .zoomed(ZoomReport(linear: 0, factor: 1, largest: 4, point: nil)))
        #expect(talk.receive(closer, from: 3) == .status(after: .zoom(ZoomWish(.factor(2)))))
        guard case .refused = talk.receive(.zoom(ZoomRequest(ZoomWish(.factor(5)))), from: 3) else {
            Issue.record("no refusal of a factor that is too large")
            return
        }
        #expect(talk.end(of: 4) == [] && talk.end(of: 3) == [.zoom(ZoomWish(.original))])
        _ = talk.receive(.zoom(ZoomRequest(ZoomWish(.linear(1)), stays: true)), from: 5)
        #expect(talk.end(of: 5) == [])
    }

    @Test("A zoom that the engine's camera cannot do is refused with the reason, not answered with a status")
    func zoomRefused() {
        _ = talk.notice(of: .zoomed(ZoomReport(linear: 0, factor: 1, largest: 4, point: nil)))
        let engine = Engine(configuration: Configuration())
        for target in [ZoomWish.Target.linear(1), .factor(2), .here] {
            let consequence = talk.receive(.zoom(ZoomRequest(ZoomWish(target))), from: 3, at: engine)
            guard case .refused(let reason) = consequence else {
                Issue.record("no refusal of \(target)")
                continue
            }
            #expect(reason.contains("cannot be set"))
        }
        #expect(talk.end(of: 3) == [])
        #expect(talk.receive(.status, at: engine) == .status(after: nil))
    }

    @Test("A stop takes the zoom from nobody: the original is back with the end of the client that zoomed")
    func zoomStopped() {
        _ = talk.notice(of: .zoomed(ZoomReport(linear: 0, factor: 1, largest: 4, point: nil)))
        _ = talk.receive(.zoom(ZoomRequest(ZoomWish(.linear(1), rate: 1))), from: 3)
        _ = talk.receive(.zoom(ZoomRequest(ZoomWish(.here), stays: true)), from: 4)
        #expect(talk.end(of: 4) == [] && talk.end(of: 3) == [.zoom(ZoomWish(.original))])
    }

    @Test("A light is on while one client wants it, or the lamp is lit, or one stays; off ends another client's never")
    func lights() {
        func light(_ isOn: Bool, stays: Bool = false, from client: Conversation.Client) -> Bool? {
            guard case .status(.lightChanged(let isLit)?) = talk.receive(.light(isOn: isOn, stays: stays), from: client)
            else { return nil }
            return isLit
        }
        #expect(light(true, from: 3) == true && light(true, from: 4) == true)
        #expect(light(false, from: 5) == true && light(false, from: 4) == true)
        #expect(talk.lamp(isLit: true) == .lightChanged(isOn: true) && talk.end(of: 3) == [])
        #expect(light(true, from: 5) == true && light(false, from: 5) == true, "the lamp is still lit")
        #expect(talk.lamp(isLit: false) == .lightChanged(isOn: false))
        #expect(light(true, stays: true, from: 6) == true && talk.end(of: 6) == [])
        #expect(light(true, from: 7) == true && light(false, from: 7) == true, "one stays")
        #expect(light(false, stays: true, from: 8) == false)
        _ = light(true, from: 9)
        #expect(talk.end(of: 9) == [.lightChanged(isOn: false)])
    }

    @Test("A status says that a light is on while one is, and else has no such field")
    func lightInStatus() {
        #expect(!talk.statusLine.contains("light"))
        _ = talk.receive(.light(isOn: true), from: 3)
        #expect(talk.statusLine.contains(#""light":true"#))
        _ = talk.end(of: 3)
        _ = talk.lamp(isLit: true)
        #expect(talk.statusLine.contains(#""light":true"#))
        _ = talk.lamp(isLit: false)
        #expect(!talk.statusLine.contains("light"))
    }
}
