import FocusCore
import JSONLines
import Testing

@testable import TraceLines

/// A record that nothing of the program knows: how it is read and written comes from the lines of its description.
private struct Lamp: LineRecord, Equatable {
    var id: UInt32 = 0
    var brightness: Double?
    var colour: Double?
    var step: Int64 = 1
    var timers: [UInt8] = []
    var width: Int32 = 0
    var height: Int32 = 0

    static var blank: Lamp { Lamp() }

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("id", &id, "a lamp's id")
        fields.field("brightness", &brightness)
        fields.nullable("colour", &colour)
        fields.field("step", &step, unless: 1)
        fields.field("timers", &timers)
        fields.field("size", &width, &height)
    }
}

@Suite struct LineRecordTests {
    private func written(_ lamp: Lamp) -> String {
        var line = JSONLine()
        lamp.write(to: &line)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    private func read(_ text: String) throws -> Lamp {
        try Array(text.utf8).withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            let lamp = try Lamp(from: &scanner)
            try scanner.end()
            return lamp
        }
    }

    private let full = Lamp(id: 7, brightness: 0.5, colour: 2, step: 3, timers: [1, 2], width: 640, height: 480)

    @Test("A record is written in the order of its description; what has no value, or its usual one, is left out")
    func writing() {
        #expect(
            written(full)
                == #"{"id":7,"brightness":0.5,"colour":2.0,"step":3,"timers":[1,2],"size":[640,480]}"#)
        #expect(written(Lamp(id: 7)) == #"{"id":7,"colour":null,"timers":[],"size":[0,0]}"#)
    }

    @Test(
        "A record is read from fields in any order, among others that it does not know",
        arguments: [
            #"{"id":7,"brightness":0.5,"colour":2,"step":3,"timers":[1,2],"size":[640,480]}"#,
            #"{"size":[640,480],"timers":[1,2],"step":3,"colour":2,"brightness":0.5,"id":7}"#,
            #"{"new":{"a":[1]},"size":[640,480],"timers":[1,2],"newer":null,"step":3,"id":7,"colour":2,"brightness":0.5,"x":1}"#,
            #"{"id":8,"id":7,"step":9,"brightness":0.5,"colour":2,"step":3,"timers":[1,2],"size":[640,480]}"#,
        ])
    func reading(text: String) throws {
        #expect(try read(text) == full)
    }

    @Test("Fields that are missing keep the value of the blank record")
    func missing() throws {
        #expect(try read(#"{"id":7}"#) == Lamp(id: 7))
        #expect(try read(#"{"colour":null,"brightness":null,"id":7}"#) == Lamp(id: 7))
    }

    @Test(
        "A line that lacks what has to be there, or has another type there, is a fault",
        arguments: [
            ("{}", "a lamp's id"), (#"{"step":1,"x":2}"#, "a lamp's id"), (#"{"id":"7"}"#, "an integer"),
            (#"{"id":7,"size":[1]}"#, "2 integers"), (#"{"id":7,"size":[1,2,3]}"#, "2 integers"),
            (#"{"id":7,"timers":[256]}"#, "an integer of 8 bits"), (#"{"id":7"#, "a comma or the end of the object"),
            (#"{"id":7,}"#, "a string"), ("[7]", "an object"), (#"{"id":7,"x":}"#, "a number"),
        ])
    func faults(text: String, expected: String) {
        let fault = #expect(throws: JSONFault.self) { try read(text) }
        #expect(fault?.expected == expected, "\(text)")
    }
}
