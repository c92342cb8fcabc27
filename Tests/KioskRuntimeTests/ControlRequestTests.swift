import FocusCore
import Foundation
import Testing

@testable import KioskRuntime

@Suite struct ControlRequestTests {
    @Test(
        "Requests are read as they are written",
        arguments: [
            ControlRequest.tap(x: 0, y: 1), .tap(x: 1.0 / 3, y: .leastNonzeroMagnitude), .tap(x: 0, y: 0, id: TapID(0)),
            .tap(x: 0, y: 0, id: TapID(ControlRequest.largestID)), .showView, .sendTaps, .status,
            .zoom(ZoomRequest(ZoomWish(.linear(0.25), rate: 1.5))),
            .zoom(ZoomRequest(ZoomWish(.factor(2)), stays: true)),
            .camera("/dev/video2"), .light(isOn: true), .light(isOn: false, stays: true),
            .cameras, .lamp(level: 0.25), .lamp(level: 1, stays: true), .lamp(level: 0),
            .zoom(ZoomRequest(ZoomWish(.original))), .zoom(ZoomRequest(ZoomWish(.here))),
            .lock(LockWish()), .lock(LockWish(x: 0, y: 0)), .unlock,
            .lock(LockWish(x: 0.25, y: 1, in: .picture, id: TapID(3), endsWithTap: true, stays: true)),
            .watch,
            .compensate(ev: -4), .compensate(ev: 0.7), .compensate(ev: 0.7, untilContinuous: true),
            .view(
                ViewPlacement(
                    screen: ScreenSize(width: 1080, height: 1920),
                    view: ViewRectangle(x: -0.5, y: 320, width: 1080, height: 1440), videoGravity: .stretch,
                    rotation: .threeQuarters, isMirrored: true)),
        ])
    func roundTrip(request: ControlRequest) throws {
        #expect(request.line.last == UInt8(ascii: "\n"))
        #expect(try ControlRequest(line: request.line.dropLast()) == request)
        #expect(try ControlRequest(line: request.line) == request)
    }

    @Test(
        "Spaces, other fields and integers are fine",
        arguments: [
            #" { "y" : 1 , "request" : "tap" , "x" : 0 , "who" : { "name" : [ ] } } "#,
            "{\"request\":\"tap\",\"x\":0,\"y\":1}\r", #"{"request":"t\u0061p","x":0.0,"y":1e0}"#,
        ])
    func tolerance(text: String) throws {
        #expect(try ControlRequest(line: Data(text.utf8)) == .tap(x: 0, y: 1))
    }

    @Test(
        "A line that is not a request is refused with a sentence that describes a valid one",
        arguments: [
            ("", "JSON object"), ("hello", "JSON object"), ("[]", "JSON object"), ("null", "JSON object"),
            ("{}", "\"request\""), ("{\"request\":5}", "JSON object"), ("{\"request\":\"dance\"}", "\"dance\""),
            ("{\"request\":\"Tap\"}", "tap, lock, unlock, zoom, light, lamp, camera, cameras"),
            ("{\"request\":\"camera\"}", "its path"), ("{\"request\":\"camera\",\"camera\":\"none\"}", "its path"),
            ("{\"request\":\"light\"}", "on, true or false"), ("{\"request\":\"light\",\"on\":1}", "on, true or false"),
            ("{\"request\":\"lamp\"}", "0 is off"), ("{\"request\":\"lamp\",\"level\":1.01}", "0 is off"),
            ("{\"request\":\"lamp\",\"level\":-0.1}", "0 is off"), ("{\"request\":\"lamp\",\"level\":NaN}", "0 is off"),
            ("{\"request\":\"zoom\"}", "one of linear"), ("{\"request\":\"zoom\",\"linear\":1.5}", "0…1"),
            ("{\"request\":\"zoom\",\"linear\":NaN}", "0…1"), ("{\"request\":\"zoom\",\"factor\":0.5}", "1 or more"),
            ("{\"request\":\"zoom\",\"linear\":0,\"factor\":2}", "one of"),
            ("{\"request\":\"zoom\",\"linear\":0,\"rate\":0}", "rate above 0"),
            ("{\"request\":\"tap\"}", "x and y"), ("{\"request\":\"lock\",\"x\":0}", "none of them"),
            ("{\"request\":\"lock\",\"x\":NaN,\"y\":0}", "none of them"),
            ("{\"request\":\"lock\",\"taps\":\"move\"}", "\"end\""),
            ("{\"request\":\"lock\",\"id\":-1}", "id of a lock"), ("{\"request\":\"lock\",\"stays\":1}", "stays"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":1,\"id\":-1}", "id of a tap"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":1,\"id\":1.5}", "id of a tap"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":1,\"id\":\"7\"}", "id of a tap"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":1,\"id\":9007199254740992}", "id of a tap"),
            ("{\"request\":\"tap\",\"x\":1}", "x and y"), ("{\"request\":\"tap\",\"x\":\"1\",\"y\":1}", "x and y"),
            ("{\"request\":\"tap\",\"x\":\"left\"}", "x and y"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":null}", "x and y"),
            ("{\"request\":\"tap\",\"x\":NaN,\"y\":1}", "x and y"), ("{\"request\":NaN}", "JSON object"),
            ("{\"request\":\"tap\",\"x\":nan,\"y\":1}", "JSON object"), ("{\"request\":\"status\"}}", "JSON object"),
            ("{\"request\":\"compensate\"}", "-4…4"), ("{\"request\":\"compensate\",\"ev\":4.01}", "-4…4"),
            ("{\"request\":\"compensate\",\"ev\":\"1\"}", "-4…4"),
            ("{\"request\":\"compensate\",\"ev\":1,\"until\":\"noon\"}", "until \"continuous\""),
            ("{\"request\":\"compensate\",\"ev\":1,\"until\":7}", "until \"continuous\""),
            ("{\"request\":\"tap\",\"x\":1e999,\"y\":1}", "x and y"), ("\u{0}", "JSON object"),
            ("{\"request\":\"status\"", "JSON object"), (String(repeating: "[", count: 65_000), "JSON object"),
        ])
    func refusals(text: String, words: String) {
        let refusal = #expect(throws: ControlRequest.Refusal.self) { try ControlRequest(line: Data(text.utf8)) }
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        #expect(refusal?.message.last == ".")
    }

    @Test(
        "A view that cannot be is refused with a sentence that says what it has to be",
        arguments: [
            ("", "x, y, width and height"), (#""x":0,"y":0,"width":9,"height":9"#, "x, y, width and height"),
            (#""x":0,"y":0,"width":9,"height":9,"screen":[9]"#, "x, y, width and height"),
            (#""x":0,"y":0,"width":9,"height":9,"screen":[9,9,9]"#, "x, y, width and height"),
            (#""x":0,"y":0,"width":9,"height":9,"screen":"9x9""#, "x, y, width and height"),
            (#""x":null,"y":0,"width":9,"height":9,"screen":[9,9]"#, "x, y, width and height"),
            (#""x":1e999,"y":0,"width":9,"height":9,"screen":[9,9]"#, "x, y, width and height"),
            (#""x":0,"y":0,"width":0,"height":9,"screen":[9,9]"#, "above 0"),
            (#""x":0,"y":0,"width":9,"height":-9,"screen":[9,9]"#, "above 0"),
            (#""x":0,"y":0,"width":9,"height":9,"screen":[0,9]"#, "above 0"),
            (#""x":0,"y":0,"width":1e7,"height":9,"screen":[9,9]"#, "above 0"),
            (#""x":0,"y":0,"width":9,"height":9,"screen":[9,1e7]"#, "above 0"),
            (#""x":9,"y":0,"width":9,"height":9,"screen":[9,9]"#, "on the screen"),
            (#""x":0,"y":-9,"width":9,"height":9,"screen":[9,9]"#, "on the screen"),
            (#""x":-1e300,"y":0,"width":9,"height":9,"screen":[9,9]"#, "on the screen"),
            (#""x":0,"y":0,"width":9,"height":9,"screen":[9,9],"videoGravity":"cover""#, "fill"),
            (#""x":0,"y":0,"width":9,"height":9,"screen":[9,9],"rotation":45"#, "270"),
            (#""x":0,"y":0,"width":9,"height":9,"screen":[9,9],"rotation":1e99"#, "270"),
            (#""x":0,"y":0,"width":9,"height":9,"screen":[9,9],"mirrored":1"#, "x, y, width and height"),
        ])
    func badViews(fields: String, words: String) {
        let text = "{\"request\":\"view\"\(fields.isEmpty ? "" : ",")\(fields)}"
        let refusal = #expect(throws: ControlRequest.Refusal.self) { try ControlRequest(line: Data(text.utf8)) }
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        #expect(refusal?.request == .view)
    }

    @Test("A view needs no more than its place: the rest is fill, not turned, not mirrored")
    func leastView() throws {
        let line = Data(#"{"request":"view","x":0,"y":1,"width":2,"height":3,"screen":[4,5]}"#.utf8)
        let wanted = ViewPlacement(
            screen: ScreenSize(width: 4, height: 5), view: ViewRectangle(x: 0, y: 1, width: 2, height: 3))
        #expect(try ControlRequest(line: line) == .view(wanted))
    }

    @Test(
        "Whatever is wrong with its numbers, a tap is refused with its id",
        arguments: ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "\"nan\"", "\"0\"", "null", "true", "[0]", "{}"])
    func tapWithoutNumbers(value: String) {
        for coordinates in ["\"x\":\(value),\"y\":0.5", "\"y\":\(value),\"x\":0.5"] {
            for fields in ["\(coordinates),\"id\":7", "\"id\":7,\(coordinates)"] {
                let line = "{\"request\":\"tap\",\(fields)}"
                let refusal = #expect(throws: ControlRequest.Refusal.self) {
                    try ControlRequest(line: Data(line.utf8))
                }
                #expect(refusal?.request == .tap && refusal?.tap == TapID(7), "\(line)")
            }
        }
    }

    @Test("Whole numbers may be written as others write them: 640.0, 6.4e2")
    func wholeNumbers() throws {
        let fields = #""width":640.0,"height":4.8e2,"stamp":"end","interval":33333.0,"id":3"#
        guard
            case .holdFrames(let wish) = try ControlRequest(
                line: Data("{\"request\":\"hold-frames\",\"camera\":\"c\",\(fields)}".utf8))
        else {
            Issue.record("no hold of frames was read")
            return
        }
        #expect(wish.stream?.width == 640 && wish.stream?.height == 480)
        #expect(wish.stream?.interval == TimeSpan(nanoseconds: 33_333_000))
    }

    @Test("Whole numbers may have more digits than their values: 1000e-1 is 100")
    func manyDigits() throws {
        func request(_ grid: String) throws -> ControlRequest {
            let fields = #""captured":9,"sharpness":[0.5],"mean":0.4,"bright":0,"dark":0"#
            return try ControlRequest(
                line: Data("{\"request\":\"frame\",\"id\":42949672950e-1,\(fields),\"grid\":\(grid)}".utf8))
        }
        guard case .frame(let frame) = try request("[1000e-1,2550e-1,0.0]") else {
            Issue.record("no frame was read")
            return
        }
        #expect(frame.request == .max && frame.grid == [100, 255, 0])
        for grid in ["[2560e-1]", "[1001e-1]", "[256]", "[-1]", "[1000e]", "[99999999999999999999]"] {
            #expect(throws: ControlRequest.Refusal.self, "\(grid)") { try request(grid) }
        }
    }

    @Test("A tap whose coordinates are not numbers becomes a line without a request")
    func notANumber() {
        #expect(throws: ControlRequest.Refusal.self) {
            try ControlRequest(line: ControlRequest.tap(x: .nan, y: 0).line)
        }
    }
}
