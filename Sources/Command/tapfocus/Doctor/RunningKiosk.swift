import ControlSocket
import Glibc
import KioskRuntime

/// A "tapfocus run" that runs beside this program, or not.
enum RunningKiosk {
    case running(StatusLine, path: String)
    /// There is a socket that this user may not use.
    case closed(path: String)
    case absent

    /// Asks at the named socket; else where all programs look for it, and then where the package's service listens.
    static func find(_ named: String?) -> RunningKiosk {
        let service = "/run/tapfocus/tapfocus.sock"
        let places = named.map { [SocketPlace($0)] } ?? [.standard, SocketPlace(service)]
        var closed: String?
        for place in places {
            do throws(SocketError) {
                let client = try KioskClient(place)
                try client.send(.status)
                if let line = client.nextLine(), case .status(let status)? = KioskLine(line) {
                    return .running(status, path: place.path)
                }
            } catch {
                if error.code == EACCES || error.code == EPERM { closed = place.path }
            }
        }
        return closed.map { .closed(path: $0) } ?? .absent
    }
}
