import CV4L2
import Glibc
import Testing

@testable import LinuxDevices

@Suite struct MediaTopologyTests {
    @Test("The structures have the kernel's layout")
    func layout() {
        #expect(MemoryLayout<media_v2_topology>.size == 72)
        #expect(MemoryLayout<media_v2_entity>.stride == 96 && MemoryLayout<media_v2_interface>.stride == 112)
        #expect(MemoryLayout<media_v2_pad>.stride == 32 && MemoryLayout<media_v2_link>.stride == 40)
        #expect(tapfocus_media_ioc_g_topology == 0xc048_7c04)
        #expect(tapfocus_media_entity_lens == 0x20003 && tapfocus_media_interface_subdevice == 0x203)
    }

    @Test("A topology that grew between the two questions is asked for again, and one that shrank is cut")
    func size() throws {
        var topology = FakeTopology.camera
        topology.addLens(2)
        let machine = FakeMachine(.withLenses(topology))
        try Interposition.with(machine) {
            let whole = try MediaTopology(path: "/dev/media0")
            #expect(whole.entities.count == 2 && whole.interfaces.count == 2 && whole.links.count == 2)
            machine.state.withLock { $0.topologies["/dev/media0"]?.links = [] }
            #expect(try MediaTopology(path: "/dev/media0").links.isEmpty)
        }
        for (counts, expected) in [([1, 3, 3, 3], 3), ([1, 2, 3, 4, 5, 5], 5), ([3, 1], 1)] {
            let topology = Interposition.with(ChangingMedia(counts)) { try? MediaTopology(path: "/dev/media0") }
            #expect(topology?.pads.count == expected)
        }
    }

    @Test("A topology that never stops growing finally becomes an error")
    func growth() {
        let media = ChangingMedia(Array(1...100))
        #expect(throws: SystemError(ENOSPC)) {
            try Interposition.with(media) { _ = try MediaTopology(path: "/dev/media0") }
        }
        #expect(media.left == 92, "four times two questions")
    }
}

/// A media device that has only pads, a different number at each question.
private final class ChangingMedia: SystemCallInterposer {
    private let counts: Locked<[Int]>

    init(_ counts: [Int]) {
        self.counts = Locked(counts)
    }

    /// Number of questions that it would still answer.
    var left: Int { counts.withLock { $0.count } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .ioctl(_, _, let argument) = call else {
            if case .open = call { return .returned(Int(dup(1))) }
            return nil
        }
        var topology = FakeTopology()
        let count = counts.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
        for id in 0..<UInt32(count) { topology.pads.append((id, 1)) }
        let code = topology.answer(argument.assumingMemoryBound(to: media_v2_topology.self))
        return code == 0 ? .returned(0) : .failed(errno: code)
    }
}
