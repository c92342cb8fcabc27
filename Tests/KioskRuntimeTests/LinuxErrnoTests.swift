import LinuxDevices
import Testing

@testable import KioskLines

struct LinuxErrnoTests {
    @Test("The names of errors are those of this machine's C library, for every number")
    func names() {
        for errno in 1...200 as ClosedRange<Int32> { #expect(LinuxErrno.name(errno) == SystemError(errno).name) }
        #expect(
            LinuxErrno.name(0) == "ok" && LinuxErrno.name(-1) == "errno -1"
                && LinuxErrno.name(.min) == "errno \(Int32.min)")
    }
}
