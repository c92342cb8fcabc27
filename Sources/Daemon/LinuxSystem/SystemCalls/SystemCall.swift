import Glibc
import Synchronization

/// A system call as an interposer sees it, or a call into a C library that makes system calls.
///
/// Pointers are valid only during the interposer's call.
package enum SystemCall {
    case open(path: String, flags: Int32)
    case close(fd: Int32)
    case read(fd: Int32, buffer: UnsafeMutableRawPointer, count: Int)
    case write(fd: Int32, buffer: UnsafeRawPointer, count: Int)
    case ioctl(fd: Int32, request: UInt, argument: UnsafeMutableRawPointer)
    case access(path: String, mode: Int32)
    case pathStatus(path: String)
    case epollControl(operation: Int32, fd: Int32)
    /// The ready events go into `revents`.
    case poll(descriptors: UnsafeMutableBufferPointer<pollfd>, timeout: Int32)
    /// libv4l2 takes a descriptor over.
    case videoOpen(fd: Int32)
    /// libv4l2 closes a descriptor.
    case videoClose(fd: Int32)
    /// An ioctl that goes through libv4l2.
    case videoRequest(fd: Int32, request: UInt, argument: UnsafeMutableRawPointer)
    /// Maps a buffer through libv4l2. The answer is the address.
    case videoMap(fd: Int32, length: Int, offset: Int64)
    case videoUnmap(address: UnsafeMutableRawPointer, length: Int)
    /// libv4lconvert begins to convert a camera's frames. The answer is the converter's address.
    case converterCreate(fd: Int32)
    case converterDestroy(converter: OpaquePointer)
    /// Converts a frame; an empty one asks if the V4L2 pixel format is known. The answer is the number of bytes in `output`.
    case convert(format: UInt32, frame: UnsafeRawBufferPointer, output: UnsafeMutableRawBufferPointer)
    /// The name is that of the C function.
    case library(name: String)

    /// The kind of call, by which a test picks the calls to fail.
    package var name: String {
        switch self {
        case .open: "open"
        case .close: "close"
        case .read: "read"
        case .write: "write"
        case .ioctl: "ioctl"
        case .access: "access"
        case .pathStatus: "stat"
        case .epollControl: "epoll_ctl"
        case .poll: "poll"
        case .videoOpen: "v4l2_fd_open"
        case .videoClose: "v4l2_close"
        case .videoRequest: "v4l2_ioctl"
        case .videoMap: "v4l2_mmap"
        case .videoUnmap: "v4l2_munmap"
        case .converterCreate: "v4lconvert_create"
        case .converterDestroy: "v4lconvert_destroy"
        case .convert: "v4lconvert_convert"
        case .library(let name): name
        }
    }
}

/// An interposer's answer in place of the kernel's.
package enum SystemCallAnswer: Equatable, Sendable {
    case returned(Int)
    case failed(errno: Int32)
}

/// Sees every call through `Kernel` before it is made. A test records calls, answers them, or makes them fail.
package protocol SystemCallInterposer: AnyObject, Sendable {
    /// Nil: the call is made for real.
    func answer(_ call: SystemCall) -> SystemCallAnswer?
}

/// The present interposer. Without one, a system call costs a single relaxed load more.
package enum Interposition {
    /// Not by the macro, which would put a path of the building machine into the program.
    private static let local = TaskLocal<(any SystemCallInterposer)?>(wrappedValue: nil)
    private static let active = Atomic<Int>(0)

    /// The interposer of this task or thread.
    package static var current: (any SystemCallInterposer)? {
        guard active.load(ordering: .relaxed) > 0 else { return nil }
        return local.get()
    }

    /// Runs `body` with an interposer of all calls through `Kernel`, also those of the threads that it starts.
    package static func with<Result>(
        _ interposer: (any SystemCallInterposer)?, _ body: () throws -> Result
    ) rethrows -> Result {
        guard let interposer else { return try body() }
        active.add(1, ordering: .relaxed)
        defer { active.subtract(1, ordering: .relaxed) }
        return try local.withValue(interposer, operation: body)
    }
}
