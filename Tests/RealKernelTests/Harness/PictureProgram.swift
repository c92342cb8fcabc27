import Foundation

/// A program that shows the stage's camera, as README recommends it: with the GStreamer element, or with the Python module.
enum PictureProgram: String, CaseIterable, Sendable {
    case pipeline, python

    /// Starts it. Frames are those that `Stage.Camera.searched` needs: 320 × 240.
    func start(on camera: String, socket: String) throws -> ChildProcess {
        Self.setSurroundings()
        let folder = FileManager.default.currentDirectoryPath
        switch self {
        case .pipeline:
            let caps = "video/x-raw,format=YUY2,width=320,height=240,framerate=30/1"
            return try ChildProcess(
                [
                    "/usr/bin/gst-launch-1.0", "v4l2src", "device=\(camera)", "!", caps, "!", "tapfocus",
                    "socket=\(socket)",
                ]
                    + ["!", "fakesink"])
        case .python:
            let program = "\(folder)/Tests/RealKernelTests/Programs/picture.py"
            return try ChildProcess(["/usr/bin/python3", program, camera, socket, "320", "240"])
        }
    }

    /// Sets the environment in which programs find what was built.
    static func setSurroundings() {
        let folder = FileManager.default.currentDirectoryPath
        // Scripts/stages/kernel has made the registry: to look through all plug-ins takes half a minute here.
        for (name, value) in [
            ("GST_PLUGIN_PATH", "\(folder)/.build/gstreamer"), ("GST_REGISTRY", "\(folder)/.build/gstreamer/registry"),
            ("GST_REGISTRY_UPDATE", "no"), ("PYTHONPATH", "\(folder)/Python"), ("PYTHONDONTWRITEBYTECODE", "1"),
            ("TAPFOCUS_LIBRARY", "\(folder)/.build/library/libtapfocus.so.1"),
        ] {
            setenv(name, value, 1)
        }
    }
}
