import Testing

@testable import KioskRuntime

@Suite("Text in the notation of printf, and parts of paths")
struct PrintedTextTests {
    @Test("Numbers are written as asked, however long they are")
    func numbers() {
        #expect(String(printf: "%.3f, %+.1f", 0.5, 0.25) == "0.500, +0.2")
        #expect(String(printf: "%02d:%02d", 7, 45) == "07:45")
        #expect(String(printf: "#%02x%02x", UInt8(255), UInt8(8)) == "#ff08")
        #expect(String(printf: "%.4g", 0.0001234) == "0.0001234")
        let long = String(printf: "%.1f", Double.greatestFiniteMagnitude)
        #expect(long.count == 311 && long.hasSuffix(".0"))
    }

    @Test("A path has a folder and a last name")
    func paths() {
        #expect(PathName.folder(of: "/usr/bin/tapfocus") == "/usr/bin" && PathName.folder(of: "/tapfocus") == "/")
        #expect(PathName.folder(of: "tapfocus") == "." && PathName.last(of: "/usr/bin/tapfocus") == "tapfocus")
        #expect(PathName.last(of: "a/b/") == "b" && PathName.last(of: "/") == "/")
    }

    @Test("A file is read whole, and a folder is none")
    func wholeFiles() throws {
        #expect(try !WholeFile.read("/proc/self/status").isEmpty)
        #expect(throws: SystemError(21)) { try WholeFile.read("/") }
        #expect(throws: SystemError(2)) { try WholeFile.read("/no/such") }
    }
}
