import FocusCore
import Glibc

/// Compares the measure of sharpness with the read bandwidth of one core, for frames that are in no cache.
enum MemoryBenchmark {
    private static let width = 1920
    private static let height = 1080
    private static let runs = 9

    static func run() {
        let cache = lastLevelCache
        let ring = ringSize(beyond: cache)
        Table.headline(
            "The same of fresh frames, as a share of the memory's bandwidth (medians of \(runs) runs, in turn)")
        Table.row(
            "last-level cache, frames in turn", "\(cache >> 20), \(ring >> 20) MiB",
            ring < cache + cache / 4 ? "the frames fit the cache: what follows is no memory bandwidth" : "")
        measure("GREY, NV12, YUV420", step: 1, ring: ring)
        measure("YUYV", step: 2, ring: ring)
    }

    private static func measure(_ name: String, step: Int, ring: Int) {
        let frames = FrameBuffers(width: width, height: height, step: step, count: ring / (width * height * step))
        // In each round each frame is measured in another ninth, so that the whole ring is read before any part of it
        // again.
        let requests = (0..<9).map { place in
            let third = 1.0 / 3
            let region = NormalizedRectangle(
                x: Double(place % 3) * third, y: Double(place / 3) * third, width: third, height: third)
            return FrameRequest(focus: region, exposure: NormalizedRectangle(x: 0, y: 0, width: 0, height: 0))
        }
        var reading: [Double] = []
        var measuring: [Double] = []
        var sum = 0.0
        // Alternating, so that other load on the machine hits both.
        for _ in 0..<runs {
            reading.append(nanoseconds { sum += read(frames.all) })
            measuring.append(
                nanoseconds {
                    for request in requests {
                        for frame in 0..<frames.count { sum += frames.measure(request, frame: frame).sharpness }
                    }
                })
        }
        precondition(sum > 0)
        let bytes = Double(frames.all.count)
        let bandwidth = bytes / reading.median
        let rate = bytes / measuring.median
        let share = zip(reading, measuring).map { $0 / $1 }.median
        let each = measuring.median / Double(requests.count * frames.count) / 1000
        Table.row("\(name): only reading the frames", bandwidth.decimal(1) + " GB/s")
        Table.row(
            "\(name): sharpness of 640 × 360", rate.decimal(1) + " GB/s",
            "\(Int((share * 100).rounded())) % of that; "
                + "\(each.decimal(1)) µs each"
        )
    }

    private static func nanoseconds(_ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        body()
        return (clock.now - start) / .nanoseconds(1)
    }

    /// Loads all bytes and adds them up, so that the compiler keeps the loads.
    private static func read(_ bytes: UnsafeRawBufferPointer) -> Double {
        guard let base = bytes.baseAddress else { return 0 }
        var sums = (SIMD8<UInt64>(repeating: 0), SIMD8<UInt64>(repeating: 0))
        for place in stride(from: 0, to: bytes.count & ~127, by: 128) {
            sums.0 &+= base.load(fromByteOffset: place, as: SIMD8<UInt64>.self)
            sums.1 &+= base.load(fromByteOffset: place + 64, as: SIMD8<UInt64>.self)
        }
        return Double((sums.0 &+ sums.1).wrappedSum())
    }

    /// In bytes; 64 MiB if the system does not report it.
    private static var lastLevelCache: Int {
        let told = [_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE].map { sysconf(Int32($0)) }
            .max()
        guard let told, told > 0 else { return 64 << 20 }
        return told
    }

    /// Twice the cache, which does not always evict the oldest lines; but at most a quarter of the memory.
    private static func ringSize(beyond cache: Int) -> Int {
        let memory = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        return min(max(2 * cache, 256 << 20), memory / 4)
    }
}
