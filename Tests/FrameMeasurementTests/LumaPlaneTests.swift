@testable import FocusCore
import Testing

/// The images that fit into a buffer, also where `Int` has 32 bits.
struct LumaPlaneTests {
    private static let limits = (side: 1 << 16, bytesPerRow: 1 << 20)

    @Test("The size of an image is right, or nil when 32 bits cannot hold it, for every allowed size")
    func extremeSizes() {
        let sides = [1, 2, 3, 2047, 2048, 2049, 32_767, 32_768, Self.limits.side]
        let rows = [1, 2, 65_535, 65_536, 131_072, Self.limits.bytesPerRow]
        for (width, height) in sides.flatMap({ width in sides.map { (width, $0) } }) {
            for (bytesPerRow, step) in rows.flatMap({ row in [(row, 1), (row, 2)] }) {
                let size = bytesPerRow * (height - 1) + width * step
                let found = LumaPlane.leastSize(
                    width: Int32(width), height: Int32(height), bytesPerRow: Int32(bytesPerRow), step: Int32(step))
                #expect(
                    found.map(Int.init) == (size <= Int(Int32.max) ? size : nil), "\(width)x\(height), \(bytesPerRow)")
                let wide = LumaPlane.leastSize(width: width, height: height, bytesPerRow: bytesPerRow, step: step)
                #expect(wide == size)
            }
        }
    }

    @Test("Numbers that describe no image, however large, make no plane", arguments: [Int.min, -1, 0, Int.max])
    func absurd(number: Int) {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            #expect(LumaPlane(bytes: bytes, width: number, height: 8, bytesPerRow: 8) == nil)
            #expect(LumaPlane(bytes: bytes, width: 8, height: number, bytesPerRow: 8) == nil)
            #expect(LumaPlane(bytes: bytes, width: 8, height: 8, bytesPerRow: number) == nil)
            #expect(LumaPlane(bytes: bytes, width: 8, height: 8, bytesPerRow: 8, step: number) == nil)
            #expect(LumaPlane(bytes: bytes, width: 8, height: 8, bytesPerRow: 8) != nil)
            #expect(LumaPlane(bytes: bytes, width: 8, height: 9, bytesPerRow: 8) == nil)
        }
    }

    @Test("A pixel has one or two bytes, and its luma is one of them: anything else makes no plane")
    func layouts() {
        let table = [
            (1, 0, true), (2, 0, true), (2, 1, true), (1, 1, false), (2, 2, false), (1, -1, false), (2, -1, false),
            (3, 0, false),
        ]
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            for (step, first, isImage) in table {
                let plane = LumaPlane(bytes: bytes, width: 4, height: 4, bytesPerRow: 16, step: step, first: first)
                #expect((plane != nil) == isImage, "step \(step), first \(first)")
            }
        }
    }

    @Test("By default a plane contains only luma, in the range of video")
    func plain() throws {
        try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            let plane = try #require(LumaPlane(bytes: bytes, width: 8, height: 8, bytesPerRow: 8))
            #expect(plane.step == 1 && plane.first == 0 && plane.isLimitedRange)
        }
    }
}
