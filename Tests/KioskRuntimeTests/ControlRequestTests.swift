import FocusCore
import Foundation
import Testing

@testable import KioskRuntime

@Suite struct ControlRequestTests {
    @Test(
        "Requests are read as they are written",
        arguments: [
            ControlRequest.tap(x: 0, y: 1), .tap(x: 1.0 / 3, y: .leastNonzeroMagnitude), .tap(x: 0, y: 0, id: TapID(0)),
            .tap(x: 0, y: 0, id: TapID(ControlRequest.largestID)), .showView, .status, .watch,
            .compensate(ev: -4), .compensate(ev: 0.7),
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
            ("{\"request\":\"Tap\"}", "tap, show-view, compensate, status, watch, hold-frames"),
            ("{\"request\":\"tap\"}", "x and y"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":1,\"id\":-1}", "id of a tap"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":1,\"id\":1.5}", "id of a tap"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":1,\"id\":\"7\"}", "id of a tap"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":1,\"id\":9007199254740992}", "id of a tap"),
            ("{\"request\":\"tap\",\"x\":1}", "x and y"), ("{\"request\":\"tap\",\"x\":\"1\",\"y\":1}", "x and y"),
            ("{\"request\":\"tap\",\"x\":\"left\"}", "x and y"),
            ("{\"request\":\"tap\",\"x\":0,\"y\":null}", "x and y"),
            ("{\"request\":\"tap\",\"x\":NaN,\"y\":1}", "JSON object"), ("{\"request\":\"status\"}}", "JSON object"),
            ("{\"request\":\"compensate\"}", "-4…4"), ("{\"request\":\"compensate\",\"ev\":4.01}", "-4…4"),
            ("{\"request\":\"compensate\",\"ev\":\"1\"}", "-4…4"),
            ("{\"request\":\"tap\",\"x\":1e999,\"y\":1}", "x and y"), ("\u{0}", "JSON object"),
            ("{\"request\":\"status\"", "JSON object"), (String(repeating: "[", count: 65_000), "JSON object"),
        ])
    func refusals(text: String, words: String) {
        let refusal = #expect(throws: ControlRequest.Refusal.self) { try ControlRequest(line: Data(text.utf8)) }
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        #expect(refusal?.message.last == ".")
    }

    @Test("A tap whose coordinates are not numbers becomes a line without a request")
    func notANumber() {
        #expect(throws: ControlRequest.Refusal.self) {
            try ControlRequest(line: ControlRequest.tap(x: .nan, y: 0).line)
        }
    }
}
