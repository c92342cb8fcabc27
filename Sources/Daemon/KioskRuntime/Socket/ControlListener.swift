import FocusCore
import Glibc
import LinuxDevices

/// Listens at the control socket's path, and accepts connections, a few at a time. When the machine has no descriptor for
/// another one, it pauses: waiting connections stay in the queue, and accepting again at once would only keep the machine busy.
final class ControlListener {
    /// Limit of connections accepted before the present clients are read. A client that makes its request at once must
    /// not lose its place before it is read, however many others arrive.
    private static let acceptLimit = 16
    private static let pauseTime = TimeSpan.milliseconds(1000)

    private let path: String
    private let loop: EventLoop
    private let descriptor: Int32
    private var accepted: (Int32) -> Void = { _ in }
    private var isClosed = false
    private var isPaused = false
    /// The time to accept again if no client leaves before.
    private var pause: TimerQueue<Int>?

    init(path: String, loop: EventLoop) throws(SocketError) {
        self.path = path
        self.loop = loop
        descriptor = try LocalSocket.listen(at: path)
    }

    /// - Parameter accepted: called with the descriptor of each connection, which it owns.
    func begin(_ accepted: @escaping (Int32) -> Void) throws(DeviceError) {
        self.accepted = accepted
        do throws(DeviceError) {
            try listen()
        } catch {
            close()
            throw error
        }
    }

    /// Removes the socket. A second call does nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        endPause()
        loop.remove(descriptor)
        Glibc.close(descriptor)
        unlink(path)
    }

    /// A connection has closed, so there is a descriptor for another one.
    func endPause() {
        guard isPaused else { return }
        isPaused = false
        if let pause { loop.remove(pause.fileDescriptor) }
        pause = nil
        if !isClosed { try? listen() }
    }

    private func listen() throws(DeviceError) {
        try loop.add(descriptor, .readable) { [unowned self] _ in acceptSome() }
    }

    private func acceptSome() {
        do throws(SystemError) {
            for _ in 0..<Self.acceptLimit {
                guard let connection = try LocalSocket.accept(descriptor) else { return }
                accepted(connection)
            }
        } catch {
            beginPause()
        }
    }

    /// Pauses until a client leaves, or for a second: other programs may release descriptors.
    private func beginPause() {
        do throws(DeviceError) {
            let timer = try TimerQueue<Int>()
            try timer.arm(0, deadline: MonotonicClock.now().advanced(by: Self.pauseTime), generation: 0)
            try loop.add(timer.fileDescriptor, .readable) { [unowned self] _ in endPause() }
            pause = timer
        } catch {
            // Without a descriptor for a timer, only a client that leaves ends the pause.
        }
        loop.remove(descriptor)
        isPaused = true
    }
}
