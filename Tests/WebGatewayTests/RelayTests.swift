import Foundation
import KioskLines
import RequestNames
import SimulatedDevices
import Testing

@testable import WebGateway

/// Which messages of a page reach the control socket, and how much of anything there can be.
@Suite struct RelayTests {
    private static func refusal(_ bytes: [UInt8]) -> RelayedLine.Refusal? {
        do {
            try bytes.withUnsafeBytes { try RelayedLine.check($0) }
            return nil
        } catch {
            return error as? RelayedLine.Refusal
        }
    }

    @Test("Of the daemon's requests, a page gets all through but those about traces, photos, movies, codes and faces")
    func names() {
        let kept: Set = [
            RequestName.markTrace, .nextTrace, .photo, .photoTaken, .photoKept, .photoFailed, .movie, .endMovie,
            .movieBegun, .movieEnded, .codeRead, .faceSeen,
        ]
        #expect(Set(RequestName.allCases).subtracting(RelayedLine.requests) == kept)
        for name in RelayedLine.requests {
            #expect(Self.refusal(Array("{\"request\":\"\(name.rawValue)\"}".utf8)) == nil)
            #expect(WebOptions.help.contains(name.rawValue), "\(name) in the help")
        }
        for name in kept.map(\.rawValue) {
            let refusal = Self.refusal(Array("{\"request\":\"\(name)\",\"text\":\"x\"}".utf8))
            #expect(refusal?.request == name && refusal?.sentence.contains("not passed on") == true)
        }
    }

    @Test(
        "Requests are passed on whatever else they have, so that newer pages and daemons understand each other",
        arguments: [
            #"{"request":"tap","x":0.5,"y":0.25,"in":"picture","id":7}"#, #" { "request" : "status" } "#,
            #"{"later":{"request":"mark-trace","a":[1,{}]},"request":"compensate","ev":-0.7,"until":"continuous"}"#,
            #"{"request":"hold-frames","camera":"\"é\" \u0041"}"#, #"{"request":"stat\u0075s"}"#,
            "\t{\"request\":\"watch\"}\r",
        ])
    func passed(line: String) {
        #expect(Self.refusal(Array(line.utf8)) == nil)
    }

    @Test(
        "Everything that another reader could understand in another way is refused",
        arguments: [
            "", " ", "status", "[]", "{}", "null", "7", #""status""#, #"{"request":7}"#, #"{"request":null}"#,
            #"{"request":["status"]}"#, #"{"request":"status"}{"request":"mark-trace"}"#, #"{"request":"status"}x"#,
            #"{"request":"status""#, #"{"request":"status","#, #"{"request":"status",}"#, #"{'request':'status'}"#,
            #"{"request":"status","request":"mark-trace"}"#, #"{"request":"mark-trace","request":"status"}"#,
            #"{"request":"status","request":"status"}"#, #"{"request":"status","r\u0065quest":"mark-trace"}"#,
            #"{"r\u0065quest":"status"}"#, "{\"request\":\"status\"\n}", "{\"request\":\"status\"}\n",
            "{\"request\":\"status\"}\n{\"request\":\"mark-trace\"}", "\u{feff}{\"request\":\"status\"}",
            "{\u{0}\"request\":\"status\"}", "{\"request\":\"status\u{0}\"}", "{\"request\":\"sta\u{1}tus\"}",
            #"{"request":"Status"}"#, #"{"request":"status "}"#, #"{"Request":"status"}"#,
            "/* */{\"request\":\"status\"}",
            "{\"request\":\"status\",\"a\":" + String(repeating: "[", count: 5000) + "}",
        ])
    func refused(line: String) throws {
        let refusal = try #require(Self.refusal(Array(line.utf8)))
        let told = try JSONSerialization.jsonObject(with: Data(refusal.line(at: 7))) as? [String: Any]
        #expect(told?["event"] as? String == "error" && told?["time"] as? Int == 7)
        #expect((told?["message"] as? String)?.isEmpty == false)
    }

    @Test(
        "A wish of a page never outlives the page: `stays` is refused in every request, whatever its value is",
        arguments: ["lock", "zoom", "light", "lamp", "status"])
    func stays(request: String) {
        for value in ["true", "false", "1", "null"] {
            let refusal = Self.refusal(Array("{\"request\":\"\(request)\",\"stays\":\(value)}".utf8))
            #expect(refusal?.request == request && refusal?.sentence.contains("Leave it out") == true)
        }
        let first = "{\"stays\":true,\"request\":\"\(request)\"}"
        #expect(Self.refusal(Array(first.utf8)) != nil)
        // A field of an inner object does not belong to the request.
        let inner = "{\"request\":\"\(request)\",\"later\":{\"stays\":true}}"
        #expect(Self.refusal(Array(inner.utf8)) == nil)
    }

    @Test("UTF-16 and UTF-32, which Foundation reads as JSON, too, are refused")
    func otherEncodings() {
        let line = #"{"request":"mark-trace","text":"x"}"#
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
            #expect(Self.refusal(Array(line.data(using: encoding)!)) != nil)
        }
    }

    @Test("A message of 64 KiB is passed on, one byte more is not")
    func longest() {
        let request = Array(#"{"request":"status"}"#.utf8)
        let longest = request + Array(repeating: 0x20, count: RequestName.longestLine - request.count)
        #expect(Self.refusal(longest) == nil)
        #expect(Self.refusal(longest + [0x20])?.sentence.contains("64 KiB") == true)
    }

    private struct Question: Decodable {
        var request: String
    }

    /// The property that the list of requests rests on: whatever is passed on is understood by the daemon as that, or not at all.
    /// The daemon may be an older one, which reads with Foundation.
    @Test(
        "Whatever is passed on, neither the daemon's own reader nor Foundation's finds another request in it",
        arguments: [1, 2, 3, 4] as [UInt64])
    func sameMeaning(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        let parts = [
            "{", "}", "[", "]", ":", ",", "\"request\"", "\"mark-trace\"", "\"next-trace\"", "\"status\"", "\"tap\"",
            "\"x\"",
            "\"text\"", "0.5", "null", "\\", "\"", " ", "\r", "\n", "\u{0}", "\u{feff}", "\"r\\u0065quest\"", "é",
            "true",
            "\"watch\"", "\"request\":\"mark-trace\"", "\"request\":\"status\"", "\"text\":\"x\"", "/",
        ]
        var passed = 0
        for _ in 0..<20_000 {
            var line = Array(#"{"request":"status","text":"x"}"#.utf8)
            for _ in 0..<Int.random(in: 0...3, using: &chance) {
                let place = Int.random(in: 0...line.count, using: &chance)
                let end = Int.random(in: place...min(line.count, place + 12), using: &chance)
                line.replaceSubrange(place..<end, with: parts.randomElement(using: &chance)!.utf8)
            }
            guard Self.refusal(line) == nil else { continue }
            passed += 1
            let understood: RequestName?
            do throws(ControlRequest.Refusal) {
                understood = try ControlRequest(line: Data(line)).name
            } catch {
                understood = error.request
            }
            let foreign = try? JSONDecoder().decode(Question.self, from: Data(line)).request
            for name in [understood, foreign.flatMap(RequestName.init(rawValue:))].compactMap(\.self) {
                #expect(
                    RelayedLine.requests.contains(name), "seed \(seed): \(String(decoding: line, as: UTF8.self))")
            }
        }
        #expect(passed > 1000, "seed \(seed)")
    }

    @Test("Lines wait in their order, leave in portions, and are refused beyond the limit")
    func outgoing() {
        var lines = OutgoingLines()
        #expect(lines.isEmpty && lines.takePortion().isEmpty)
        var sent: [[UInt8]] = []
        var taken: [[UInt8]] = []
        var chance = SplitMix64(seed: 7)
        for number in 0..<5000 {
            let line = Array("\(number)".utf8) + Array(repeating: 0x20, count: Int.random(in: 0...400, using: &chance))
            let isThere = lines.append(line)
            #expect(isThere)
            sent.append(line)
            guard number % 9 == 0 else { continue }
            let portion = lines.takePortion()
            #expect(!portion.isEmpty && portion.reduce(0) { $0 + $1.count } <= OutgoingLines.portion)
            taken += portion
        }
        while !lines.isEmpty { taken += lines.takePortion() }
        #expect(taken == sent)
        let half = Array(repeating: UInt8(0x20), count: OutgoingLines.limit / 2)
        #expect([half, half, [0x20]].map { lines.append($0) } == [true, true, false])
        #expect(lines.takePortion().count == 1)
        let fits = lines.append([0x20])
        #expect(fits)
    }

    @Test("Beyond sixty-four connections the oldest makes room; a WebSocket keeps its place; a seventeenth gets none")
    func places() {
        var places = ConnectionPlaces()
        let first = (0..<ConnectionPlaces.mostConnections).map { _ in places.arrive() }
        #expect(first.allSatisfy { $0.leaving == nil })
        let upgraded = first.prefix(ConnectionPlaces.mostWebSockets + 1).map { places.becomeWebSocket($0.connection) }
        #expect(upgraded == Array(repeating: true, count: ConnectionPlaces.mostWebSockets) + [false])
        let filling = (0..<ConnectionPlaces.mostWebSockets).map { _ in places.arrive().leaving }
        #expect(filling.allSatisfy { $0 == nil })
        let leaving = (0..<1000).map { _ in places.arrive().leaving }
        #expect(leaving.allSatisfy { $0 != nil })
        #expect(leaving.first == first[ConnectionPlaces.mostWebSockets].connection)
        #expect(Set(leaving.compactMap(\.self)).isDisjoint(with: first.prefix(16).map(\.connection)))
        places.leave(first[0].connection)
        let last = [places.arrive().connection, places.arrive().connection].map { places.becomeWebSocket($0) }
        #expect(last == [true, false])
    }

    @Test("A message may come in pieces, but not for ever; answers to pings do not count as pieces")
    func budget() {
        var budget = IncomingBudget(at: 500)
        #expect(!budget.isExceeded(at: 500 + IncomingBudget.limit) && budget.isExceeded(at: 501 + IncomingBudget.limit))
        budget.noteMessage(at: 100_000)
        #expect(!budget.isExceeded(at: 100_000 + IncomingBudget.limit))
        // Three days of answers to pings, without a message.
        var count: Int64 = 100_000
        for number in 0..<13_000 as Range<Int64> {
            count += 14
            budget.notePong(at: number * 20_000_000_000)
            #expect(!budget.isExceeded(at: count))
        }
        // Answers that nobody has asked for, between fragments.
        var flooded = IncomingBudget(at: 0)
        for number in 0..<100_000 as Range<Int64> { flooded.notePong(at: number) }
        #expect(flooded.isExceeded(at: 2 * IncomingBudget.limit))
    }

    @Test("Messages may come one after another, but not without end in one turn of the loop")
    func turns() {
        var budget = IncomingBudget(at: 0)
        var count: Int64 = 0
        for _ in 0..<100 {
            count += IncomingBudget.limit
            budget.noteMessage(at: count)
            #expect(!budget.isExceeded(at: count))
            budget.beginTurn(at: count)
        }
        let start = count
        while count - start < IncomingBudget.turnLimit {
            #expect(!budget.isExceeded(at: count))
            count += 1024
            budget.noteMessage(at: count)
        }
        #expect(budget.isExceeded(at: count + 1))
    }

    @Test("Messages may come at once as many as the limit says, and then as many in each second, however long")
    func rate() {
        var rate = MessageRate()
        let atOnce = (0...MessageRate.most).map { _ in rate.admits(at: 7) }
        #expect(atOnce == Array(repeating: true, count: Int(MessageRate.most)) + [false])
        // Those that were refused count for nothing.
        let second: Int64 = 1_000_000_000
        let next = (0...MessageRate.perSecond).map { _ in rate.admits(at: 7 + second) }
        #expect(next == Array(repeating: true, count: Int(MessageRate.perSecond)) + [false])
        let later = (0...MessageRate.most).map { _ in rate.admits(at: 1000 * second) }
        #expect(later == Array(repeating: true, count: Int(MessageRate.most)) + [false])
        // Five hours of a page that measures 60 frames a second.
        var page = MessageRate()
        let frames = (0..<1_000_000 as Range<Int64>).count { !page.admits(at: $0 * second / 60) }
        #expect(frames == 0)
    }

    @Test("A log gets each sentence once a minute, and not more than twenty")
    func complaints() {
        var limit = ComplaintLimit()
        let said = [("a", 0), ("a", 1), ("b", 2)].map { limit.admits($0.0, at: $0.1) }
        #expect(said == [true, false, true])
        let more = (0..<1000).count { limit.admits("\($0)", at: 3) }
        #expect(more == ComplaintLimit.most - 2)
        let again = limit.admits("a", at: ComplaintLimit.period)
        #expect(again)
    }

    @Test("The reason of each close fits its frame")
    func reasons() {
        let all: [CloseReason] = [
            .ending, .noText, .noDaemon, .daemonGone, .daemonBusy, .noTapFocus, .full, .noDescriptors,
        ]
        for reason in all { #expect(1...123 ~= reason.words.utf8.count && 1000...4999 ~= reason.code) }
        #expect(all.allSatisfy { $0.frame.count == 4 + $0.words.utf8.count && Int($0.frame[1]) == $0.frame.count - 2 })
        #expect(Array(CloseReason.full.frame.prefix(4)) == [0x88, UInt8(CloseReason.full.frame.count - 2), 0x03, 0xf5])
        #expect(all.filter { $0.code == 1013 } == Array(all.dropFirst(2)))
    }
}
