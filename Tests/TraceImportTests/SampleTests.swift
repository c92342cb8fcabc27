import FocusCore
import Testing

@testable import TraceImport

@Suite struct SampleTests {
    private func samples(_ text: String, unit: SampleTimeUnit? = nil) throws -> [Input] {
        try withFile(text) { path in
            var reader = try SampleReader(path: path, unit: unit)
            return try reader.all()
        }
    }

    private func sample(_ nanoseconds: Int64, _ x: Double, _ y: Double, _ z: Double) -> Input {
        Input(.acceleration(Acceleration(x: x, y: y, z: z)), at: Instant(nanoseconds: nanoseconds))
    }

    @Test(
        "The same samples are read from tables of many kinds",
        arguments: [
            "0,1,2,9.5\n0.02,1.5,2,9.25\n", "t,x,y,z\n100,1,2,9.5\n100.02,1.5,2,9.25\n",
            "\u{feff}time_ns;ax;ay;az\r\n5;1;2;9.5\r\n20000005;1.5;2;9.25\r\n",
            "\"Time (us)\"\t\"Acceleration z (m/s^2)\"\t\"Acceleration y (m/s^2)\"\t\"Acceleration x (m/s^2)\"\n"
                + "7\t9.5\t2\t1\n\n20007\t9.25\t2\t1.5",
            "n,kind,timestamp [ms],accel_x,accel_y,accel_z\n1,touch,0,5,5,\n2,acceleration,-3,1,2,9.5\n"
                + "3,frame,,,,\n4,acceleration,17,1.5,2,9.25\n",
            "time,\"a \"\"quoted\"\", name\",x,y,z\n1e0,\",\",1,2,9.5\n1.02e0,\"\",1.5,2,9.25\n",
        ])
    func tables(_ text: String) throws {
        #expect(try samples(text) == [sample(0, 1, 2, 9.5), sample(20_000_000, 1.5, 2, 9.25)])
    }

    @Test("The unit that a person names counts more than the header's")
    func unit() throws {
        let table = "time (s),x,y,z\n0,0,0,0\n20000,0,0,0\n"
        #expect(try samples(table, unit: .microseconds).last == sample(20_000_000, 0, 0, 0))
    }

    @Test("Times in decimal notation are exact to the nanosecond, however large; others are rounded")
    func times() {
        #expect(SampleTime.read("1700000000.123456789", .seconds) == Instant(nanoseconds: 1_700_000_000_123_456_789))
        #expect(SampleTime.read("-0.000000001", .seconds) == Instant(nanoseconds: -1))
        #expect(SampleTime.read("12.3450", .microseconds) == Instant(nanoseconds: 12_345))
        #expect(SampleTime.read("1.0000000004", .seconds) == Instant(nanoseconds: 1_000_000_000))
        #expect(SampleTime.read("2.5e-3", .milliseconds) == Instant(nanoseconds: 2500))
        for text in ["", ".", "x", "nan", "inf", "1e300", "99999999999999999999", "1.2.3", "--1"] {
            #expect(SampleTime.read(Substring(text), .seconds) == nil, "\(text)")
        }
    }

    /// Where the table does not say its unit.
    private static let unitHint = "; name another unit of the times by --motion-unit ns, us or ms."

    @Test(
        "A table that is none, or has a damaged row, is told with its line",
        arguments: [
            ("", "FILE: the table of samples is empty. Give it rows of time, x, y and z."),
            (
                "a,b,c,d\n",
                "FILE, line 1: expected a row of four numbers, or a header that names the columns time, x, y and z."
            ),
            ("0,1,2,3\n1,2,3\n", "FILE, line 2: expected a time in s, and x, y and z in m/s²\(unitHint)"),
            ("0,1,2,3\n\n1,2,x,3\n", "FILE, line 3: expected a time in s, and x, y and z in m/s²\(unitHint)"),
            ("time_s,x,y,z\n0,1,2\n", "FILE, line 2: expected a time in s, and x, y and z in m/s²."),
            ("time,x,y,z\n0,1,2,\"3\n", "FILE, line 2: expected a quote at the end of each quoted field."),
            ("1,1,2,3\n0,1,2,3\n", "FILE, line 2: expected a time that is not before the one above."),
            (
                "0,1,2,3\n700000,1,2,3\n",
                "FILE, line 2: expected a time within 7 days of the recording's first\(unitHint)"
            ),
        ])
    func damage(_ text: String, _ expected: String) throws {
        try withFile(text) { path in
            let words = #expect(throws: RecordingError.self) {
                var reader = try SampleReader(path: path)
                _ = try reader.all()
            }?.description
            #expect(words?.replacing(path, with: "FILE") == expected)
        }
    }
}
