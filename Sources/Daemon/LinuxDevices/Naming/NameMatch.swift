import LinuxSystem

/// Finds a device by the name that a person has typed.
enum NameMatch {
    /// The one device with this name among its names, whatever the case. An exact match comes before names that contain it.
    static func index(
        of name: String, among names: [[String]], _ role: DeviceError.Role, descriptions: [String]
    ) throws(DeviceError) -> Int {
        let wanted = name.lowercased()
        let equal = names.indices.filter { names[$0].contains { $0.lowercased() == wanted } }
        let containing = names.indices.filter { names[$0].contains { $0.lowercased().includes(wanted) } }
        let matches = equal.isEmpty ? containing : equal
        guard let first = matches.first, !wanted.isEmpty else { throw notFound(role, name, descriptions) }
        guard matches.count == 1 else {
            throw DeviceError(
                .ambiguous, role, attempt: "choose", subject: "\(role.rawValue) \"\(name)\"",
                answer: "several have that name: \(list(matches.map { descriptions[$0] }))",
                remedy: "Name one by its path")
        }
        return first
    }

    static func notFound(_ role: DeviceError.Role, _ name: String, _ descriptions: [String]) -> DeviceError {
        let answer = descriptions.isEmpty ? "none is connected" : "there is only \(list(descriptions))"
        return DeviceError(
            .doesNotExist, role, attempt: "find", subject: "\(role.rawValue) \"\(name)\"", answer: answer,
            remedy: descriptions.isEmpty ? "Connect it" : "Choose one of these, or connect it")
    }

    private static func list(_ descriptions: [String]) -> String { descriptions.joined(separator: ", ") }
}
