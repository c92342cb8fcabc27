import Foundation
import SimulatedDevices
import Testing

@testable import PageSimulation

import FocusCore

/// Tests of the simulated page's kiosk: its answers, and its states.
struct PageKioskTests {
    private struct Page {
        private var kiosk = PageKiosk(seed: 3)
        var lens: Double { Optics.dioptres(lens: kiosk.kiosk.camera.lens) }
        /// The exposure time of the last frame, in units of 100 µs.
        var exposure: Double { kiosk.kiosk.camera.exposure }
        var zoom: Double { kiosk.kiosk.camera.optics.zoom }

        /// The lines that are said until so many seconds after the beginning.
        mutating func until(_ seconds: Double) -> [[String: Any]] {
            kiosk.advance(to: Instant(nanoseconds: Int64(seconds * 1e9)))
            return lines
        }

        /// What is said at once.
        mutating func ask(_ line: String) -> [[String: Any]] {
            Array(line.utf8).withUnsafeBytes { kiosk.receive($0) }
            return lines
        }

        mutating func happen(_ action: Happening.Action) { kiosk.happen(action) }

        private var lines: [[String: Any]] {
            mutating get {
                String(decoding: kiosk.takeLines(), as: UTF8.self).split(separator: "\n").map { line in
                    let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                    #expect(object != nil, "\(line)")
                    return object ?? [:]
                }
            }
        }
    }

    private func events(_ name: String, in lines: [[String: Any]]) -> [[String: Any]] {
        lines.filter { $0["event"] as? String == name }
    }

    private func tap(_ point: PointOfInterest, id: Int) -> String {
        "{\"request\":\"tap\",\"x\":\(point.x),\"y\":\(point.y),\"in\":\"picture\",\"id\":\(id)}"
    }

    @Test(
        "The camera begins with sharp mountains; a tap on the flower makes that sharp, and one on the mountains these again"
    )
    func nearAndFar() {
        var page = Page()
        _ = page.ask("{\"request\":\"watch\"}")
        _ = page.until(2)
        #expect(page.lens < 0.6)
        for (number, wanted) in [7.5, 0.05, 7.5].enumerated() {
            let point = wanted > 1 ? Scene.lookoutFlower : Scene.lookoutMountains
            let answer = page.ask(tap(point, id: number))
            let said = answer + page.until(Double(number) * 6 + 6)
            let settled = events("settled", in: said)
            #expect(settled.count == 1 && settled.first?["id"] as? Int == number)
            #expect(settled.first?["focus"] as? String == "converged")
            #expect(settled.first?["exposure"] as? String == "converged")
            #expect(abs(page.lens - wanted) < Optics.lens.depthOfField, "\(page.lens)")
        }
    }

    @Test("With the lamp the held exposure is a shorter one, and without it the exact earlier one; nothing unlocks")
    func lamp() {
        var page = Page()
        _ = page.ask("{\"request\":\"watch\"}")
        _ = page.until(2)
        _ = page.ask(tap(Scene.lookoutFlower, id: 1))
        _ = page.until(9)
        let before = page.exposure
        var said = page.ask("{\"request\":\"lamp\",\"level\":1}") + page.until(13)
        #expect(events("relit", in: said).compactMap { $0["exposure"] as? String } == ["searching", "found"])
        #expect(page.exposure < before && events("state", in: said).isEmpty)
        said = page.ask("{\"request\":\"lamp\",\"level\":0}") + page.until(14)
        #expect(events("relit", in: said).compactMap { $0["exposure"] as? String } == ["restored"])
        #expect(page.exposure == before && events("state", in: said).isEmpty)
    }

    @Test("A zoom enlarges the picture, what is held stays held, and a tap focuses at what is shown there")
    func zoom() {
        var page = Page()
        _ = page.ask("{\"request\":\"watch\"}")
        _ = page.until(2)
        _ = page.ask(tap(Scene.lookoutFlower, id: 1))
        _ = page.until(9)
        let said = page.ask("{\"request\":\"zoom\",\"factor\":2}") + page.until(12)
        #expect(page.zoom == 2 && events("zoom", in: said).last?["factor"] as? Double == 2)
        #expect(events("state", in: said).isEmpty)
        // The flower is nearer to the edge now.
        let flower = Scene.lookoutFlower
        let shown = PointOfInterest(x: 0.5 + (flower.x - 0.5) * 2, y: 0.5 + (flower.y - 0.5) * 2)
        guard (0...1).contains(shown.x), (0...1).contains(shown.y) else { return }
        _ = page.ask(tap(shown, id: 2)) + page.until(18)
        #expect(abs(page.lens - 7.5) < Optics.lens.depthOfField, "\(page.lens)")
    }

    @Test("The other camera shows the scene as in a mirror, and follows a tap; one that is not there changes nothing")
    func otherCamera() {
        var page = Page()
        _ = page.ask("{\"request\":\"watch\"}")
        _ = page.until(2)
        _ = page.ask(tap(Scene.lookoutFlower, id: 1))
        _ = page.until(9)
        let refused = page.ask("{\"request\":\"camera\",\"camera\":\"Moon\"}") + page.until(9.5)
        #expect(events("error", in: refused).count == 1 && events("state", in: refused).isEmpty)
        let list = events("cameras", in: page.ask("{\"request\":\"cameras\"}")).first?["cameras"] as? [[String: Any]]
        #expect(list?.compactMap { $0["name"] as? String } == ["Simulated Camera", "Simulated Front Camera"])
        let said = page.ask("{\"request\":\"camera\",\"camera\":\"Simulated Front Camera\"}") + page.until(11)
        #expect(events("state", in: said).last?["state"] as? String == "continuousAuto")
        #expect(events("device", in: said).compactMap { $0["change"] as? String } == ["left", "arrived"])
        let camera = events("status", in: said).last?["camera"] as? [String: Any]
        #expect(camera?["name"] as? String == "Simulated Front Camera")
        _ = page.until(14)
        let flower = PointOfInterest(x: 1 - Scene.lookoutFlower.x, y: Scene.lookoutFlower.y)
        let settled = events("settled", in: page.ask(tap(flower, id: 2)) + page.until(22))
        #expect(settled.count == 1 && abs(page.lens - 7.5) < Optics.lens.depthOfField, "\(page.lens)")
    }

    @Test("Nothing is told to a page that does not watch, but for its answers")
    func answersOnly() {
        var page = Page()
        #expect(page.until(2).isEmpty && page.ask("").isEmpty && page.ask(" \t").isEmpty)
        #expect(events("status", in: page.ask("{\"request\":\"status\"}")).count == 1)
        let said = page.ask(tap(Scene.lookoutFlower, id: 4)) + page.until(7)
        #expect(said.count == 1 && said.first?["event"] as? String == "state" && said.first?["id"] as? Int == 4)
    }

    @Test("A compensation until continuous is told, and taken back by the next tap")
    func compensation() {
        var page = Page()
        _ = page.ask("{\"request\":\"watch\"}")
        _ = page.until(2)
        _ = page.ask(tap(Scene.lookoutFlower, id: 1))
        _ = page.until(5)
        let asked = page.ask("{\"request\":\"compensate\",\"ev\":0.7,\"until\":\"continuous\"}")
        #expect(events("compensation", in: asked).compactMap { $0["ev"] as? Double } == [0.7])
        #expect(events("status", in: asked).compactMap { $0["compensation"] as? Double } == [0.7])
        let tapped = page.ask(tap(Scene.lookoutMountains, id: 2)) + page.until(6)
        #expect(events("compensation", in: tapped).compactMap { $0["ev"] as? Double } == [0])
    }

    @Test("A tap in view coordinates is where the page has said that the picture is")
    func view() {
        var page = Page()
        let turned =
            "{\"request\":\"view\",\"x\":0,\"y\":0,\"width\":900,\"height\":1600,\"screen\":[900,1600],\"rotation\":90}"
        #expect(events("status", in: page.ask(turned)).count == 1)
        _ = page.until(2)
        let said = page.ask("{\"request\":\"tap\",\"x\":0.25,\"y\":0.5}") + page.until(3)
        let point = said.first?["point"] as? [String: Double]
        #expect(point?["x"] == 0.5 && point?["y"] == 0.75)
    }

    @Test("A push in the force lock is remembered and unlocks when that is over; later, a lift unlocks at once")
    func motion() {
        var page = Page()
        _ = page.ask("{\"request\":\"watch\"}")
        _ = page.until(2)
        _ = page.ask(tap(Scene.lookoutFlower, id: 1))
        _ = page.until(3.5)
        page.happen(.hand(.push))
        let pushed = events("state", in: page.until(6))
        #expect(pushed.compactMap { $0["rule"] as? String } == ["lock-elapsed-moved"])
        _ = page.ask(tap(Scene.lookoutMountains, id: 2))
        _ = page.until(10)
        page.happen(.hand(.lift))
        let lifted = events("state", in: page.until(12))
        #expect(lifted.compactMap { $0["rule"] as? String } == ["moved-unlocks"])
        #expect(lifted.first?["moved"] as? String == "accelerometer")
    }

    @Test("Somebody who steps before a kiosk that has been still for five seconds unlocks it: the scene is another one")
    func visitor() {
        var page = Page()
        _ = page.ask("{\"request\":\"watch\"}")
        _ = page.until(2)
        _ = page.ask(tap(Scene.lookoutFlower, id: 1))
        let held = events("state", in: page.until(8.5))
        #expect(held.last?["until"] as? [String] == ["accelerometer", "scene"])
        page.happen(.visitorComes(0.60))
        let states = events("state", in: page.until(11.5))
        #expect(states.compactMap { $0["moved"] as? String } == ["scene"])
    }

    @Test(
        "A line that is no request is answered with an error that names the request and the tap, where they are known",
        arguments: [
            ("{", nil, nil), ("{}", nil, nil), ("{\"request\":7}", nil, nil),
            ("{\"request\":\"tap\"} x", nil, nil),
            ("{\"request\":\"hold-frames\"}", "hold-frames", nil),
            ("{\"request\":\"next-trace\"}", "next-trace", nil),
            ("{\"request\":\"tap\",\"x\":NaN,\"y\":0,\"id\":3}", "tap", 3),
            ("{\"request\":\"tap\",\"y\":-Infinity,\"x\":0,\"id\":4}", "tap", 4),
            ("{\"request\":\"tap\",\"x\":1e999,\"y\":0,\"id\":5}", "tap", 5),
            ("{\"request\":\"tap\",\"x\":[],\"y\":{},\"id\":6}", "tap", 6),
            ("{\"request\":\"tap\",\"x\":0.5,\"id\":3}", "tap", 3),
            ("{\"request\":\"tap\",\"x\":\"nan\",\"y\":0}", "tap", nil),
            ("{\"request\":\"tap\",\"x\":0,\"y\":0,\"id\":9007199254740992}", "tap", nil),
            ("{\"request\":\"tap\",\"x\":0,\"y\":0,\"in\":\"screen\",\"id\":0}", "tap", 0),
            ("{\"request\":\"view\",\"x\":0}", "view", nil),
            ("{\"request\":\"view\",\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"screen\":[0,1]}", "view", nil),
            ("{\"request\":\"compensate\",\"ev\":1,\"until\":\"noon\"}", "compensate", nil),
            ("{\"request\":\"compensate\"}", "compensate", nil),
            ("{\"request\":\"compensate\",\"ev\":4.1}", "compensate", nil),
            (String(repeating: "[", count: 10_000), nil, nil),
        ] as [(String, String?, Int?)])
    func badLines(line: String, request: String?, tap: Int?) throws {
        var page = Page()
        let said = page.ask(line)
        let error = try #require(said.first)
        #expect(said.count == 1 && error["event"] as? String == "error" && error["message"] is String)
        #expect(error["request"] as? String == request && error["id"] as? Int == tap)
    }
}

extension Scene {
    /// A point in the lookout's mountains, 20 m away.
    fileprivate static let lookoutMountains = PointOfInterest(x: 0.665, y: 0.36)
}
