import Foundation
import Testing

extension OnARealKernel {
    /// A sensor that another program uses.
    @Suite(.enabled(if: !Guest.hasRegion, "one kernel is enough: buffers are the same on both"))
    struct SharedSensor {
        @Test(
            "Beside iio-sensor-proxy a tap is held and motion unlocks; its buffer stays on, and its client still sees a tilt"
        )
        func sensorProxy() throws {
            let kiosk = try VirtualKiosk(Stage.Camera.itself.options)
            defer { kiosk.quit() }
            let id = try kiosk.tell("await motion").dropFirst("/dev/".count)
            let proxy = try SensorProxy()
            defer { proxy.quit() }
            try #require(try buffer(id) == "1")
            let probe = try ChildProcess.run([Guest.program("tapfocus"), "probe"])
            try #require(probe.output.contains("polled: another program has its buffer"))

            try Stage.set("sensor-proxy", on: kiosk) { stage in
                let run = stage.run.mark
                try stage.tap(320, 400)
                try stage.state("unlockableLocked", since: run)
                try stage.kiosk.tell("shake 1s 4")
                let continuous = try stage.state("continuousAuto", since: run)
                try #require(continuous.text("rule") == "moved-unlocks")
                try #require(try stage.run.ask("status").output.contains("accel_3d"))
                try #require(try buffer(id) == "1")

                let mark = proxy.mark
                try stage.kiosk.tell("tilt 1 0 0")
                try proxy.told("orientation changed", since: mark)
            }
            try #require(try buffer(id) == "1")
        }

        @Test(
            "A stream that another program switches off goes on; one that it takes over is left to it, and the sensor polled"
        )
        func takenStream() throws {
            try Stage.set("sensor-taken") { stage in
                let id = try stage.kiosk.tell("await motion").dropFirst("/dev/".count)
                let folder = "/sys/bus/iio/devices/\(id)/buffer"
                var run = stage.run.mark
                try stage.tap(320, 400)
                try stage.state("unlockableLocked", since: run)
                try #require(try buffer(id) == "1")
                try Shell.run("echo 0 > \(folder)/enable")
                try Shell.run("for n in $(seq 100); do grep -q 1 \(folder)/enable && exit; sleep 0.1; done; exit 1")

                try Shell.run("cd \(folder) && echo 0 > enable && echo 128 > length && echo 1 > enable")
                // The stream is checked every 2 s; then the sensor's node is released, and the sensor polled.
                let descriptors = "/proc/\(stage.run.process.identifier)/fd"
                try Shell.run(
                    "for n in $(seq 100); do ls -l \(descriptors) | grep -q '/dev/\(id)$' || exit 0; sleep 0.1; done; exit 1"
                )
                run = stage.run.mark
                try stage.kiosk.tell("shake 2s 4")
                try #require(try stage.state("continuousAuto", since: run).text("rule") == "moved-unlocks")
                try stage.quiet(for: 0.3)
                try #require(try buffer(id) == "1")
                try stage.end()
                try #require(try buffer(id) == "1")
            }
        }

        private func buffer(_ id: Substring) throws -> String {
            let path = "/sys/bus/iio/devices/\(id)/buffer/enable"
            return try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
