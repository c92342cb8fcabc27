import Glibc

/// The choke point for system calls, and for those C library functions that make system calls and can fail.
/// Every such call can be interposed, and is repeated after EINTR. Functions that cannot fail, or only return what a
/// library already knows, are called directly.
package enum Kernel {
    /// Makes a call, or lets the interposer answer it. `real` returns a negative number and sets errno on failure.
    @inline(__always)
    @discardableResult
    package static func request(
        _ call: @autoclosure () -> SystemCall, _ real: () -> Int
    ) throws(SystemError) -> Int {
        while true {
            let error: SystemError
            switch Interposition.current?.answer(call()) {
            case .returned(let value)?:
                return value
            case .failed(let code)?:
                error = SystemError(code)
            case nil:
                let value = real()
                if value >= 0 { return value }
                error = .current
            }
            guard error.code == EINTR else { throw error }
        }
    }

    /// Calls a function of the C library, which returns a negative number and sets errno on failure.
    @discardableResult
    package static func call<Number: FixedWidthInteger>(
        _ name: StaticString, _ real: () -> Number
    ) throws(SystemError) -> Number {
        Number(truncatingIfNeeded: try request(.library(name: "\(name)")) { Int(real()) })
    }

    /// Calls a C library that makes system calls of its own. `real` returns a negative errno on failure.
    @discardableResult
    package static func library(_ name: StaticString, _ real: () -> Int) throws(SystemError) -> Int {
        try request(.library(name: "\(name)")) {
            let value = real()
            if value < 0 { errno = Int32(clamping: 0 - max(value, -0xffff)) }
            return value
        }
    }

    /// Waits without a limit if `timeout`, in milliseconds, is negative. Returns the number of ready descriptors.
    @discardableResult
    package static func poll(
        _ descriptors: UnsafeMutableBufferPointer<pollfd>, timeout: Int32
    ) throws(SystemError) -> Int {
        try request(.poll(descriptors: descriptors, timeout: timeout)) {
            Int(Glibc.poll(descriptors.baseAddress, nfds_t(descriptors.count), timeout))
        }
    }

    /// Waits until one of the descriptors is ready or has failed; without a limit if `timeout`, in milliseconds, is negative.
    /// Returns the events of each; none if poll fails, as it does on a machine without memory only.
    @discardableResult
    package static func wait(_ wanted: [(descriptor: Int32, events: Int32)], timeout: Int32) -> [Int32] {
        var descriptors = wanted.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        let isDone = descriptors.withUnsafeMutableBufferPointer { descriptors in
            (try? poll(descriptors, timeout: timeout)) != nil
        }
        // The pause keeps a thread that waits again from spinning.
        if !isDone { usleep(10_000) }
        return isDone ? descriptors.map { Int32($0.revents) } : []
    }
}
