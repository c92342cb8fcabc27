import CSoup
import ControlSocket
import Glibc
import LinuxSystem
import WebGateway

/// The connection to the program that holds the camera, and those who see its picture. Without a viewer there is no connection, so the
/// holder does nothing for pages, and with it there is one, however many they are.
final class PictureSource {
    typealias Viewer = Entrance.Connection

    private let path: String
    /// Called when the picture has ended, before the viewers' answers are.
    private let ended: (PictureEnd) -> Void
    private var descriptor: Int32 = -1
    private var reading: LoopSource?
    private var watch: LoopSource?
    private var reader = PictureReader()
    private var viewers: [Viewer: PictureViewer] = [:]
    /// When the latest frame came, or the connection was made; in ns.
    private var latest: Int64 = 0

    /// A holder that gives no frame for so long has ended its picture; in ns.
    private static let longestSilence: Int64 = 5_000_000_000
    private static let watchPeriod: guint = 1000
    /// The bytes that are read in one turn of the loop.
    private static let portion = 1 << 18

    init(_ path: String, ended: @escaping (PictureEnd) -> Void) {
        self.path = path
        self.ended = ended
    }

    deinit { disconnect() }

    /// Answers a message with the picture.
    /// - Throws: `SocketError` if no holder gives it.
    func add(_ message: ServerMessage, _ connection: Viewer, _ wish: PictureWish, reader: Origin?) throws(SocketError) {
        let time = MonotonicClock.nanoseconds() / 1000
        if descriptor < 0 { try connect() }
        viewers[connection] = PictureViewer(message, wish, reader: reader, at: time) { [unowned self] in
            leave(connection)
        }
    }

    /// Ends all answers.
    func close() {
        disconnect()
        for viewer in viewers.values { viewer.complete() }
    }

    private func connect() throws(SocketError) {
        descriptor = try LocalSocket.connect(to: path, flags: SOCK_NONBLOCK.rawValue)
        reader = PictureReader()
        latest = MonotonicClock.nanoseconds()
        reading = LoopSource(descriptor, G_IO_IN) { [weak self] _ in self?.read() }
        watch = LoopSource(everyMilliseconds: Self.watchPeriod) { [weak self] in self?.look() }
    }

    private func disconnect() {
        reading = nil
        watch = nil
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    private func read() {
        var frames: [PictureFrame] = []
        var end: PictureEnd?
        withUnsafeTemporaryAllocation(byteCount: Self.portion, alignment: 16) { buffer in
            guard let count = LocalSocket.read(descriptor, into: buffer) else {
                end = .holderGone
                return
            }
            do throws(PictureFault) {
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                try reader.read(bytes) { frames.append($0) }
            } catch {
                end = .noPicture
            }
        }
        for frame in frames { show(frame) }
        if let end { finish(end) }
    }

    private func show(_ frame: PictureFrame) {
        latest = MonotonicClock.nanoseconds()
        let shared = SharedFrame(frame)
        // A viewer may leave while it is being shown one.
        for viewer in Array(viewers.values) { viewer.show(shared) }
    }

    private func look() {
        if MonotonicClock.nanoseconds() - latest > Self.longestSilence { finish(.noFrames) }
    }

    private func finish(_ end: PictureEnd) {
        guard descriptor >= 0 else { return }
        disconnect()
        ended(end)
        for viewer in Array(viewers.values) { viewer.complete() }
    }

    private func leave(_ connection: Viewer) {
        // It is in the middle of its call, and ends with it.
        let viewer = viewers.removeValue(forKey: connection)
        if viewers.isEmpty { disconnect() }
        withExtendedLifetime(viewer) {}
    }
}
