import Glibc

@testable import LinuxDevices

/// A pseudo-terminal, made with what posix_openpt and the like ask of the kernel.
final class Terminal {
    let path: String
    /// The side of the terminal from which the test reads the programs' output.
    private(set) var master: Int32

    init() throws {
        let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
        let getNumber: UInt = 0x8004_5430  // TIOCGPTN
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var lock: Int32 = 0
        var number: Int32 = 0
        try Kernel.ioctl(master, setLock, &lock)
        try Kernel.ioctl(master, getNumber, &number)
        path = "/dev/pts/\(number)"
    }

    deinit { hangUp() }

    func hangUp() {
        if master >= 0 { close(master) }
        master = -1
    }
}
