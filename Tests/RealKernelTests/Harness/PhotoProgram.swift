import Foundation
import Testing

/// A GStreamer pipeline that has the stage's camera, and writes photos and movies below a folder.
final class PhotoProgram {
    /// The way of the frames into the pipeline.
    enum Way: String, CaseIterable, Sendable {
        /// The element, on raw video: photos are encoded.
        case element
        /// The bin with the camera in it, on the camera's own JPEG: a frame is the photo.
        case camera

        /// Options of virtual-kiosk.
        var devices: [String] { Stage.withoutRegion + (self == .camera ? ["--format", "mjpeg"] : []) }

        var search: Stage.Camera { self == .camera ? .searchedSlowly : .searched }

        /// The words for gst-launch-1.0 up to the element's own properties.
        fileprivate func elements(from camera: String) -> [String] {
            let size = "width=\(PhotoFile.width),height=\(PhotoFile.height)"
            switch self {
            case .element:
                let caps = "video/x-raw,format=YUY2,\(size),framerate=30/1"
                return ["v4l2src", "device=\(camera)", "!", caps, "!", "tapfocus"]
            case .camera:
                // Half as many frames, because an emulated machine encodes and decodes them slowly.
                return ["tapfocuscamera", "source=v4l2src device=\(camera) ! image/jpeg,\(size),framerate=15/1"]
            }
        }
    }

    private let process: ChildProcess

    /// Starts it, and waits until its frames are used.
    init(_ way: Way, on stage: Stage, below folder: String) throws {
        PictureProgram.setSurroundings()
        let (run, log) = (stage.run.mark, try stage.kiosk.mark())
        let elements = way.elements(from: try stage.kiosk.tell("await camera"))
        let properties = ["socket=\(stage.run.socket)", "photo-folder=\(folder)"]
        process = try ChildProcess(["/usr/bin/gst-launch-1.0"] + elements + properties + ["!", "fakesink"])
        do {
            try stage.said("levels", since: run, within: 60) {
                $0.text("focusReason")?.contains("another program measures") == true
            }
            try stage.logged("streaming", since: log, within: 60) { $0.boolean("on") == true }
            usleep(700_000)
            try #require(!process.hasEnded)
        } catch {
            print("---- \(way.rawValue): \(process.output.text)\n\(process.errors.text)")
            throw error
        }
    }

    var isRunning: Bool { !process.hasEnded }

    /// Waits until it has ended by itself.
    func untilEnded() throws { _ = try process.waitForEnd(within: Stage.patience) }

    /// Ends it at once, as a crash does.
    func kill() throws {
        process.kill(SIGKILL)
        _ = try process.waitForEnd(within: 10)
    }
}

/// A photo's file.
struct PhotoFile {
    /// In pixels: enough for `Stage.Camera.searched`.
    static let (width, height) = (320, 240)

    /// False if the pipeline was built without the library for metadata, or nothing here reads them.
    static let hasMetadata =
        FileManager.default.fileExists(atPath: ".build/gstreamer/with-metadata")
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/exiv2")

    private let path: String
    /// By exiv2's keys, for example Exif.Photo.SubjectArea.
    private let metadata: [String: String]

    /// Reads the metadata.
    init(_ path: String) throws {
        self.path = path
        let ended = try ChildProcess.run(["/usr/bin/exiv2", "-PEXkv", path])
        var metadata: [String: String] = [:]
        for line in ended.output.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard let key = parts.first else { continue }
            metadata[String(key)] = parts.dropFirst().first?.trimmingCharacters(in: .whitespaces)
        }
        self.metadata = metadata
    }

    /// The numbers of a tag; a fraction is one. Empty if the tag is missing.
    private func numbers(_ key: String) -> [Double] {
        (metadata[key] ?? "").split(separator: " ").compactMap { word in
            let parts = word.split(separator: "/").compactMap { Double($0) }
            return parts.count == 2 ? parts[0] / parts[1] : parts.first
        }
    }

    /// The first thing in the metadata that is not true; nil: all is.
    /// - Parameters:
    ///   - half: the half that was tapped.
    ///   - record: of the camera itself, of that half, in the meaning of `VirtualKiosk.measure`.
    func untruth(about half: Half, _ record: Record) -> String? {
        let (area, lens) = (numbers("Exif.Photo.SubjectArea"), numbers("Xmp.tapfocus.Lens"))
        let exposure = numbers("Exif.Photo.ExposureTime")
        guard let lowest = record.number("depth-of-field", "0"), let most = record.number("depth-of-field", "1"),
            let units = record.number("exposure")
        else { return record.line }
        let place = [half.middle * Double(Self.width), Double(Self.height) / 2]
        let size = [Stage.Camera.share * Double(Self.width), Stage.Camera.share * Double(Self.height)]
        let isThere = area.count == 4 && zip(area, place + size).allSatisfy { abs($0 - $1) <= 4 }
        // The camera counts in 100 µs. An exposure that was right from the start was not written, so it is not known.
        let isExposed = exposure.allSatisfy { abs($0 / (units / 10_000) - 1) < 0.02 }
        let isSharp = lens.count == 1 && (lowest...most).contains(lens[0])
        return isThere && isExposed && isSharp ? nil : "\(path): \(metadata); the camera: \(record.line)"
    }

    /// The picture of a photo, decoded by GStreamer.
    static func picture(of path: String) throws -> PlainCamera.Frame {
        let bytes = try decoded(path, by: ["jpegdec", "!", "videoconvert", "!", "video/x-raw,format=YUY2"])
        try #require(bytes.count == 2 * width * height, "\(path)")
        return PlainCamera.Frame(sequence: 0, isErroneous: false, bytes: Array(bytes), width: width)
    }

    /// The number of frames of a movie, as far as it plays.
    static func frames(ofMovie path: String) throws -> Int {
        // A frame becomes 256 bytes.
        let elements = ["matroskademux", "!", "jpegdec", "!", "videoscale", "!", "video/x-raw,width=16,height=16"]
        let bytes = try decoded(path, by: elements + ["!", "videoconvert", "!", "video/x-raw,format=GRAY8"])
        return bytes.count / 256
    }

    /// The bytes that come out of some elements. The end of a file may be torn, so the exit status does not count.
    private static func decoded(_ path: String, by elements: [String]) throws -> Data {
        PictureProgram.setSurroundings()
        let output = NSTemporaryDirectory() + "decoded-\(UUID().uuidString)"
        defer { unlink(output) }
        let start = ["/usr/bin/gst-launch-1.0", "-q", "filesrc", "location=\(path)", "!"]
        let ended = try ChildProcess.run(start + elements + ["!", "filesink", "location=\(output)"], within: 120)
        guard let bytes = FileManager.default.contents(atPath: output), !bytes.isEmpty else {
            throw HarnessError("nothing of \(path) can be decoded: \(ended.errors)")
        }
        return bytes
    }
}

/// A small file system in memory, for photos and movies.
final class SmallDisk {
    let folder = NSTemporaryDirectory() + "disk-\(UUID().uuidString)"

    init(kilobytes: Int) throws {
        try Shell.run("mkdir \(folder) && mount -t tmpfs -o size=\(kilobytes)k none \(folder)")
    }

    deinit {
        try? Shell.run("umount -l \(folder) && rmdir \(folder)")
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// The names of the files, in order.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    /// Leaves no room.
    func fill() throws {
        try Shell.run("dd if=/dev/zero of=\(folder)/full bs=4k 2>/dev/null; test -s \(folder)/full")
    }

    func makeRoom() throws { try Shell.run("rm \(folder)/full") }

    func allowWriting(_ isAllowed: Bool) throws {
        try Shell.run("mount -o remount,\(isAllowed ? "rw" : "ro") \(folder)")
    }
}
