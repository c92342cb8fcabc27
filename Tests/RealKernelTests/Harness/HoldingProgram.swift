import FocusCore
import Foundation
import Synchronization

@testable import LinuxDevices

/// An application that shows the camera's picture: it streams from a camera all the time, measures frames when tapfocus asks for
/// it, and sends the numbers through the control socket.
final class HoldingProgram: @unchecked Sendable {
    private struct State {
        var isOver = false
        var isReservedOnly = true
        var frames = 0
        var measured = 0
        var longestGap: Int64 = 0
        var told: [String] = []
        var failure: String?
    }

    private let state = Mutex(State())
    private let done = DispatchSemaphore(value: 0)
    private let camera: String
    private let socket: String

    /// Reserves the camera, streams from it, and declares the stream.
    init(camera: String, socket: String) {
        (self.camera, self.socket) = (camera, socket)
        let thread = Thread { [self] in
            do { try run() } catch { state.withLock { $0.failure = "\(error)" } }
            done.signal()
        }
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Ends like a program that is killed: the connection and the stream are gone.
    func end() throws {
        state.withLock { $0.isOver = true }
        done.wait()
        if let failure = state.withLock({ $0.failure }) { throw HarnessError("the holding program: \(failure)") }
    }

    /// The number of frames that it has got; the picture that it shows.
    var frames: Int { state.withLock { $0.frames } }
    /// The number of frames that it has measured.
    var measured: Int { state.withLock { $0.measured } }
    /// The longest time between two frames so far, in ns.
    var longestGap: Int64 { state.withLock { $0.longestGap } }
    /// The lines that tapfocus has sent.
    var told: [String] { state.withLock { $0.told } }

    /// Waits until tapfocus has acknowledged the stream.
    func untilHeld() throws {
        let deadline = Clock.now + Clock.nanoseconds(Stage.patience)
        while state.withLock({ $0.isReservedOnly && $0.failure == nil }) {
            guard Clock.now < deadline else { throw HarnessError("the frames are not held: \(told)") }
            usleep(20_000)
        }
        if let failure = state.withLock({ $0.failure }) { throw HarnessError("the holding program: \(failure)") }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    private func run() throws {
        let client = try SocketClient(socket, within: 40)
        while !isOver {
            try client.send(#"{"request":"hold-frames","camera":"\#(camera)"}"#)
            guard try awaitHeld(client) else { continue }
            do { try stream(client) } catch is CameraGone { waitForCamera() }
        }
    }

    /// False if tapfocus has refused: its camera may not be there yet.
    private func awaitHeld(_ client: SocketClient) throws -> Bool {
        let line = try client.line(within: Stage.patience)
        state.withLock { $0.told.append(line.line) }
        if line.event == "held" { return true }
        usleep(300_000)
        return false
    }

    private struct CameraGone: Error {}

    private func waitForCamera() {
        state.withLock { $0.isReservedOnly = true }
        while !isOver, !FileManager.default.fileExists(atPath: camera) { usleep(50_000) }
        usleep(300_000)
    }

    /// Streams until the end, or until the camera is gone.
    private func stream(_ client: SocketClient) throws {
        // A camera that has just been plugged in may not be ready.
        guard let picture = try? PictureStream(camera) else { throw CameraGone() }
        try client.send(declaration(picture.began))
        while !isOver {
            for frame in try picture.frames() ?? { throw CameraGone() }() {
                let gap = picture.gap(to: frame)
                state.withLock { state in
                    state.frames += 1
                    state.longestGap = max(state.longestGap, gap)
                }
                if let line = picture.line(for: frame) {
                    try client.send(line)
                    state.withLock { $0.measured += 1 }
                }
            }
            while let line = try? client.line(within: 0) { try take(line, picture) }
        }
    }

    private func take(_ line: Record, _ picture: PictureStream) throws {
        state.withLock { state in
            state.told.append(line.line)
            if line.event == "held" { state.isReservedOnly = line.boolean("measures") != true }
        }
        switch line.event {
        case "measure": picture.measure(line)
        case "rest": picture.rest()
        default: break
        }
    }

    /// The times of its frames are the driver's, and uvcvideo's are those of the start of the exposure.
    private func declaration(_ began: FramesBegan) -> String {
        return #"{"request":"hold-frames","camera":"\#(camera)","width":\#(began.width),"height":\#(began.height),"#
            + #""interval":\#(began.interval.nanoseconds / 1000),"stamp":"start","measure":2}"#
    }
}

/// The stream of the application: it never stops, and its frames are measured as they were asked for last.
private final class PictureStream {
    private let worker: CameraWorker
    private let wakeup: Wakeup
    private let loop: EventLoop
    let began: FramesBegan
    private var lastRequest: UInt32 = 1
    /// The measurement that tapfocus wants: its id, and that of the stream's request for it.
    private var wanted: (id: Int64, request: UInt32)?
    private var last: Instant?

    init(_ path: String) throws {
        wakeup = try Wakeup()
        let camera = try DeviceFinder().openCamera(.path(path))
        _ = camera.describe()
        worker = try CameraWorker(camera: camera, wakeup: wakeup)
        loop = try EventLoop()
        let wakeup = wakeup
        try loop.add(wakeup.fileDescriptor, .readable) { _ in wakeup.clear() }
        // Large regions, so that the same frames do for whatever is asked later.
        let share = NormalizedRectangle(x: 0, y: 0, width: 0.25, height: 0.25)
        worker.submit(.requestFrames(id: 1, FrameRequest(focus: share, exposure: share)))
        for _ in 0..<200 {
            _ = try loop.runOnce(timeout: 100)
            for event in worker.takeEvents() {
                switch event {
                case .frames(.began(let began)):
                    self.began = began
                    return
                case .frames(.unavailable(_, let errno)):
                    worker.close()
                    throw HarnessError("the picture cannot be streamed: \(SystemError(errno))")
                default: break
                }
            }
        }
        throw HarnessError("the picture does not begin")
    }

    deinit { worker.close() }

    /// The frames of up to 20 ms; nil when the camera is gone.
    func frames() throws -> [FrameStatistics]? {
        _ = try loop.runOnce(timeout: 20)
        var frames: [FrameStatistics] = []
        for event in worker.takeEvents() {
            switch event {
            case .frames(.measured(let frame)): frames.append(frame)
            case .frames(.lost): return nil
            default: break
            }
        }
        return frames
    }

    func gap(to frame: FrameStatistics) -> Int64 {
        defer { last = frame.captured }
        return last.map { frame.captured.since($0).nanoseconds } ?? 0
    }

    func measure(_ line: Record) {
        func rectangle(_ name: String) -> NormalizedRectangle {
            let sides = (0..<4).map { line.number(name, "\($0)") ?? 0 }
            return NormalizedRectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
        }
        lastRequest += 1
        wanted = (line.integer("id") ?? 0, lastRequest)
        worker.submit(
            .requestFrames(
                id: lastRequest,
                FrameRequest(
                    focus: rectangle("focus"), exposure: rectangle("exposure"),
                    includesGrid: line.boolean("grid") == true)))
    }

    func rest() { wanted = nil }

    /// The line about a frame; nil if nobody wants it.
    func line(for frame: FrameStatistics) -> String? {
        guard let wanted, frame.request == wanted.request else { return nil }
        let time = frame.captured.nanoseconds / 1000
        let grid = frame.grid.map { grid in
            #","grid":[\#((0..<48).map { "\(grid.cells[$0])" }.joined(separator: ","))]"#
        }
        return #"{"request":"frame","id":\#(wanted.id),"sequence":\#(frame.sequence),"captured":\#(time),"#
            + #""sharpness":[\#(frame.sharpness)],"mean":\#(frame.mean),"bright":\#(frame.bright),"dark":\#(frame.dark)"#
            + (grid ?? "") + "}"
    }
}
