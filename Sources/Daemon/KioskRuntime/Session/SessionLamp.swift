import FocusCore
import LinuxDevices

/// The lamp that clients switch. The engine hears of it as of any other light.
extension Session {
    func switchLamp(to level: Double, stays: Bool, for client: ControlServer.ClientID) {
        let lamp = devices.lamp
        let request = ControlRequest.lamp(level: level, stays: stays)
        // The exposure would be that of the earlier brightness.
        guard lamp.level == 0 || level == 0 || lamp.level == level else {
            let message = "the lamp is on already, with another level: switch it off first (level 0)."
            return audience.refuse(request, of: client, because: message)
        }
        do throws(DeviceError) {
            try lamp.set(level, for: stays ? nil : client)
        } catch {
            return audience.refuse(request, of: client, because: error.description)
        }
        answer(.light(isOn: level > 0, stays: stays), client)
    }

    /// The connection of a client has closed. Its light is over for the engine, too: `Conversation` says so.
    func lampLeft(by client: ControlServer.ClientID) {
        do throws(DeviceError) {
            try devices.lamp.clientLeft(client)
        } catch {
            audience.say(.error(error.description))
        }
    }

    /// A lamp does not outlive the program.
    func endLamp() {
        do throws(DeviceError) {
            try devices.lamp.end()
        } catch {
            audience.say(.error(error.description))
        }
    }
}
