import FocusCore
import LinuxDevices

/// The timers of a session.
extension Session {
    enum Timer: Hashable, Sendable {
        case engine(TimerID)
        /// Reads an accelerometer that cannot stream, or checks its stream.
        case motionPoll
        /// Switches on an accelerometer that refused before.
        case motionWake
        /// Restores the rate of an accelerometer that refused before.
        case motionRate
        /// Checks whether the program that holds the stream still gives frames.
        case holderSilence
        /// Searches for a device of this kind again.
        case search(DeviceNews.Kind)
        /// Tries to write a paused trace again.
        case trace
        /// Ends the wait for a camera that does not take its originals back.
        case stopDeadline
        /// Writes the numbers for Prometheus.
        case metrics
        /// Tells the service manager's watchdog that everything goes on.
        case watchdog
    }

    func expire(at time: Instant = MonotonicClock.now()) {
        report { () throws(DeviceError) in
            try timers.readExpired(now: time) { timer, generation in
                switch timer {
                case .engine(let id): feed(.timer(id, generation: generation))
                case .motionPoll: devices.accelerometer.poll()
                case .motionWake: devices.accelerometer.wakeAgain()
                case .motionRate: devices.accelerometer.restoreRate()
                case .holderSilence: frames.checkSilence(at: time)
                case .search(let kind): search(kind)
                case .trace: if !isStopping { trace.retry() }
                case .stopDeadline: giveUp()
                case .metrics: audience.metrics?.write(at: time)
                case .watchdog: feedWatchdog(at: time)
                }
            }
        }
    }

    /// Arms a timer, or disarms it if there is no deadline.
    func set(_ timer: Timer, _ deadline: Instant?, generation: UInt32 = 0) {
        report { () throws(DeviceError) in
            guard let deadline else { return try timers.disarm(timer) }
            try timers.arm(timer, deadline: deadline, generation: generation)
        }
    }

    private func report(_ body: () throws(DeviceError) -> Void) {
        do throws(DeviceError) {
            try body()
        } catch {
            audience.say(.error(error.description))
        }
    }
}
