import FocusCore
import Glibc
import SimulatedDevices
import Testing

@testable import LinuxDevices

@Suite("The lens of a camera is found through the media controller")
struct LensPairingTests {
    private func finding(_ topology: FakeTopology, _ change: (inout FakeMachine.State) -> Void = { _ in }) throws
        -> LensFinding
    {
        var state = FakeMachine.State.withLenses(topology)
        change(&state)
        return try Interposition.with(FakeMachine(state)) {
            let camera = try V4L2Camera(path: "/dev/video0")
            try camera.pairLens(.automatic, mediaPaths: ["/dev/media7", "/dev/media0"])
            return camera.lensFinding
        }
    }

    @Test("The only lens of the camera's media device is its own")
    func only() throws {
        var topology = FakeTopology.camera
        topology.addSensor(10)
        topology.addLens(2)
        #expect(try finding(topology) == .paired(path: "/dev/v4l-subdev2", .only))
    }

    @Test("Of two lenses the one that is linked to the camera's sensor is taken, whichever it is", arguments: [2, 3])
    func linked(lens: UInt32) throws {
        var topology = FakeTopology.camera
        topology.addSensor(10)
        topology.entities.append((11, 0x0002_0001))
        topology.addLens(lens, of: 10)
        topology.addLens(5 - lens, of: 11)
        #expect(try finding(topology) == .paired(path: "/dev/v4l-subdev\(lens)", .linked))
    }

    @Test("If two sensors could give the picture, the enabled one counts", arguments: [2, 3])
    func enabled(lens: UInt32) throws {
        var topology = FakeTopology.camera
        topology.addSensor(10, isEnabled: lens == 2)
        topology.addSensor(11, isEnabled: lens == 3)
        topology.addLens(2, of: 10)
        topology.addLens(3, of: 11)
        #expect(try finding(topology) == .paired(path: "/dev/v4l-subdev\(lens)", .linked))
    }

    @Test("Two lenses without a link, or with a link each, are for a person to choose from")
    func undecided() throws {
        var topology = FakeTopology.camera
        topology.addSensor(10, isEnabled: false)
        topology.addLens(3)
        topology.addLens(2)
        #expect(try finding(topology) == .undecided(["/dev/v4l-subdev2", "/dev/v4l-subdev3"]))
        topology = .camera
        topology.addSensor(10)
        topology.addLens(2, of: 10)
        topology.addLens(3, of: 10)
        #expect(try finding(topology) == .undecided(["/dev/v4l-subdev2", "/dev/v4l-subdev3"]))
    }

    @Test("An enabled sensor without a lens does not get the lens of a disabled one")
    func lensOfDisabled() throws {
        var topology = FakeTopology.camera
        topology.addSensor(10)
        topology.addSensor(11, isEnabled: false)
        topology.addLens(2, of: 11)
        #expect(try finding(topology) == .none)
        topology.links.removeAll { $0.source == 1010 }
        #expect(try finding(topology) == .paired(path: "/dev/v4l-subdev2", .linked), "none is switched on")
    }

    @Test("A lens without a link could be either's where there are two sensors", arguments: [true, false])
    func twoSensors(isEnabled: Bool) throws {
        var topology = FakeTopology.camera
        topology.addSensor(10)
        topology.addSensor(11, isEnabled: isEnabled)
        topology.addLens(2)
        #expect(try finding(topology) == .undecided(["/dev/v4l-subdev2"]))
    }

    @Test("The lens of another camera's sensor, a lens without a node, and another device are not used")
    func none() throws {
        var topology = FakeTopology.camera
        topology.addSensor(10)
        #expect(try finding(topology) == .none)
        topology.entities.append((11, 0x0002_0001))
        topology.addLens(2, of: 11)
        #expect(try finding(topology) == .none)
        topology = .camera
        topology.addLens(2, hasNode: false)
        #expect(try finding(topology) == .none)
        topology = .camera
        topology.addLens(2)
        // The function number before the lens's is that of a flash.
        topology.entities[1].function -= 1
        #expect(try finding(topology) == .none)
        topology = .camera
        topology.addLens(2)
        #expect(try finding(topology) { $0.texts.removeAll() } == .none)
    }

    @Test("A media device of something else, or one that does not answer, is ignored", arguments: someErrnos)
    func otherDevice(errno: Int32) throws {
        var topology = FakeTopology.camera
        topology.addLens(2)
        let lens = LensFinding.paired(path: "/dev/v4l-subdev2", .only)
        #expect(try finding(topology) { $0.openErrors["/dev/media7"] = errno } == lens)
        topology.interfaces[0].minor = 4
        #expect(try finding(topology) == .none)
    }

    @Test(
        "If no media device knows the camera, one that refuses to answer is a finding; one that has gone is not",
        arguments: someErrnos)
    func unanswered(errno: Int32) throws {
        var topology = FakeTopology.camera
        topology.addLens(2)
        let isPassedOver = [ENOENT, ENODEV, ENXIO, ENOTTY].contains(errno)
        for found in [
            try finding(topology) { $0.openErrors["/dev/media0"] = errno },
            try finding(topology) { $0.ioctlErrors["/dev/media0"] = errno },
        ] {
            guard case .unanswered("/dev/media0", let error) = found else {
                #expect(isPassedOver && found == .none)
                continue
            }
            #expect(!isPassedOver && error.systemError?.code == errno && error.description.contains("ask /dev/media0"))
            #expect(error.kind != .permission || error.remedy?.contains("\"video\"") == true)
        }
    }

    @Test("A search along links in a circle ends")
    func circle() throws {
        var topology = FakeTopology.camera
        topology.addSensor(10)
        topology.addSensor(11)
        topology.links += [(1010, 1011, 1), (1011, 1010, 1), (1001, 1010, 1), (1001, 1001, 1)]
        topology.addLens(2, of: 11)
        #expect(try finding(topology) == .paired(path: "/dev/v4l-subdev2", .linked))
    }

    @Test("A lens that may not be opened is a finding, and the camera is used without it")
    func refused() throws {
        var topology = FakeTopology.camera
        topology.addLens(2)
        var state = FakeMachine.State.withLenses(topology)
        state.openErrors["/dev/v4l-subdev2"] = EACCES
        try Interposition.with(FakeMachine(state)) {
            let camera = try V4L2Camera(path: "/dev/video0")
            try camera.pairLens(.automatic, mediaPaths: ["/dev/media0"])
            guard case .unusable("/dev/v4l-subdev2", let error) = camera.lensFinding else {
                Issue.record("\(camera.lensFinding)")
                return
            }
            #expect(error.kind == .permission && error.remedy?.contains("\"video\"") == true)
            #expect(camera.describe().control(.focusAbsolute) == nil)
        }
    }

    @Test("Nothing a media driver reports makes it trap", arguments: [UInt64(1), 2, 3])
    func fuzz(seed: UInt64) {
        var state = FakeMachine.State.withLenses(.camera)
        state.noise = SplitMix64(seed: seed)
        for number in 0..<16 {
            state.texts["/sys/dev/char/\(number / 4):\(number % 4)/uevent"] = "DEVNAME=v4l-subdev2\n"
        }
        let machine = FakeMachine(state)
        var counts: [String: Int] = [:]
        Interposition.with(machine) {
            for turn in 0..<UInt32(2000) {
                let number = DeviceNumber(major: turn % 4, minor: turn / 4 % 4)
                switch LensFinding.find(for: number, mediaPaths: ["/dev/media0"]) {
                case .none: counts["none", default: 0] += 1
                case .paired, .undecided, .unusable, .unanswered: counts["some", default: 0] += 1
                }
            }
        }
        #expect(machine.openPaths.isEmpty, "seed \(seed)")
        #expect(counts["none", default: 0] > 0 && counts["some", default: 0] > 0, "seed \(seed): \(counts)")
    }

    @Test("A topology that is changed anywhere leads to one of the lenses or to none", arguments: [UInt64(7), 8])
    func mutations(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<400 {
            var topology = FakeTopology.camera
            topology.addSensor(10)
            topology.addSensor(11, isEnabled: false)
            topology.addLens(2, of: 10)
            topology.addLens(3, of: random.next() % 2 == 0 ? 11 : nil)
            for _ in 0...random.next() % 4 {
                let value =
                    [0, 1, 2, 3, 10, 11, 100, 1001, .max, UInt32(truncatingIfNeeded: random.next())]
                    .randomElement(using: &random) ?? 0
                let link = Int(random.next() % UInt64(topology.links.count))
                switch random.next() % 6 {
                case 0: topology.links[link].source = value
                case 1: topology.links[link].sink = value
                case 2: topology.links[link].flags = value << (random.next() % 31)
                case 3: topology.entities[Int(random.next() % UInt64(topology.entities.count))].id = value
                case 4: topology.interfaces[Int(random.next() % UInt64(topology.interfaces.count))].id = value
                default: topology.pads[Int(random.next() % UInt64(topology.pads.count))].entity = value
                }
            }
            switch try finding(topology) {
            case .none: break
            case .unanswered: Issue.record("it was answered, seed \(seed)")
            case .paired(let path, _), .unusable(let path, _):
                #expect(path.hasPrefix("/dev/v4l-subdev"), "seed \(seed)")
            case .undecided(let paths): #expect((1...2).contains(paths.count), "seed \(seed)")
            }
        }
    }
}
