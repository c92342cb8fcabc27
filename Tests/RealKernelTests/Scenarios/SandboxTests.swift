import Foundation
import Testing

extension OnARealKernel {
    /// The accelerometer behind what the service of Debian's package may see and do.
    @Suite(.enabled(if: !Guest.hasRegion, "one kernel is enough: sensors are the same on both"))
    struct Sandbox {
        @Test(
            "In the service's sandbox the accelerometer streams every 20 ms; without its exceptions it would be polled",
            arguments: [true, false])
        func interval(hasExceptions: Bool) throws {
            try Stage.set("sandbox-\(hasExceptions ? "open" : "closed")", run: nil) { stage in
                try stage.start(inside: try Self.sandbox(hasExceptions: hasExceptions))
                let run = stage.run.mark
                try stage.tap(320, 400)
                try stage.state("unlockableLocked", since: run)
                // The sensor is awake as long as its motion would unlock.
                usleep(3_000_000)
                let times = try Self.samples(in: stage.run.trace)
                let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
                try #require(gaps.count > 20)
                // Milliseconds: an emulated machine may deliver some of them late.
                let median = gaps[gaps.count / 2] / 1_000_000
                try #require(hasExceptions ? (15...30).contains(median) : median >= 45, "\(median) ms")
            }
        }

        @Test("The package's udev rule lets a user in the group video stream from the sensor, and no other user")
        func rule() throws {
            let rules = "/run/udev/rules.d/60-tapfocus.rules"
            try Shell.run("cp debian/tapfocus.udev \(rules)")
            defer {
                unlink(rules)
                try? Shell.controlUdev("--reload")
            }
            try Shell.controlUdev("--reload")
            let kiosk = try VirtualKiosk(Stage.Camera.itself.options)
            defer { kiosk.quit() }
            let node = try kiosk.tell("await motion")
            let buffer = "/sys/bus/iio/devices/\(node.dropFirst("/dev/".count))/buffer/enable"
            func mayWrite(_ group: String) -> String {
                let user = "setpriv --reuid 65534 --regid \(group) --clear-groups --"
                return "\(user) test -w \(buffer) && \(user) test -w \(node)"
            }
            // The rule's command may still run.
            try Shell.run("for n in $(seq 100); do \(mayWrite("video")) && exit; sleep 0.1; done; exit 1")
            try Shell.run("! { \(mayWrite("nogroup")); }")
        }

        /// Runs a program as systemd does for two lines of the unit: `ProtectKernelTunables=` makes /sys read-only, `ReadWritePaths=`
        /// leaves folders of it out. The program has the process of the command.
        private static func sandbox(hasExceptions: Bool) throws -> [String] {
            let unit = try String(contentsOfFile: "debian/tapfocus.service", encoding: .utf8).split(separator: "\n")
            try #require(unit.contains("ProtectKernelTunables=yes"))
            let key = "ReadWritePaths="
            let exceptions = try #require(unit.first { $0.hasPrefix(key) }).dropFirst(key.count).split(separator: " ")
            // A minus sign says that the folder may be missing.
            let folders = hasExceptions ? exceptions.map { $0.drop { $0 == "-" } } : []
            let mounts = folders.map { "mount --bind \($0) \($0)" } + ["mount -o remount,bind,ro /sys"]
            let script = mounts.joined(separator: " && ") + " && exec \"$@\""
            return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sandbox"]
        }

        /// The times of the sensor's samples, in ns.
        private static func samples(in trace: String) throws -> [Int64] {
            try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").compactMap { line in
                guard line.contains("\"acceleration\":") else { return nil }
                return Record(String(line))?.integer("t")
            }
        }
    }
}
