/// The layout of luma in memory. The scans are compiled for each layout, so their loops contain no branch for it.
protocol LumaLayout {
    /// The distance from one pixel's luma to the next, in bytes.
    static var step: Int { get }
    /// Reads `step` × 16 bytes. The address is that of the pixel, not of its luma.
    static func sixteenPixels(at address: UnsafeRawPointer) -> SIMD16<UInt8>
    static func pixel(at address: UnsafeRawPointer) -> UInt8
}

/// GREY, and the first plane of NV12 and YUV420.
enum PlanarLuma: LumaLayout {
    @inline(__always) static var step: Int { 1 }

    @inline(__always) static func sixteenPixels(at address: UnsafeRawPointer) -> SIMD16<UInt8> {
        address.loadUnaligned(as: SIMD16<UInt8>.self)
    }

    @inline(__always) static func pixel(at address: UnsafeRawPointer) -> UInt8 {
        address.load(as: UInt8.self)
    }
}

/// YUYV: luma first, then a colour difference.
enum LumaFirst: LumaLayout {
    @inline(__always) static var step: Int { 2 }

    @inline(__always) static func sixteenPixels(at address: UnsafeRawPointer) -> SIMD16<UInt8> {
        address.loadUnaligned(as: SIMD32<UInt8>.self).evenHalf
    }

    @inline(__always) static func pixel(at address: UnsafeRawPointer) -> UInt8 {
        address.load(as: UInt8.self)
    }
}

/// UYVY: a colour difference first, then luma.
enum LumaSecond: LumaLayout {
    @inline(__always) static var step: Int { 2 }

    @inline(__always) static func sixteenPixels(at address: UnsafeRawPointer) -> SIMD16<UInt8> {
        address.loadUnaligned(as: SIMD32<UInt8>.self).oddHalf
    }

    @inline(__always) static func pixel(at address: UnsafeRawPointer) -> UInt8 {
        address.load(fromByteOffset: 1, as: UInt8.self)
    }
}
