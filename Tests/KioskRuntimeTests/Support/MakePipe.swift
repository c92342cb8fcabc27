import Glibc

/// A pipe that children of other tests do not inherit: they would keep it open after this test has closed it.
func makePipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    // Right after pipe, because pipe2 is not imported from this C library.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}
