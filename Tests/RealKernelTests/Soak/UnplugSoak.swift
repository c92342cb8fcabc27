import Foundation
import Testing

extension Soaking {
    @Suite struct Unplug {
        private static let cycles = 200
        private static let warmUp = 30
        private static let devices = [("camera", "camera"), ("touch", "touchscreen"), ("motion", "accelerometer")]
        /// In KiB. Memory may be fragmented, and a line of output kept; but a leak of a kilobyte a cycle exceeds this.
        private static let growthLimit = 200

        @Test("After 200 unplug cycles nothing has leaked, and a tap works")
        func cycles() throws {
            let deadline = SoakOrder.deadline()
            try Stage.set("unplug-cycles") { stage in
                // Not counted: allocations that are made once and kept, such as threads' stacks, caches and buffers of
                // each size.
                for index in 0..<Self.warmUp { try replug(index, stage) }
                try rest(stage)
                let (descriptors, memory) = (try descriptors(of: stage), try memory(of: stage))
                var count = 0
                while count < Self.cycles, Clock.now < deadline {
                    try replug(count, stage)
                    count += 1
                    if count % 10 == 0 { print("unplug: \(count) cycles, \(try self.memory(of: stage)) KiB") }
                }
                #expect(count == Self.cycles, "the time was too short for all cycles: give it more (--time)")
                try rest(stage)
                #expect(try self.descriptors(of: stage) == descriptors, "descriptors after \(count) cycles")
                let growth = try self.memory(of: stage) - memory
                #expect(growth <= max(Self.growthLimit, count), "KiB of memory more after \(count) cycles")
                let run = stage.run.mark
                try stage.tap(320, 400)
                try stage.said("settled", since: run)
                print("unplug: \(count) cycles, \(growth) KiB more than before")
            }
        }

        /// Every fourth time something is held.
        private func replug(_ index: Int, _ stage: Stage) throws {
            let (device, name) = Self.devices[index % Self.devices.count]
            if index % 4 == 3 {
                let run = stage.run.mark
                try stage.tap(320, 400)
                try stage.state("autoAndForceLocked", since: run)
            }
            let run = stage.run.mark
            try stage.kiosk.tell("unplug \(device)")
            try stage.said("device", since: run) { $0.text("device") == name && $0.text("change") == "left" }
            try stage.kiosk.tell("plug \(device)")
            try stage.said("device", since: run) { $0.text("device") == name && $0.text("change") == "arrived" }
        }

        /// Waits until nothing is held and no stream is open, whose buffers would count.
        private func rest(_ stage: Stage) throws {
            try #require(try stage.run.ask("show-view").status == 0)
            try stage.quiet(for: 0.5)
        }

        private func descriptors(of stage: Stage) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(stage.run.process.identifier)/fd").count
        }

        /// The memory in use, in KiB.
        private func memory(of stage: Stage) throws -> Int {
            let path = "/proc/\(stage.run.process.identifier)/status"
            for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
                if line.hasPrefix("RssAnon:") { return line.split(separator: " ").compactMap { Int($0) }.first ?? 0 }
            }
            throw HarnessError("\(path) has no RssAnon")
        }
    }
}
