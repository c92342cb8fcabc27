import Foundation
import Glibc
import Testing

/// Debian's iio-sensor-proxy, which reports a device's orientation to desktops, with a client of it. It keeps the
/// accelerometer's buffer on while it runs.
final class SensorProxy {
    private let bus: ChildProcess
    private let proxy: ChildProcess
    private let client: ChildProcess

    /// Starts the bus, the proxy and its client, and waits until the client has received an orientation.
    init() throws {
        try Shell.run("mkdir -p /run/dbus")
        bus = try ChildProcess(["/usr/bin/dbus-daemon", "--system", "--nofork", "--nopidfile", "--print-address"])
        let deadline = Date(timeIntervalSinceNow: Stage.patience)
        guard bus.output.wait(from: 0, until: deadline, for: \.first) != nil else {
            throw HarnessError("no bus: \(bus.errors.text)")
        }
        // Without a terminal, each of them buffers its output.
        proxy = try ChildProcess(["/usr/sbin/iio-sensor-proxy", "--verbose"])
        client = try ChildProcess(["/usr/bin/stdbuf", "-oL", "/usr/bin/monitor-sensor"])
        try told("orientation")
    }

    /// The present number of the client's lines; later lines are new.
    var mark: Int { client.output.count }

    /// Waits until the client has printed this text.
    func told(_ text: String, since mark: Int = 0) throws {
        let deadline = Date(timeIntervalSinceNow: Stage.patience)
        let line = client.output.wait(from: mark, until: deadline) { lines in lines.first { $0.contains(text) } }
        guard line != nil else {
            throw HarnessError(
                "the proxy's client has not been told \"\(text)\": \(client.output.text) \(client.errors.text)\n"
                    + "\(proxy.output.text) \(proxy.errors.text)")
        }
    }

    func quit() {
        for process in [client, proxy, bus] {
            process.kill(SIGTERM)
            _ = try? process.waitForEnd(within: 5)
        }
    }
}
