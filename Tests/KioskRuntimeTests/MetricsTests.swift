import FocusCore
import Foundation
import Glibc
import Testing

@testable import KioskLines
@testable import KioskRuntime

@Suite("Numbers for Prometheus")
struct MetricsTests {
    private func time(_ seconds: Double) -> Instant { Instant(nanoseconds: 0).advanced(by: .seconds(seconds)) }

    private func device(_ kind: DeviceNews.Kind, _ change: DeviceNews.Change) -> Announcement {
        .device(DeviceNews(kind: kind, change: change))
    }

    @Test("Refusals, unplugs and the camera are counted; what is none of them changes nothing")
    func counts() {
        var metrics = Metrics()
        func count(_ announcement: Announcement, at seconds: Double) -> Bool {
            metrics.count(announcement, at: time(seconds))
        }
        #expect(!count(.error("x"), at: 0))
        #expect(count(device(.camera, .arrived), at: 0))
        for _ in 0..<2 { #expect(count(.tapIgnored(.dragged), at: 1)) }
        #expect(metrics.text.contains("tapfocus_camera 1\n"))
        #expect(metrics.text.contains("tapfocus_ignored_taps_total{reason=\"dragged\"} 2\n"))
        #expect(count(device(.camera, .left), at: 2))
        #expect(metrics.text.contains("tapfocus_camera 0\n"))
        #expect(metrics.text.contains("tapfocus_unplugged_total{device=\"camera\"} 1\n"))
    }

    @Test("Each line is a comment, or a name with its labels and a number; each family has its type first")
    func format() {
        var metrics = Metrics()
        _ = metrics.count(.tapIgnored(.dragged), at: time(1))
        let lines = metrics.text.split(separator: "\n")
        #expect(metrics.text.hasSuffix("\n") && lines.count > 15)
        let sample = /tapfocus_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.]+/
        for line in lines where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: sample) != nil, "\(line)")
        }
        #expect(lines.contains("# TYPE tapfocus_seconds_to_settled histogram"))
        #expect(lines.contains("tapfocus_seconds_to_settled_bucket{le=\"+Inf\"} 0"))
    }

    @Test("The file is written at once, then at most every ten seconds; an error is told once")
    func file() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/tapfocus.prom"
        let file = MetricsFile(path: path)
        var wanted: [Instant] = []
        var errors: [String] = []
        file.schedule = { wanted.append($0) }
        file.failed = { errors.append($0) }
        file.count(.tapIgnored(.dragged), at: time(1))
        file.count(.tapIgnored(.dragged), at: time(2))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("{reason=\"dragged\"} 1\n"))
        #expect(wanted == [time(11)])
        file.write(at: time(11))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("{reason=\"dragged\"} 2\n"))
        try FileManager.default.removeItem(atPath: folder)
        for seconds in [22.0, 33, 44] { file.write(at: time(seconds)) }
        #expect(errors.count == 1 && errors[0].contains("cannot write the metrics \(path): no such file"))
    }

    @Test("Other users can read the file, whatever mode a new file would have")
    func mode() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/tapfocus.prom"
        // An earlier run has left it: it keeps its mode, as under a umask of 0077.
        let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        #expect(FileManager.default.createFile(atPath: path + ".new", contents: nil, attributes: mode))
        MetricsFile(path: path).write(at: time(1))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
    }
}
