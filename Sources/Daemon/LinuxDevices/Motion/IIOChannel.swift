import CIIO
import Glibc

/// One axis of a sensor, through libiio. It is valid as long as its context.
struct IIOChannel {
    let pointer: OpaquePointer
    private let iio: iio_functions
    /// The layout of its samples in a buffer; nil if this program cannot read that layout.
    private let sample: (bytes: Int, isSigned: Bool)?

    init(_ pointer: OpaquePointer, _ iio: iio_functions) {
        (self.pointer, self.iio) = (pointer, iio)
        sample = iio.channel_get_data_format(pointer).flatMap { format in
            guard [8, 16, 32, 64].contains(format.pointee.length), format.pointee.repeat <= 1 else { return nil }
            return (Int(format.pointee.length / 8), format.pointee.is_signed)
        }
    }

    /// True if it can be part of a buffer.
    var isBufferable: Bool { iio.channel_is_scan_element(pointer) && sample != nil }

    func has(_ attribute: String) -> Bool { iio.channel_find_attr(pointer, attribute) != nil }

    func readInteger(_ attribute: String) throws(SystemError) -> Int64 {
        var value: Int64 = 0
        try Kernel.library("iio_channel_attr_read_longlong") {
            Int(iio.channel_attr_read_longlong(pointer, attribute, &value))
        }
        return value
    }

    func readDouble(_ attribute: String) throws(SystemError) -> Double {
        var value = 0.0
        try Kernel.library("iio_channel_attr_read_double") {
            Int(iio.channel_attr_read_double(pointer, attribute, &value))
        }
        return value
    }

    func readText(_ attribute: String) throws(SystemError) -> String {
        try withAttributeText { iio.channel_attr_read(pointer, attribute, $0, $1) }
    }

    func write(_ attribute: String, _ text: String) throws(SystemError) {
        try Kernel.library("iio_channel_attr_write") { iio.channel_attr_write(pointer, attribute, text) }
    }

    func raw(at address: UnsafeRawPointer) -> Int64 {
        guard let sample else { return 0 }
        var storage: UInt64 = 0
        withUnsafeMutableBytes(of: &storage) { iio.channel_convert(pointer, $0.baseAddress, address) }
        // libiio has put `bytes` bytes there in this machine's order: little-endian wherever Swift for Linux runs.
        let shift = UInt64(64 - 8 * sample.bytes)
        let bits = UInt64(littleEndian: storage) << shift
        return sample.isSigned ? Int64(bitPattern: bits) >> Int64(shift) : Int64(clamping: bits >> shift)
    }
}

/// Reads an attribute's text into a buffer of one page, which is the most that sysfs gives.
func withAttributeText(_ read: (UnsafeMutablePointer<CChar>, Int) -> Int) throws(SystemError) -> String {
    var result: Result<String, SystemError> = .failure(SystemError(EIO))
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
        buffer.initialize(repeating: 0)
        do throws(SystemError) {
            guard let base = buffer.baseAddress else { return }
            // The last byte stays 0, whatever the library writes.
            try Kernel.library("iio_attr_read") { read(base, 4095) }
            result = .success(String(cString: base))
        } catch {
            result = .failure(error)
        }
    }
    return try result.get()
}
