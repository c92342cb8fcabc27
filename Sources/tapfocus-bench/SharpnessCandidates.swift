import FocusCore

/// The compared measures of sharpness. The last two are the versions of the measure; they run as in the product.
struct SharpnessCandidates {
    static let names = [
        "Brenner", "Tenengrad", "variance of Laplacian", "Brenner / mean²", "Tenengrad / mean²", "Laplacian / mean²",
        "Vollath F4 / mean²", "paired: reach 3, next line", "paired: -1 -3 0 3 1, next line",
        "version 1: reach 3, line after next", "version 2: reach 2, next line",
    ]
    static let shipped = names.count - 1

    /// The values of one frame, in the order of the names.
    static func values(of bytes: [UInt8], width: Int, height: Int) -> [Double] {
        bytes.withUnsafeBufferPointer { levels in
            let sums = Sums(levels, width, height)
            let area = Double(sums.pixels)
            let brightness = max(Double(sums.level) / area - 16, 1)
            let square = brightness * brightness * area
            let laplacianMean = Double(sums.laplacian) / area
            let laplacian = Double(sums.laplacianSquares) / area - laplacianMean * laplacianMean
            return [
                Double(sums.brenner) / area, Double(sums.tenengrad) / area, laplacian,
                Double(sums.brenner) / square, Double(sums.tenengrad) / square,
                laplacian / (brightness * brightness), max(Double(sums.vollath), 0) / square,
                max(Double(sums.pairs31), 0) / square, max(Double(sums.wide), 0) / square,
                SharpnessVersionOne.value(
                    UnsafeRawBufferPointer(levels), bytesPerRow: width, left: 0, top: 0, width: width, height: height),
                shippedValue(levels, width, height),
            ]
        }
    }

    private static func shippedValue(_ levels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int) -> Double {
        let plane = LumaPlane(
            bytes: UnsafeRawBufferPointer(levels), width: width, height: height, bytesPerRow: width)
        let request = FrameRequest(focus: .whole, exposure: .whole)
        return plane.map { LumaMeasurement(of: $0, for: request).sharpness } ?? 0
    }
}

/// The sums of all measures, in one pass. Edges count in both directions in all of them.
private struct Sums {
    var pixels = 0
    var level = 0
    /// Brenner, 1976: differences over two pixels, squared.
    var brenner = 0
    /// Tenenbaum, 1970: Sobel's gradient, squared.
    var tenengrad = 0
    var laplacian = 0
    var laplacianSquares = 0
    /// Vollath, 1987: autocorrelation at one pixel less that at two, here as squared differences.
    var vollath = 0
    /// Differences over three pixels by those in the next line.
    var pairs31 = 0
    /// Differences over five pixels, weighted -1 -3 0 3 1, by those in the next line.
    var wide = 0

    init(_ levels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int) {
        for row in 1..<(height - 4) {
            for column in 1..<(width - 4) { add(levels, row * width + column, width) }
        }
    }

    @inline(__always)
    private mutating func add(_ levels: UnsafeBufferPointer<UInt8>, _ place: Int, _ width: Int) {
        func at(_ right: Int, _ down: Int) -> Int { Int(levels[place &+ down &* width &+ right]) }
        let here = at(0, 0)
        pixels &+= 1
        level &+= here
        let (right1, down1) = (at(1, 0) &- here, at(0, 1) &- here)
        let (right2, down2) = (at(2, 0) &- here, at(0, 2) &- here)
        brenner &+= right2 &* right2 &+ down2 &* down2
        vollath &+= right2 &* right2 &+ down2 &* down2 &- right1 &* right1 &- down1 &* down1
        pairs31 &+= (at(3, 0) &- here) &* (at(3, 1) &- at(0, 1)) &+ (at(0, 3) &- here) &* (at(1, 3) &- at(1, 0))
        func across5(_ down: Int) -> Int { at(4, down) &- at(0, down) &+ 3 &* (at(3, down) &- at(1, down)) }
        func down5(_ right: Int) -> Int { at(right, 4) &- at(right, 0) &+ 3 &* (at(right, 3) &- at(right, 1)) }
        wide &+= across5(0) &* across5(1) &+ down5(0) &* down5(1)
        let (left, upper) = (at(-1, 0), at(0, -1))
        let corners = (at(-1, -1), at(1, -1), at(-1, 1), at(1, 1))
        let across = corners.1 &+ 2 &* at(1, 0) &+ corners.3 &- corners.0 &- 2 &* left &- corners.2
        let along = corners.2 &+ 2 &* at(0, 1) &+ corners.3 &- corners.0 &- 2 &* upper &- corners.1
        tenengrad &+= across &* across &+ along &* along
        let second = left &+ upper &+ at(1, 0) &+ at(0, 1) &- 4 &* here
        laplacian &+= second
        laplacianSquares &+= second &* second
    }
}
