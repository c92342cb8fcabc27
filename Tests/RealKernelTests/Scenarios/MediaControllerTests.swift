import Testing

@testable import LinuxDevices

extension OnARealKernel {
    /// A real media controller. The rig's kernels have no driver for a lens of its own.
    @Suite struct MediaController {
        @Test("The topology of a UVC camera has its node, and no lens")
        func topology() throws {
            let kiosk = try VirtualKiosk()
            defer { kiosk.quit() }
            let node = try kiosk.tell("await camera")
            let media = try DeviceFinder().mediaPaths()
            try #require(!media.isEmpty)
            let camera = try V4L2Camera(path: node)
            let number = try #require(DeviceNumber(descriptor: camera.fileDescriptor))
            try #require(number.node == node)
            let topology = try MediaTopology(path: media[0])
            // The picture passes a camera terminal and a processing unit on its way to the node.
            let entities = topology.entities(of: number)
            try #require(entities.count == 1)
            try #require(topology.upstream(of: entities, isEnabled: true).count >= 3)
            try #require(topology.entities.allSatisfy { text(of: $0.name).isEmpty == false })
            try camera.pairLens(.automatic, mediaPaths: media)
            try #require(topology.lenses.isEmpty && camera.lensFinding == .none)
        }
    }
}
