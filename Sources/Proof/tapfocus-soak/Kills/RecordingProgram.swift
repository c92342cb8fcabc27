import Foundation
import KioskRuntime
import LinuxDevices
import PlayedDevices
import SimulatedDevices
import StateTrace

/// A whole `tapfocus run` that records, until it is killed: `tapfocus-soak record ring|file FOLDER`.
struct RecordingProgram {
    private let folder: String
    private let isRing: Bool

    /// Nil if the arguments ask for something else.
    init?(_ arguments: [String]) {
        guard arguments.count == 3, arguments[0] == "record" else { return nil }
        isRing = arguments[1] == "ring"
        folder = arguments[2]
    }

    static func socket(in folder: String) -> String { folder + "/socket" }
    static func traces(in folder: String) -> String { folder + "/traces" }

    func run() throws {
        var options = KioskOptions()
        options.camera = DeviceSelection(argument: PlayedCamera.path)
        options.touch = .none
        options.motion = .none
        options.socket = Self.socket(in: folder)
        let traces = Self.traces(in: folder)
        if isRing {
            options.trace = TraceOptions(
                .ring(TraceRing(folder: traces, size: TraceRing.smallestSize, age: .seconds(3600))))
        } else {
            try FileManager.default.createDirectory(atPath: traces, withIntermediateDirectories: true)
            options.trace = TraceOptions(.file(traces + "/trace.jsonl"))
        }
        let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
        try Interposition.with(PlayedCamera(CameraModel(focus: .manual, exposure: .fixed))) {
            try Kiosk(options, announcer: Announcer(isJSON: true, descriptor: output)).run()
        }
    }
}
