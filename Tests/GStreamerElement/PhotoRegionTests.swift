import CGStreamer
import Foundation

/// The held region in the metadata of a photo, whose frame may show more than the element's frames do.
enum PhotoRegionTests {
    static func run(_ findings: inout Findings) {
        let cut = "videocrop left=160"
        let cases: [(name: String, between: String, properties: String, area: [Int])] = [
            ("as it is", "identity", "", [120, 150, 80, 60]),
            ("of a declared cut", cut, "crop-x=0.5 crop-width=0.5", [220, 150, 40, 60]),
            ("of a cut that is not declared", cut, "", []),
            ("of a picture that is turned by a quarter", "videoflip method=clockwise", "", []),
        ]
        for (name, between, properties, area) in cases {
            guard let file = photo(between, properties) else {
                findings.expect("a photo is kept, \(name)", false)
                continue
            }
            // Without libgexiv2 a photo has no metadata.
            guard let found = subjectArea(file) else {
                return print("*** the regions of photos were not tested: no metadata.")
            }
            findings.expect("a photo has the region \(name)", found == area, found)
        }
    }

    /// The file of a photo, whose region is [0.25, 0.5, 0.25, 0.25] in shares of the element's frames.
    private static func photo(_ between: String, _ properties: String) -> Data? {
        let folder = temporaryPath() + ".photos"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let daemon = PlayedDaemon { request in
            guard request["request"] as? String == "photo-taken" else { return PlayedDaemon.resting(request) }
            return [#"{"event":"keep-photo","id":7,"region":[0.25,0.5,0.25,0.25],"camera":"c"}"#]
        }
        let pipeline = Pipeline(
            "videotestsrc is-live=true ! video/x-raw,width=320,height=240 ! jpegenc ! image/jpeg ! jpegdec ! "
                + "\(between) ! tapfocus camera=/dev/video7 socket=\(daemon.path) "
                + "photo-folder=\(folder) \(properties) ! fakesink")
        pipeline.set(GST_STATE_PLAYING)
        _ = wait { daemon.requests("hold-frames").contains { $0["width"] != nil } }
        daemon.say(#"{"event":"take-photo","id":7,"path":"near.jpg","notBefore":0}"#)
        let isKept = wait { !daemon.requests("photo-kept").isEmpty }
        _ = pipeline
        return !isKept ? nil : FileManager.default.contents(atPath: folder + "/near.jpg")
    }

    /// SubjectArea of Exif, which libexiv2 writes little-endian; empty: the metadata have none. Nil: the file has no metadata.
    private static func subjectArea(_ file: Data) -> [Int]? {
        guard let head = file.range(of: Data("Exif\0\0".utf8)) else { return nil }
        // The tag 0x9214, of four numbers of 16 bits; behind it is their place in the metadata.
        guard let entry = file.range(of: Data([0x14, 0x92, 3, 0, 4, 0, 0, 0])) else { return [] }
        func number(_ at: Int) -> Int { Int(file[at]) | Int(file[at + 1]) << 8 }
        let place = head.upperBound + number(entry.upperBound)
        guard place + 8 <= file.count else { return [] }
        return [0, 2, 4, 6].map { number(place + $0) }
    }
}
