import CTapFocus
import FocusCore
import Foundation
import KioskRuntime
import LinuxDevices
import PlayedDevices
import SimulatedDevices

/// The way of a frame on this machine, from the moment in which an application has it to the engine: measured by libtapfocus,
/// through the control socket, into the trace of a whole `tapfocus run`.
///
/// The camera's controls are played, since a benchmark has no camera; everything between the picture and the engine is real.
enum HostFrameBenchmark {
    /// Each tap makes the engine search, in some 30 frames.
    private static let taps = 8
    private static let interval: TimeInterval = 1 / 30.0
    private static let framesBetweenTaps = 45
    /// In milliseconds: the aim for the median.
    private static let aim = 2.0

    private struct Line: Decodable {
        struct Input: Decodable { var frame: Frame? }
        struct Frame: Decodable { var captured: Int64 }

        var t: Int64?
        var `in`: Input?
    }

    static func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tapfocus-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let trace = folder.appending(path: "trace.jsonl").path
        var options = KioskOptions()
        options.camera = DeviceSelection(argument: PlayedCamera.path)
        options.touch = .none
        options.motion = .none
        options.socket = folder.appending(path: "socket").path
        options.trace = TraceOptions(.file(trace))
        let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(output) }
        try Interposition.with(PlayedCamera(CameraModel(focus: .manual, exposure: .fixed))) {
            let kiosk = try Kiosk(options, announcer: Announcer(isJSON: true, descriptor: output))
            // Begun here, so that the thread inherits the signals that the kiosk keeps for itself.
            let application = Thread { [socket = options.socket] in
                showPictures(socket)
                kill(getpid(), SIGTERM)
            }
            application.start()
            try kiosk.run()
        }
        try report(trace)
    }

    /// An application with a picture of 1280 × 720 and 30 frames a second, in which somebody taps now and then.
    private static func showPictures(_ socket: String) {
        guard let client = tapfocus_new(socket, PlayedCamera.path) else { return }
        defer { tapfocus_free(client) }
        let picture = FrameBuffers(width: 1280, height: 720, step: 2, count: 1)
        var stream = tapfocus_stream()
        (stream.width, stream.height) = (1280, 720)
        stream.interval = 33_333
        stream.stamp = Int32(TAPFOCUS_END_OF_EXPOSURE.rawValue)
        tapfocus_begin_frames(client, &stream)
        for index in 0..<(taps * framesBetweenTaps + framesBetweenTaps) {
            Thread.sleep(forTimeInterval: interval)
            let captured = tapfocus_now()
            tapfocus_dispatch(client)
            drain(client)
            if index % framesBetweenTaps == framesBetweenTaps - 1 { tapfocus_tap_picture(client, 0.3, 0.4, 0) }
            var image = tapfocus_image()
            (image.width, image.height, image.size) = (1280, 720, picture.all.count)
            image.data = picture.all.baseAddress
            image.format = Int32(TAPFOCUS_YUYV.rawValue)
            tapfocus_give_frame(client, &image, UInt32(index), captured)
        }
    }

    private static func drain(_ client: OpaquePointer) {
        var event = tapfocus_event()
        while tapfocus_next_event(client, &event) == 1 {}
    }

    private static func report(_ trace: String) throws {
        let text = try String(contentsOfFile: trace, encoding: .utf8)
        let ages = try text.split(separator: "\n").filter { $0.contains("\"frame\":") }.compactMap { text in
            let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
            return line.in?.frame.flatMap { frame in line.t.map { Double($0 - frame.captured) / 1e6 } }
        }.sorted()
        Table.headline(
            "A frame from an application to the engine, on this machine (a lens is played, the rest is real)")
        guard !ages.isEmpty else { return Table.row("the engine has got no frame", "–") }
        let median = ages[ages.count / 2]
        let remark = String(
            format: "%d frames, 95 %% within %.2f ms; the aim is at most %.0f ms%@", ages.count,
            ages[ages.count * 95 / 100], aim, median > aim ? ": MISSED" : "")
        Table.row("from the picture to the engine, median", String(format: "%.2f ms", median), remark)
    }
}
