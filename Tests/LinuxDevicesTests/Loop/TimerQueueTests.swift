import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("Many timers, one descriptor")
struct TimerQueueTests {
    @Test("Timers expire by their deadline, and equal ones in the order of arming")
    func order() throws {
        let timers = try TimerQueue<TimerID>()
        try timers.arm(.forceLock, deadline: at(30), generation: 3)
        try timers.arm(.settlePoll, deadline: at(10), generation: 1)
        try timers.arm(.focusDeadline, deadline: at(30), generation: 4)
        try timers.arm(.exposureDeadline, deadline: at(20), generation: 2)
        #expect(try expired(timers, at(30)) == [1, 2, 3, 4])
        #expect(!timers.isArmed)
    }

    @Test("Only timers that are due expire")
    func due() throws {
        let timers = try TimerQueue<TimerID>()
        try timers.arm(.forceLock, deadline: at(30), generation: 1)
        try timers.arm(.settlePoll, deadline: at(10), generation: 2)
        #expect(try expired(timers, at(9)) == [])
        #expect(try expired(timers, at(10)) == [2])
        #expect(try expired(timers, at(29)) == [])
        #expect(try expired(timers, at(31)) == [1])
    }

    @Test("A timer that is armed again has its new generation and deadline only")
    func again() throws {
        let timers = try TimerQueue<TimerID>()
        try timers.arm(.forceLock, deadline: at(10), generation: 1)
        try timers.arm(.forceLock, deadline: at(20), generation: 2)
        #expect(try expired(timers, at(15)) == [])
        #expect(try expired(timers, at(20)) == [2])
    }

    @Test("A handler's own changes count at once")
    func withinHandler() throws {
        let timers = try TimerQueue<TimerID>()
        try timers.arm(.forceLock, deadline: at(10), generation: 1)
        try timers.arm(.settlePoll, deadline: at(11), generation: 2)
        try timers.arm(.focusDeadline, deadline: at(12), generation: 3)
        var generations: [UInt32] = []
        try timers.readExpired(now: at(20)) { id, generation in
            generations.append(generation)
            guard id == .forceLock else { return }
            try? timers.disarm(.settlePoll)
            try? timers.arm(.focusDeadline, deadline: at(13), generation: 9)
        }
        #expect(generations == [1])
        #expect(try expired(timers, at(20)) == [9])
    }

    @Test("A deadline in the past makes the descriptor readable at once; nothing armed never does")
    func past() throws {
        let loop = try EventLoop()
        let timers = try TimerQueue<TimerID>()
        var generations: [UInt32] = []
        try loop.add(timers.fileDescriptor, .readable) { _ in
            try? timers.readExpired { generations.append($1) }
        }
        #expect(try loop.runOnce(timeout: 0) == 0)
        for nanoseconds in [Int64.min, -1, 0, 1] {
            try timers.arm(.forceLock, deadline: Instant(nanoseconds: nanoseconds), generation: 5)
            #expect(try loop.runOnce(timeout: 1000) == 1)
        }
        #expect(generations == [5, 5, 5, 5])
        #expect(try loop.runOnce(timeout: 0) == 0)
        try timers.arm(.forceLock, deadline: Instant(nanoseconds: 1), generation: 6)
        try timers.disarm(.forceLock)
        #expect(try loop.runOnce(timeout: 0) == 0)
        try timers.arm(.forceLock, deadline: Instant(nanoseconds: .max), generation: 7)
        #expect(try loop.runOnce(timeout: 0) == 0)
    }

    @Test("A later timer does not set the descriptor again")
    func quiet() throws {
        let kernel = FaultyKernel()
        try Interposition.with(kernel) {
            let timers = try TimerQueue<Int>()
            try timers.arm(1, deadline: at(10), generation: 1)
            try timers.arm(2, deadline: at(20), generation: 1)
            try timers.disarm(2)
            try timers.disarm(2)
            #expect(kernel.count(of: "timerfd_settime") == 1)
        }
    }

    @Test("Signals are read instead of ending the program")
    func signals() throws {
        let source = try SignalSource([SIGHUP])
        raise(SIGHUP)
        var signals: [Int32] = []
        source.readSignals { signals.append($0.number) }
        #expect(signals == [SIGHUP])
    }

    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    private func expired(_ timers: TimerQueue<TimerID>, _ now: Instant) throws -> [UInt32] {
        var generations: [UInt32] = []
        try timers.readExpired(now: now) { generations.append($1) }
        return generations
    }
}
