import Glibc

/// The speed of this machine, for Scripts/rig/evaluate.
enum Pace {
    /// Prints the time of a frame while the scene is watched, that of a wake-up, both in nanoseconds, and the frames due in a second.
    static func tell() throws {
        let frame = try FrameCostBenchmark.watching()
        let event = try wakeup()
        print("pace\t\(frame.cost)\t\(event.nanoseconds)\t\(frame.rate)")
    }

    /// The time of a wake-up with four system calls: write to a pipe, wait for it, ask for the number of bytes, read them.
    private static func wakeup() throws -> Measurement {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure("no pipe: \(String(cString: strerror(errno)))") }
        defer {
            close(ends[0])
            close(ends[1])
        }
        let repetitions = 5000
        var bytes: UInt64 = 0
        var taken = 0
        let cost = Measurement.of(repetitions: repetitions) {
            for _ in 0..<repetitions {
                var waiting: Int32 = 0
                var wait = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
                taken += write(ends[1], &bytes, 8) + Int(poll(&wait, 1, -1))
                taken += Int(ioctl(ends[0], UInt(FIONREAD), &waiting)) + read(ends[0], &bytes, 8)
            }
        }
        guard taken == 10 * repetitions * 17 else {
            throw Failure("the pipe did not pass on what was written")
        }
        return cost
    }
}
