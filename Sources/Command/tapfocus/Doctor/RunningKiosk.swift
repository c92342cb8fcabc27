import ControlSocket
import Glibc
import KioskRuntime

/// A "tapfocus run" that runs beside this program, or not.
enum RunningKiosk {
    case running(StatusLine, path: String)
    /// There is a socket that this user may not use.
    case closed(path: String)
    /// Something listens there, and does not answer: it hangs, or has no place for another client.
    case silent(path: String)
    case absent

    /// A kiosk answers within some milliseconds, also while it searches for its devices.
    private static let longestWait: Int32 = 2000

    /// Asks at the named socket; else where all programs look for it, and then where the package's service listens.
    static func find(_ named: String?) -> RunningKiosk {
        let service = "/run/tapfocus/tapfocus.sock"
        let places = named.map { [SocketPlace($0)] } ?? [.standard, SocketPlace(service)]
        var found = RunningKiosk.absent
        for place in places {
            do throws(SocketError) {
                let client = try KioskClient(place, longestWait: longestWait)
                try client.send(.status)
                if let line = client.nextLine(), case .status(let status)? = KioskLine(line) {
                    return .running(status, path: place.path)
                }
                found = .silent(path: place.path)
            } catch {
                switch error.code {
                case EACCES, EPERM: found = .closed(path: place.path)
                case EAGAIN, EPIPE: found = .silent(path: place.path)
                default: break
                }
            }
        }
        return found
    }
}
