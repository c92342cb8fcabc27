import Glibc
import Testing

@testable import LinuxDevices

/// Signals from one thread to another. A lost signal would never be repeated.
struct WakeupTests {
    private static func isReadable(_ descriptor: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) == 1
    }

    @Test("A signal comes through, and is cleared, although the call fails a few times", arguments: someErrnos)
    func failingOnce(errno: Int32) throws {
        guard errno != EAGAIN else { return }
        for call in ["write", "read"] {
            let wakeup = try Wakeup()
            Interposition.with(FaultyKernel(fault: .init(call: call, occurrence: 1, errno: errno))) {
                wakeup.signal()
                #expect(Self.isReadable(wakeup.fileDescriptor), "\(call)")
                wakeup.clear()
                #expect(!Self.isReadable(wakeup.fileDescriptor), "\(call)")
            }
        }
    }

    @Test("A call that always fails is given up, and no thread hangs in it", arguments: ["write", "read"])
    func failingAlways(call: String) throws {
        let wakeup = try Wakeup()
        let kernel = FaultyKernel(fault: .init(call: call, occurrence: 1, errno: EIO, stays: true))
        Interposition.with(kernel) {
            wakeup.signal()
            wakeup.clear()
        }
        #expect((2...100).contains(kernel.count(of: call)))
    }

    @Test("A full counter, and one that is empty, are no failures: the call is made once")
    func tryAgain() throws {
        for call in ["write", "read"] {
            let wakeup = try Wakeup()
            let kernel = FaultyKernel(fault: .init(call: call, occurrence: 1, errno: EAGAIN, stays: true))
            Interposition.with(kernel) {
                wakeup.signal()
                wakeup.clear()
            }
            #expect(kernel.count(of: call) == 1)
        }
    }

    @Test("An element that is put into a queue is signalled, even if the signalling call fails once")
    func queue() throws {
        let queue = try PollableQueue<Int>()
        Interposition.with(FaultyKernel(fault: .init(call: "write", occurrence: 1, errno: ENOMEM))) {
            queue.put(7)
            #expect(Self.isReadable(queue.fileDescriptor))
        }
    }
}
