import CGStreamer
import Foundation
import Glibc

/// Counts what was found.
struct Findings {
    private(set) var passed = 0
    private(set) var failed = 0

    mutating func expect(_ claim: String, _ isTrue: Bool, _ detail: @autoclosure () -> Any = "") {
        if isTrue { passed += 1 } else { failed += 1 }
        print(isTrue ? "passed: \(claim)" : "FAILED: \(claim): \(detail())")
        // Flushed, so that a program that is killed has printed its findings so far.
        fflush(nil)
    }
}

/// Waits until something is true, for at most half a minute.
func wait(_ isDone: () -> Bool) -> Bool {
    let end = Date() + 30
    while !isDone() {
        if Date() > end { return false }
        usleep(2000)
    }
    return true
}

@main
enum Main {
    static func main() {
        gst_init(nil, nil)
        var findings = Findings()
        if CommandLine.arguments.dropFirst().first == "--bench" { return Benchmark.run() }
        MeasuringTests.run(&findings)
        TimeTests.run(&findings)
        PassingTests.run(&findings)
        LifeTests.run(&findings)
        NavigationTests.run(&findings)
        MessageTests.run(&findings)
        PhotoTests.run(&findings)
        PhotoRegionTests.run(&findings)
        CameraTests.run(&findings)
        PictureTests.run(&findings)
        AutofocusTests.run(&findings)
        HostileTests.run(&findings)
        // With GST_TRACERS=leaks, GStreamer tells what is left.
        gst_deinit()
        print("gstreamer-element: \(findings.passed) passed, \(findings.failed) failed")
        exit(findings.failed == 0 ? 0 : 1)
    }
}
