import CV4L2
import FocusCore
import Glibc
import SimulatedDevices
import Testing

@testable import LinuxDevices

@Suite("Streaming gives an answer, whatever the driver answers")
struct StreamFaultTests {
    /// Without the calls that release something, which release it whatever they answer.
    private static let calls = ["open", "fstat", "v4l2_fd_open", "v4l2_ioctl", "v4l2_mmap", "ioctl"]
    private static let conversionCalls = calls + ["v4lconvert_create", "v4lconvert_convert"]

    @Test("If any call fails, once or for ever, nothing stays mapped or open", arguments: calls)
    func faults(call: String) {
        fail(call, StreamTests.driver)
    }

    @Test("If frames have to be converted, no converter stays, either", arguments: conversionCalls)
    func conversionFaults(call: String) {
        fail(call, StreamTests.jpegDriver)
    }

    private func fail(_ call: String, _ driver: FakeCamera.Driver) {
        for errno in [EIO, ENODEV, EBUSY, EINVAL, EAGAIN, EPIPE] {
            for occurrence in 1...45 {
                for stays in [false, true] {
                    let fake = FakeCamera(driver)
                    let kernel = FaultyKernel(
                        fake, fault: .init(call: call, occurrence: occurrence, errno: errno, stays: stays))
                    Interposition.with(kernel) { useOnce(fake) }
                    #expect(!fake.hasOpenDescriptors, "\(call) \(occurrence) \(errno)")
                    let holdsMemory = fake.driver.withLock { $0.capture.holdsMemory }
                    #expect(!holdsMemory, "\(call) \(occurrence) \(errno)")
                }
            }
        }
    }

    @Test("A failed change of the measured regions ends the earlier stream: nobody would end it afterwards")
    func changeThatFails() throws {
        let fake = FakeCamera(StreamTests.driver)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            _ = camera.describe()
            let whole = FrameRequest(focus: .whole, exposure: .whole)
            #expect(camera.carryOut(.requestFrames(id: 1, whole)).errno == 0)
            #expect(fake.driver.withLock { $0.capture.isStreaming })
            fake.driver.withLock { $0.capture.refusals = [tapfocus_vidioc_g_fmt: EIO] }
            // The region is so small that it needs larger frames.
            let small = NormalizedRectangle(around: PointOfInterest(x: 0.5, y: 0.5), share: 0.01)
            let request = FrameRequest(focus: small, exposure: small)
            #expect(camera.carryOut(.requestFrames(id: 2, request)).errno != 0)
            #expect(camera.frames == nil)
            #expect(!fake.driver.withLock { $0.capture.isInUse })
        }
    }

    private func useOnce(_ fake: FakeCamera) {
        guard let camera = try? V4L2Camera(path: "/dev/video0") else { return }
        _ = camera.givesFrames()
        let request = FrameRequest(focus: .whole, exposure: .whole)
        let result = camera.carryOut(.requestFrames(id: 3, request))
        #expect((result.errno == 0) == (camera.frames != nil))
        fake.expose(.init(sequence: 1))
        _ = camera.receiveFrames(now: MonotonicClock.now(), hasFailed: false)
        _ = camera.carryOut(.releaseFrames(id: 3))
        #expect(camera.frames == nil)
    }

    @Test("Random enumerations never trap, and every choice is usable", arguments: [UInt64](1...8))
    func fuzz(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<25 {
            let liar = Liar(round % 2 == 0 ? StreamTests.driver : StreamTests.jpegDriver, seed: random.next())
            Interposition.with(liar) {
                guard let camera = try? V4L2Camera(path: "/dev/video0") else { return }
                _ = camera.describe()
                let request = FrameRequest(
                    focus: Self.rectangle(&random), exposure: Self.rectangle(&random),
                    interval: TimeSpan(nanoseconds: Int64.random(in: .min ... .max, using: &random)))
                let result = camera.carryOut(.requestFrames(id: 1, request))
                #expect((result.errno == 0) == (camera.frames != nil), "seed \(seed), round \(round)")
                liar.fake.expose(.init(sequence: 1, time: Int64.random(in: 0 ... .max, using: &random)))
                _ = camera.receiveFrames(now: MonotonicClock.now(), hasFailed: false)
            }
            #expect(!liar.fake.hasOpenDescriptors, "seed \(seed), round \(round)")
        }
    }

    private static func rectangle(_ random: inout SplitMix64) -> NormalizedRectangle {
        func number() -> Double {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: .nan
            case 1: .infinity
            case 2: -1
            case 3: 1e-300
            default: Double.random(in: 0...1, using: &random)
            }
        }
        return NormalizedRectangle(x: number(), y: number(), width: number(), height: number())
    }
}

/// A driver that answers one enumeration in three with nonsense.
private final class Liar: SystemCallInterposer {
    let fake: FakeCamera
    private let random: Locked<SplitMix64>

    init(_ driver: FakeCamera.Driver, seed: UInt64) {
        fake = FakeCamera(driver)
        random = Locked(SplitMix64(seed: seed))
    }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        let answer = fake.answer(call)
        switch call {
        case .ioctl(_, let request, let argument), .videoRequest(_, let request, let argument):
            guard let range = Self.answers[request] else { return answer }
            nonisolated(unsafe) let argument = argument
            return random.withLock { random in
                guard Int.random(in: 0..<3, using: &random) == 0 else { return answer }
                for place in range.shuffled(using: &random).prefix(3) {
                    let values: [UInt32] = [0, 1, 2, 3, 7, 640, 0x7fff_ffff, 0x8000_0000, .max, random.nextWord()]
                    let value = values.randomElement(using: &random) ?? 0
                    argument.storeBytes(of: value, toByteOffset: place * 4, as: UInt32.self)
                }
                // Sometimes a driver that never ends its enumeration.
                return Bool.random(using: &random) ? .returned(0) : answer
            }
        default:
            return answer
        }
    }

    /// The 32-bit words of a structure that the driver fills in.
    private static let answers: [UInt: Range<Int>] = [
        tapfocus_vidioc_enum_fmt: 11..<12, tapfocus_vidioc_enum_framesizes: 2..<9,
        tapfocus_vidioc_enum_frameintervals: 4..<11, tapfocus_vidioc_g_fmt: 2..<8, tapfocus_vidioc_s_fmt: 2..<8,
        tapfocus_vidioc_g_parm: 1..<8, tapfocus_vidioc_s_parm: 1..<8,
    ]
}

extension SplitMix64 {
    fileprivate mutating func nextWord() -> UInt32 { UInt32(truncatingIfNeeded: next()) }
}
