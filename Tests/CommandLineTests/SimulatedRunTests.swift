import Foundation
import Glibc
import LinuxDevices
import StateTrace
import Testing

@testable import KioskRuntime

/// `tapfocus run --simulated`, as a program that shows a picture sees it.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SimulatedRunTests {
    private typealias Line = [String: Any]

    /// A running program and a connection to it.
    private final class Run {
        let process = Process()
        private let descriptor: Int32
        private var received = Data()
        /// The lens position that the picture shows, and since when.
        private(set) var lenses: [(position: Double, time: UInt64)] = []

        init(_ folder: String, _ options: [String] = [], camera: String = "--simulated") throws {
            process.executableURL = URL(fileURLWithPath: Program.path)
            let files = ["--socket", folder + "/s", "--trace", folder + "/t.jsonl"]
            process.arguments =
                ["run", camera, "--touch", "none", "--motion", "none", "--json"] + files + options
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            var connected: Int32?
            while connected == nil, process.isRunning {
                connected = try? LocalSocket.connect(to: folder + "/s")
                usleep(10_000)
            }
            descriptor = try #require(connected)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            send(#"{"request":"watch"}"#)
        }

        deinit {
            close(descriptor)
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        func send(_ line: String) {
            _ = Array((line + "\n").utf8).withUnsafeBytes { LocalSocket.write(descriptor, $0) }
        }

        /// The lines that have come.
        func lines() throws -> [Line] {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = try #require(buffer.withUnsafeMutableBytes { LocalSocket.read(descriptor, into: $0) })
            received.append(contentsOf: buffer.prefix(count))
            var lines: [Line] = []
            while let feed = received.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(try #require(try JSONSerialization.jsonObject(with: received[..<feed]) as? Line))
                received = Data(received[(feed + 1)...])
            }
            for line in lines where line["name"] as? String == "focus-absolute" && line["result"] as? String == "ok" {
                lenses.append((line["value"] as? Double ?? 0, DispatchTime.now().uptimeNanoseconds))
            }
            return lines
        }

        /// Waits for a line of this event.
        func line(_ event: String, meanwhile: () -> Void = {}) throws -> Line {
            while true {
                if let line = try lines().last(where: { $0["event"] as? String == event }) { return line }
                meanwhile()
                usleep(5_000)
            }
        }

        /// The lens position that a frame shows whose exposure begins at that time.
        func lens(at time: UInt64) -> Double { lenses.last { $0.time <= time }?.position ?? 300 }

        /// Ends it as Ctrl-C does.
        func interrupt() -> Int32 {
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private func replaysTheSame(_ folder: String) throws -> Bool {
        let report = try Replay.run(path: folder + "/t.jsonl")
        return report.fault == nil && report.divergence == nil && report.isEnded
    }

    @Test("Without a holder a tap is followed by the camera's automatics; Ctrl-C puts everything back")
    func alone() throws {
        try withFolder { folder in
            let run = try Run(folder)
            let status = try run.line("status")
            let camera = try #require(status["camera"] as? Line)
            #expect(camera["name"] as? String == "Simulated Camera")
            #expect(camera["path"] as? String == "/dev/video-simulated")
            run.send(#"{"request":"tap","x":0.25,"y":0.5,"in":"picture"}"#)
            let settled = try run.line("settled")
            #expect(settled["focus"] as? String == "converged" && settled["exposure"] as? String == "converged")
            #expect(settled["focusLevel"] as? String == "whole frame")
            #expect(run.interrupt() == 0)
            #expect(!FileManager.default.fileExists(atPath: folder + "/s"))
            #expect(try replaysTheSame(folder))
        }
    }

    @Test("The frames of a holder whose picture follows the lens lead to the lens position at which it is sharp")
    func holder() throws {
        try withFolder { folder in
            let run = try Run(folder)
            run.send(
                #"{"request":"hold-frames","camera":"Simulated Camera","width":1280,"height":720,"interval":33333,"#
                    + #""stamp":"end","measure":1}"#)
            while try run.line("held")["measures"] as? Bool != true {}
            run.send(#"{"request":"tap","x":0.25,"y":0.5,"in":"picture","id":1}"#)
            let measure = try run.line("measure")
            var id = measure["id"] as? Int ?? 0
            var (sequence, last) = (0, UInt64(0))
            var found: Line?
            var settled: Line?
            while settled == nil {
                for line in try run.lines() {
                    switch line["event"] as? String {
                    case "measure": id = line["id"] as? Int ?? id
                    case "searched": found = line
                    case "settled": settled = line
                    default: break
                    }
                }
                usleep(3_000)
                let now = DispatchTime.now().uptimeNanoseconds
                guard now >= last + 33_000_000 else { continue }
                last = now
                sequence += 1
                // The whole picture is as bright as the region.
                let grid = [String](repeating: "115", count: 48).joined(separator: ",")
                let distance = (run.lens(at: now - 33_333_000) - 600) / 60
                run.send(
                    "{\"request\":\"frame\",\"id\":\(id),\"sequence\":\(sequence),\"captured\":\(now / 1000),"
                        + "\"sharpness\":[\(0.1 / (1 + distance * distance))],\"mean\":0.45,\"bright\":0,\"dark\":0,"
                        + "\"grid\":[\(grid)]}")
            }
            let outcome = try #require(found)
            #expect(outcome["outcome"] as? String == "found", "\(outcome)")
            let position = outcome["position"] as? Double ?? 0
            // Beside other tests the frames come late, which may cost one of the fine steps: 25.
            #expect(abs(position - 600) < 30, "\(outcome)")
            #expect(settled?["focusLevel"] as? String == "software")
            #expect(run.interrupt() == 0)
            #expect(try replaysTheSame(folder))
        }
    }

    @Test("A reader that reads nothing gets a tap at the centre, and a code that it reads is told to those that watch")
    func reader() throws {
        try withFolder { folder in
            let run = try Run(folder)
            var tap: Line?
            while tap == nil {
                run.send(#"{"request":"code-read"}"#)
                usleep(50_000)
                tap = try run.lines().first { $0["request"] as? String == "tap" }
            }
            #expect(tap?["event"] as? String == "state" && tap?["cause"] as? String == "tap")
            #expect(tap?["point"] as? [String: Double] == ["x": 0.5, "y": 0.5])
            run.send(#"{"request":"code-read","text":"A 7","type":"QRCode","corners":[0,0,1,0,1,1,0,1]}"#)
            let code = try run.line("code")
            #expect(code["text"] as? String == "A 7" && code["type"] as? String == "QRCode")
            #expect(run.interrupt() == 0)
            #expect(try replaysTheSame(folder))
        }
    }

    @Test("At its start run says where its control socket is, and what the played camera does without a holder")
    func opening() throws {
        try withFolder { folder in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Program.path)
            process.arguments = [
                "run", "--simulated", "--touch", "none", "--motion", "none", "--socket", folder + "/s",
            ]
            _ = FileManager.default.createFile(atPath: folder + "/out", contents: nil)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle(forWritingAtPath: folder + "/out")
            try process.run()
            defer { if process.isRunning { process.terminate() } }
            var output = ""
            while process.isRunning, !output.contains("the camera is played (") {
                output = try String(contentsOfFile: folder + "/out", encoding: .utf8)
                usleep(10_000)
            }
            if process.isRunning { process.terminate() }
            process.waitUntilExit()
            #expect(output.contains("  the control socket is \(folder)/s\n"), "\(output)")
            #expect(output.contains("the camera is played (/dev/video-simulated): it gives no frames until"))
        }
    }

    @Test("The focus of a camera of libcamera has the level region; it gets its time, and is held")
    func libcamera() throws {
        try withFolder { folder in
            let run = try Run(folder, camera: "--libcamera")
            let camera = try #require(try run.line("status")["camera"] as? Line)
            #expect(camera["name"] as? String == "Camera through libcamera")
            #expect(camera["path"] as? String == "/dev/video-libcamera")
            #expect(camera["focusLevel"] as? String == "region" && camera["exposureLevel"] as? String == "none")
            run.send(#"{"request":"tap","x":0.25,"y":0.5,"in":"picture"}"#)
            let settled = try run.line("settled")
            #expect(settled["focus"] as? String == "held" && settled["exposure"] is NSNull, "\(settled)")
            #expect(run.interrupt() == 0)
            #expect(try replaysTheSame(folder))
        }
    }

    @Test("It is the camera itself: another one cannot be named beside it")
    func usage() throws {
        let both = try Program.run("run", "--simulated", "--libcamera")
        #expect(both.code == 2 && both.errors.contains("leave one of them out"))
        let outcome = try Program.run("run", "--simulated", "--camera", "/dev/video0")
        #expect(outcome.code == 2 && outcome.errors.contains("leave --camera out"))
    }
}
