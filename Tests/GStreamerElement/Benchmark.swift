import CGStreamer
import CGStreamerCheck
import Foundation
import Glibc

/// The element's cost for the thread in which the buffers flow, beside `identity`, which does nothing.
enum Benchmark {
    static func run() {
        print("\nGStreamer element: processor time of the buffers' thread (medians)")
        let nothing = rest("identity")
        row("a buffer through identity", "\(Int(nothing)) ns")
        compare("a buffer at rest, no daemon", rest("tapfocus camera=x socket=\(temporaryPath())"), nothing)
        let resting = PlayedDaemon(answer: PlayedDaemon.resting)
        compare("a buffer at rest, connected", rest("tapfocus camera=x socket=\(resting.path)"), nothing)
        for format in ["NV12", "YUY2"] {
            for hasGrid in [false, true] { measure(format, hasGrid) }
        }
    }

    private static func compare(_ name: String, _ cost: Double, _ nothing: Double) {
        let share = max(cost - nothing, 0)
        row(name, "\(Int(cost)) ns", "\(Int(share)) ns more; the aim is 2000\(share > 2000 ? ": MISSED" : "")")
    }

    private static func row(_ name: String, _ value: String, _ remark: String = "") {
        let padded = name + String(repeating: " ", count: max(46 - name.count, 0))
        print(
            "  \(padded)\(String(repeating: " ", count: max(16 - value.count, 0)))\(value)\(remark.isEmpty ? "" : "  \(remark)")"
        )
    }

    /// The processor time of this thread, in nanoseconds.
    private static func spent() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

    private static func harness(_ description: String, _ format: String) -> UnsafeMutablePointer<GstHarness> {
        let harness: UnsafeMutablePointer<GstHarness> = gst_harness_new_parse(description)
        gst_harness_use_systemclock(harness)
        gst_harness_set_drop_buffers(harness, 1)
        gst_harness_set_src_caps_str(
            harness, "video/x-raw, format=\(format), width=1280, height=720, framerate=30/1, colorimetry=bt709")
        return harness
    }

    private static func push(_ buffer: UnsafeMutablePointer<GstBuffer>, _ harness: UnsafeMutablePointer<GstHarness>) {
        gst_mini_object_ref(UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self))
        buffer.pointee.pts = GstClockTime(g_get_monotonic_time()) * 1000
        gst_harness_push(harness, buffer)
    }

    private static func rest(_ description: String) -> Double {
        let harness = harness(description, "NV12")
        defer { gst_harness_teardown(harness) }
        let buffer = gst_buffer_new_allocate(nil, 1280 * 720 * 3 / 2, nil)!
        let count = 20_000
        return median(
            (0..<9).map { _ in
                // Something may still be on its way from the daemon.
                for _ in 0..<1000 { push(buffer, harness) }
                let before = spent()
                for _ in 0..<count { push(buffer, harness) }
                return (spent() - before) / Double(count)
            })
    }

    /// Regions of a sixth, as those of a tap. The frames take turns, so that they are not in the processor's cache.
    private static func measure(_ format: String, _ hasGrid: Bool) {
        let measure =
            #"{"event":"measure","id":7,"focus":[0.417,0.417,0.166,0.166],"exposure":[0.417,0.417,0.166,0.166],"grid":\#(hasGrid),"interval":0}"#
        let daemon = PlayedDaemon { request in
            request["width"] == nil ? PlayedDaemon.holding(request) : [PlayedDaemon.held(true), measure]
        }
        let harness = harness("tapfocus camera=x socket=\(daemon.path)", format)
        defer { gst_harness_teardown(harness) }
        let size = 1280 * 720 * (format == "NV12" ? 3 : 4) / 2
        let bytes = MeasuringTests.pattern(size)
        let buffers = (0..<12).map { _ in
            let buffer = gst_buffer_new_allocate(nil, gsize(size), nil)!
            gst_buffer_fill(buffer, 0, bytes, gsize(size))
            return buffer
        }
        while daemon.requests("frame").isEmpty {
            push(buffers[0], harness)
            usleep(1000)
        }
        let before = daemon.requests("frame").count
        var times: [Double] = []
        for index in 0..<300 {
            usleep(3000)
            let start = spent()
            push(buffers[index % buffers.count], harness)
            times.append(spent() - start)
        }
        let isAll = wait { daemon.requests("frame").count >= before + 300 }
        let cost = median(times)
        let share = cost * 30 / 1e7
        row(
            "a measured \(format) frame of 1280×720\(hasGrid ? ", grid" : "")", "\(Int(cost / 1000)) µs",
            String(format: "%.2f %% of a core at 30 frames/s; the aim is 1 %%", share)
                + (share > 1 ? ": MISSED" : "") + (isAll ? "" : "; not all were measured"))
    }
}
