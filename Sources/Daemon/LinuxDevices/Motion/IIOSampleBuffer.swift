import CIIO
import FocusCore
import Glibc

/// A sensor's running sample buffer. The sensor is on until `close()`.
protocol SampleBuffer: AnyObject {
    /// Readable when samples are waiting.
    var fileDescriptor: Int32 { get }
    /// True if another program has switched the buffer off, or has set it up for itself.
    var isLost: Bool { get }
    /// Calls `body` with every waiting sample. `body` may close the buffer.
    func readSamples(
        _ conversion: AccelerationConversion, _ body: (Acceleration, Instant) -> Void
    ) throws(SystemError)
    /// Switches the buffer off, unless another program uses it by now. A second call does nothing.
    /// - Returns: true if it was left on for another program.
    @discardableResult
    func close() -> Bool
}

final class IIOSampleBuffer: SampleBuffer {
    private let sensor: IIOSensor
    private let files: SensorBufferFiles
    /// Nil once it is closed.
    private var buffer: OpaquePointer?
    private let timestamp: IIOChannel?
    /// As libiio has set it.
    private let length: String?
    let fileDescriptor: Int32

    /// - Throws: EACCES if this user may not use it, EBUSY if another program uses the sensor, or an error if there is no buffer.
    init(of sensor: IIOSensor) throws(SystemError) {
        guard sensor.axes.allSatisfy(\.isBufferable) else { throw SystemError(ENOSYS) }
        self.sensor = sensor
        files = SensorBufferFiles(id: sensor.identity.id)
        // If the clock cannot be chosen, the kernel's times are unusable, and samples are timed when they are read.
        let hasClock = (try? sensor.write("current_timestamp_clock", "monotonic")) != nil
        timestamp = hasClock ? sensor.timestamp.flatMap { $0.isBufferable ? $0 : nil } : nil
        let channels = sensor.axes + (timestamp.map { [$0] } ?? [])
        let iio = sensor.context.iio
        for channel in channels { iio.channel_enable(channel.pointer) }
        let buffer: OpaquePointer
        do throws(SystemError) {
            // One sample at a time, so that each arrives as soon as it is measured.
            buffer = try Kernel.pointer("iio_device_create_buffer") {
                LibraryNoise.without { iio.device_create_buffer(sensor.device, 1, false) }
            }
        } catch {
            for channel in channels { iio.channel_disable(channel.pointer) }
            throw error
        }
        do throws(SystemError) {
            try Kernel.library("iio_buffer_set_blocking_mode") { Int(iio.buffer_set_blocking_mode(buffer, false)) }
            let fd = try Kernel.library("iio_buffer_get_poll_fd") { Int(iio.buffer_get_poll_fd(buffer)) }
            fileDescriptor = Int32(truncatingIfNeeded: fd)
        } catch {
            iio.buffer_destroy(buffer)
            for channel in channels { iio.channel_disable(channel.pointer) }
            throw error
        }
        self.buffer = buffer
        length = files.length
    }

    deinit { close() }

    private var iio: iio_functions { sensor.context.iio }

    var isLost: Bool { files.isOn == false || isAnothers }

    /// True if the buffer is on with another length: then another program has switched it off and set it up.
    private var isAnothers: Bool { files.isOn == true && length != nil && files.length != length }

    @discardableResult
    func close() -> Bool {
        guard let buffer else { return false }
        self.buffer = nil
        let isAnothers = isAnothers
        if isAnothers {
            // libiio would switch off the buffer, which another program uses by now, here or when its context is freed.
            // So only the node is released: its descriptor leads nowhere from now on, and the context stays until the
            // program ends.
            Kernel.release(fileDescriptor)
            _ = Unmanaged.passRetained(sensor.context)
        } else {
            LibraryNoise.without { iio.buffer_destroy(buffer) }
        }
        for channel in sensor.axes + (timestamp.map { [$0] } ?? []) { iio.channel_disable(channel.pointer) }
        return isAnothers
    }

    func readSamples(
        _ conversion: AccelerationConversion, _ body: (Acceleration, Instant) -> Void
    ) throws(SystemError) {
        // The limit gives other devices a turn if the sensor is faster than this loop.
        for _ in 0..<256 {
            guard let buffer else { return }
            let byteCount: Int
            do throws(SystemError) {
                byteCount = try Kernel.library("iio_buffer_refill") { iio.buffer_refill(buffer) }
            } catch {
                guard error.code == EAGAIN else { throw error }
                return
            }
            guard byteCount > 0 else { return }
            hand(byteCount, buffer, conversion, body)
        }
    }

    private func hand(
        _ byteCount: Int, _ buffer: OpaquePointer, _ conversion: AccelerationConversion,
        _ body: (Acceleration, Instant) -> Void
    ) {
        let step = iio.buffer_step(buffer)
        guard step > 0, let start = iio.buffer_start(buffer), let end = iio.buffer_end(buffer) else { return }
        // A partial buffer: only the bytes read now count, and never more than fit.
        let count = min(byteCount, end - start) / step
        for index in 0..<max(count, 0) {
            // `body` may close the buffer: the sample is nil then.
            guard let x = raw(sensor.x, index, step), let y = raw(sensor.y, index, step),
                let z = raw(sensor.z, index, step)
            else { return }
            let acceleration = conversion.acceleration(x: Double(x), y: Double(y), z: Double(z))
            body(acceleration, time(index, step))
        }
    }

    private func raw(_ channel: IIOChannel, _ index: Int, _ step: Int) -> Int64? {
        buffer.flatMap { iio.buffer_first($0, channel.pointer) }.map { channel.raw(at: $0 + index * step) }
    }

    /// The kernel's time if it is plausible: not in the future, and not older than a second. Otherwise the present.
    private func time(_ index: Int, _ step: Int) -> Instant {
        let now = MonotonicClock.now()
        guard let timestamp, let nanoseconds = raw(timestamp, index, step) else { return now }
        let time = Instant(nanoseconds: nanoseconds)
        return time <= now && now.since(time) <= .milliseconds(1000) ? time : now
    }
}
