import FocusCore
import Foundation
import JSONLines
import SimulatedDevices
import Testing

@testable import TraceLines

@Suite struct InputJSONTests {
    private func written(_ event: Input.Event) -> [UInt8] {
        var line = JSONLine()
        event.write(to: &line)
        return line.bytes
    }

    private func read(_ bytes: [UInt8]) throws -> Input.Event {
        try bytes.withUnsafeBytes { whole in
            var scanner = JSONScanner(whole)
            let event = try Input.Event(from: &scanner)
            try scanner.end()
            return event
        }
    }

    @Test("An input of any kind, with any values, reads back unchanged, to the bit", arguments: 0..<RandomInputs.kinds)
    func roundTrip(kind: Int) throws {
        var random = RandomInputs(seed: UInt64(kind) + 1)
        for _ in 0..<300 {
            let event = random.event(kind: kind)
            let bytes = written(event)
            // Bytes are compared, because NaN does not equal itself. A NaN's payload is not kept.
            #expect(written(try read(bytes)) == bytes)
            let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
            #expect(isJSON, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(
        "Frames say the version of their measure; where nothing is said it is 1, as in files from before there were two"
    )
    func measure() throws {
        let began = FramesBegan(request: 3, width: 640, height: 480)
        let text = String(decoding: written(.frames(.began(began))), as: UTF8.self)
        #expect(text == #"{"framesBegan":{"request":3,"size":[640,480],"interval":0}}"#)
        #expect(try read(Array(text.utf8)) == .frames(.began(began)) && began.measure == 1)
        let second = FramesBegan(request: 3, width: 640, height: 480, measure: 2)
        let other = String(decoding: written(.frames(.began(second))), as: UTF8.self)
        #expect(other == #"{"framesBegan":{"request":3,"size":[640,480],"interval":0,"measure":2}}"#)
    }

    @Test("An acceleration keeps every bit of every number")
    func bits() throws {
        var random = RandomInputs(seed: 4)
        for _ in 0..<20_000 {
            let sample = Acceleration(x: random.double(), y: random.double(), z: random.double())
            guard case .acceleration(let back) = try read(written(.acceleration(sample))) else {
                Issue.record("no acceleration came back")
                return
            }
            for (left, right) in [(sample.x, back.x), (sample.y, back.y), (sample.z, back.z)] where !left.isNaN {
                #expect(left.bitPattern == right.bitPattern, "\(left) came back as \(right)")
            }
            #expect(sample.x.isNaN == back.x.isNaN)
        }
    }

    @Test(
        "Spaces, other keys and another order of keys make no difference",
        arguments: [
            (#" { "touch" : { "palm" : true , "y" : -4 , "new" : [ { } , "a\"}" , null ] , "x" : 3 , "phase" : "up" } } "#),
            (#"{"later":{"a":[1,2,{"b":1e9}]},"touch":{"phase":"up","x":3,"y":-4,"palm":true,"slot":0}}"#),
            ("\t{\"touch\":\t{\"x\":3,\"major\":0,\"y\":-4,\"palm\":true,\"phase\":\"up\"}}\r"),
        ])
    func tolerance(text: String) throws {
        let wanted = TouchContact(slot: 0, phase: .up, x: 3, y: -4, isPalm: true)
        #expect(try read(Array(text.utf8)) == .touch(wanted))
    }

    @Test(
        "JSON that is no input is a fault",
        arguments: [
            "", "{", "{}", "[]", "null", "{\"dance\":{}}", "{\"touch\":{}}", "{\"touch\":{\"phase\":\"flying\"}}",
            "{\"touch\":{\"phase\":\"up\",\"x\":2147483648}}", "{\"touch\":{\"phase\":\"up\",\"x\":1.5}}",
            "{\"acceleration\":[1,2]}", "{\"acceleration\":[1,2,3,4]}", "{\"acceleration\":[1,2,\"three\"]}",
            "{\"acceleration\":[1,2,-inf]}", "{\"acceleration\":[1,2,-nan]}", "{\"acceleration\":[1,2,-]}",
            "{\"acceleration\":[1,2,0x10]}", "{\"acceleration\":[1,2,-0x10]}", "{\"acceleration\":[1,2,1e]}",
            "{\"acceleration\":[1,2,1.]}", "{\"acceleration\":[1,2,.5]}",
            "{\"timer\":{\"id\":\"lunch\"}}", "{\"timer\":{\"id\":\"forceLock\",\"generation\":-1}}",
            "{\"timer\":{\"id\":\"forceLock\",\"generation\":4294967296}}", "{\"viewTapped\":[1]}",
            "{\"tapsSent\":{}}", "{\"tapsSent\":1}", "{\"viewPlaced\":[]}", "{\"viewPlaced\":{\"rotation\":45}}",
            "{\"viewPlaced\":{\"screen\":[1]}}",
            "{\"viewPlaced\":{\"videoGravity\":\"cover\"}}", "{\"temporaryCompensation\":\"much\"}",
            "{\"cameraAnswered\":{\"values\":[1,2,3,4,5]}}", "{\"start\":{}} x", "{\"start\":{}}{", "{\"start\":{},}",
            "{\"start\":" + String(repeating: "[", count: 100_000),
        ])
    func faults(text: String) {
        #expect(throws: JSONFault.self) { try read(Array(text.utf8)) }
    }

    @Test("A line that is cut or changed anywhere is an input or a fault, and never a crash")
    func fuzz() {
        var random = RandomInputs(seed: 9)
        var accepted = 0
        var refused = 0
        func tryOut(_ bytes: [UInt8]) {
            if (try? read(bytes)) != nil { accepted += 1 } else { refused += 1 }
        }
        for kind in 0..<RandomInputs.kinds {
            let bytes = written(random.event(kind: kind))
            for length in 0..<bytes.count { tryOut(Array(bytes[..<length])) }
            for _ in 0..<1500 {
                var mutant = bytes
                for _ in 0...random.below(3) {
                    let place = random.below(mutant.count)
                    switch random.below(4) {
                    case 0: mutant[place] = UInt8(truncatingIfNeeded: random.generator.next())
                    case 1: mutant.remove(at: place)
                    case 2: mutant.insert(Array("{}[]\",:\\-.e0195\0n".utf8)[random.below(17)], at: place)
                    default: mutant.insert(contentsOf: mutant[place...], at: random.below(mutant.count))
                    }
                    if mutant.isEmpty { break }
                }
                tryOut(mutant)
            }
        }
        #expect(accepted > 100 && refused > 10_000)
    }
}
