import CV4L2
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("A call to a camera is one system call, and its answer is returned")
struct CameraCallTests {
    private let rectangle = PixelRectangle(left: 100, top: 50, width: 320, height: 180)

    @Test("Several settings of several classes travel in one call, in their order")
    func write() throws {
        let fake = FakeCamera(.webcam)
        let result = try perform(
            fake, .write(list(.init(.regionRectangle, .rectangle(rectangle)), .init(.regionAuto, .integer(9)))))
        #expect(result.errno == 0)
        #expect(result.values.elements == [.rectangle(rectangle), .integer(9)])
        let (writes, which) = fake.driver.withLock { ($0.writes, $0.whichOfWrites) }
        #expect(writes.count == 1)
        #expect(writes.first?.map(\.0) == [.regionRectangle, .regionAuto])
        #expect(which == [0])
    }

    @Test("A value that the driver has rounded is returned")
    func rounded() throws {
        let result = try perform(FakeCamera(.webcam), .write(list(.init(.focusAbsolute, .integer(52)))))
        #expect(result.values.elements == [.integer(50)])
    }

    @Test(
        "A value that a control cannot hold is never sent",
        arguments: [
            ControlSetting(.focusAbsolute, .integer(-1)), ControlSetting(.focusAbsolute, .integer(251)),
            ControlSetting(.focusAbsolute, .integer(.max)), ControlSetting(.exposureAbsolute, .integer(2)),
            ControlSetting(.regionAuto, .integer(2)), ControlSetting(.regionAuto, .integer(-1)),
            ControlSetting(.regionAuto, .rectangle(PixelRectangle(left: 0, top: 0, width: 16, height: 16))),
            ControlSetting(.regionRectangle, .integer(0)),
            ControlSetting(.regionRectangle, .rectangle(PixelRectangle(left: -1, top: 0, width: 16, height: 16))),
            ControlSetting(.regionRectangle, .rectangle(PixelRectangle(left: 0, top: 0, width: 0, height: 16))),
            ControlSetting(.regionRectangle, .rectangle(PixelRectangle(left: 0, top: 0, width: 16, height: .min))),
        ])
    func outOfRange(setting: ControlSetting) throws {
        let fake = FakeCamera(.webcam)
        let result = try perform(fake, .write(list(.init(.focusAuto, .integer(1)), setting)))
        #expect(result == ControlResult(call: 7, errno: ERANGE))
        #expect(fake.driver.withLock { $0.writes.isEmpty })
    }

    @Test("A control that fails does not keep the others from being read")
    func read() throws {
        let result = try perform(FakeCamera(.webcam), .read(list(.focusAuto, .lock3A, .focusAbsolute)))
        #expect(result.errno == 0)
        #expect(result.values.elements == [.integer(1), nil, .integer(30)])
    }

    @Test("If none can be read, the first errno is returned")
    func readNone() throws {
        let result = try perform(FakeCamera(.webcam), .read(list(.lock3A, .autoFocusStatus)))
        #expect(result.errno == EINVAL)
        #expect(result.values.elements == [nil, nil])
    }

    @Test("An empty call makes no system call")
    func empty() throws {
        let kernel = FaultyKernel(FakeCamera(.webcam))
        try Interposition.with(kernel) {
            let camera = try V4L2Camera(path: "/dev/video0")
            let before = kernel.count(of: "ioctl")
            #expect(camera.perform(ControlCall(id: 1, operation: .write(InlineList()))).errno == 0)
            #expect(camera.perform(ControlCall(id: 2, operation: .read(InlineList()))).errno == 0)
            #expect(kernel.count(of: "ioctl") == before)
        }
    }

    @Test("An interrupted request is made again")
    func interrupted() throws {
        for occurrence in 1...60 {
            let kernel = FaultyKernel(
                FakeCamera(.webcam), fault: .init(call: "ioctl", occurrence: occurrence, errno: EINTR))
            let description = try Interposition.with(kernel) { try V4L2Camera(path: "/dev/video0").describe() }
            #expect(description.controls.count == 6)
        }
    }

    @Test("Any failure with any errno gives an answer, and leaves no descriptor open", arguments: someErrnos)
    func faults(errno: Int32) throws {
        for call in ["open", "ioctl"] {
            for occurrence in 1...50 {
                for stays in [false, true] {
                    let fake = FakeCamera(.webcam)
                    let kernel = FaultyKernel(
                        fake, fault: .init(call: call, occurrence: occurrence, errno: errno, stays: stays))
                    Interposition.with(kernel) { useOnce(errno) }
                    #expect(!fake.hasOpenDescriptors)
                }
            }
        }
    }

    private func useOnce(_ errno: Int32) {
        do throws(DeviceError) {
            let camera = try V4L2Camera(path: "/dev/video0")
            _ = camera.describe()
            let result = camera.perform(
                ControlCall(id: 3, operation: .write(list(ControlSetting(.focusAuto, .integer(0))))))
            #expect(result.call == 3)
            // A bit mask whose description failed is written unchecked; every other control fails for one reason.
            #expect([0, errno, ERANGE].contains(result.errno))
        } catch {
            #expect(error.systemError?.code == (errno == EINVAL && error.attempt == "use" ? ENOTTY : errno))
            #expect(error.description.hasPrefix("cannot \(error.attempt) /dev/video0: "))
        }
    }

    private func perform(_ fake: FakeCamera, _ operation: ControlCall.Operation) throws -> ControlResult {
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            _ = camera.describe()
            return camera.perform(ControlCall(id: 7, operation: operation))
        }
    }

    private func list<Element>(_ elements: Element...) -> InlineList<4, Element> {
        var list = InlineList<4, Element>()
        for element in elements { list.append(element) }
        return list
    }
}
