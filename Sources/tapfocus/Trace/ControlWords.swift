import FocusCore
import KioskRuntime
import LinuxDevices
import StateTrace

/// Calls to the camera's controls, and their answers, in words. A trace has no driver's names: controls have their names in
/// files.
enum ControlWords {
    static func words(for operation: ControlCall.Operation) -> String {
        switch operation {
        case .write(let settings):
            let parts = settings.elements.map { words(for: $0.id, $0.value) }
            return "write \(parts.joined(separator: "; "))"
        case .read(let ids):
            return "read \(ids.elements.map(name).joined(separator: ", "))"
        }
    }

    /// - Parameter request: nil if it is not known what the answer belongs to.
    static func answer(_ result: ControlResult, to request: RecordedCalls.Request?) -> String {
        switch request {
        case .controls(.write(let settings)):
            let parts = settings.elements.enumerated().map { index, setting in
                let value = (result.values[index] ?? nil) ?? setting.value
                return Self.words(for: setting.id, value, errno: result.errno)
            }
            return "camera: \(parts.joined(separator: "; "))"
        case .controls(.read(let ids)):
            let parts = ids.elements.enumerated().map { index, id in
                (result.values[index] ?? nil).map { Self.words(for: id, $0) } ?? "\(name(id)) failed"
            }
            return "camera: read \(parts.joined(separator: "; "))\(failure(result))"
        case .frames:
            return "camera: answered call \(result.call) for frames\(failure(result))"
        case nil:
            return "camera: answered call \(result.call)\(failure(result))"
        }
    }

    private static func failure(_ result: ControlResult) -> String {
        result.errno == 0 ? "" : "  refused: \(SystemError(result.errno).name)"
    }

    /// The words of the announcement of a write, without its indentation.
    private static func words(for id: ControlID, _ value: ControlValue, errno: Int32 = 0) -> String {
        let words = AnnouncementWords.words(for: .write(id, name: name(id), value, errno: errno))
        return String(words.drop { $0 == " " })
    }

    private static func name(_ id: ControlID) -> String {
        id.name?.description ?? "0x\(String(id.rawValue, radix: 16))"
    }
}
