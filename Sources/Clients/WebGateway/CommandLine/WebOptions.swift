import CommandLineWords

/// The options of tapfocus-web.
public struct WebOptions: Equatable, Sendable {
    /// 0: any free one.
    public var port: UInt16 = 8722
    /// The address to listen on; nil: loopback, IPv4 and IPv6.
    public var address: String?
    /// The control socket; nil: where all programs of TapFocus look for it.
    public var socket: String?
    /// The folder of pages; nil: where it was installed or built.
    public var pages: String?
    public var tokenFile: String?
    /// The socket of a program that gives the camera's picture; nil: no picture is passed on.
    public var picture: String?
    public var origins: [Origin] = []
    public var hosts: [Authority] = []
    /// An HTTP connection that is silent for so many seconds is closed.
    public var silence: UInt16 = 30

    public init() {}

    /// The command line asks for one of these.
    public enum Wish: Equatable, Sendable {
        case help
        case version
        /// The page of the manual, which an installation makes.
        case manual
        case serve(WebOptions)
    }

    /// A wrong command line: a sentence that names the right one.
    public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        public var description: String

        init(_ description: String) { self.description = description }
    }

    /// - Parameter arguments: without the program's name. "--name VALUE" and "--name=VALUE" mean the same.
    public static func parse(_ arguments: [String]) throws(Fault) -> Wish {
        var options = WebOptions()
        var given: Set<Name> = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" { return .help }
            if argument == "--version" { return .version }
            if argument == "--man" { return .manual }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let name = Name(argument: parts[0]) else {
                let names = Name.allCases.map { "--\($0.rawValue)" }
                let nearest = Nearest.name(to: parts[0], among: names + ["--help", "--version"])
                throw Fault(
                    argument.hasPrefix("-")
                        ? "there is no option \(parts[0]).\(nearest) There are \(names.joined(separator: ", "))."
                        : "\"\(argument)\" is one argument too many.")
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                throw Fault("--\(name.rawValue) needs a value.")
            }
            guard given.insert(name).inserted || name.isRepeatable else {
                throw Fault("--\(name.rawValue) is given twice.")
            }
            try options.set(name, value)
        }
        return .serve(options)
    }

    private enum Name: String, CaseIterable {
        case port, listen, socket, pages, picture, silence
        case tokenFile = "token-file"
        case allowOrigin = "allow-origin"
        case allowHost = "allow-host"

        var isRepeatable: Bool { self == .allowOrigin || self == .allowHost }

        init?(argument: String) {
            guard argument.hasPrefix("--") else { return nil }
            self.init(rawValue: String(argument.dropFirst(2)))
        }
    }

    private mutating func set(_ name: Name, _ value: String) throws(Fault) {
        switch name {
        case .port: port = try Self.number(value, 0...65_535, name)
        case .silence: silence = try Self.number(value, 1...3600, name)
        case .listen: address = try Self.text(value, name)
        case .socket: socket = try Self.text(value, name)
        case .pages: pages = try Self.text(value, name)
        case .picture: picture = try Self.text(value, name)
        case .tokenFile: tokenFile = try Self.text(value, name)
        case .allowOrigin: origins.append(try OriginArgument.origin(value))
        case .allowHost:
            guard let host = Authority(value) else {
                throw Fault("--allow-host takes the name of a host, like kiosk.example or kiosk.example:8080.")
            }
            hosts.append(host)
        }
    }

    private static func number(_ value: String, _ range: ClosedRange<UInt16>, _ name: Name) throws(Fault) -> UInt16 {
        guard let number = UInt16(value), range.contains(number) else {
            throw Fault("--\(name.rawValue) takes a whole number, \(range.lowerBound)…\(range.upperBound).")
        }
        return number
    }

    private static func text(_ value: String, _ name: Name) throws(Fault) -> String {
        guard !value.isEmpty, !value.utf8.contains(0) else { throw Fault("--\(name.rawValue) needs a value.") }
        return value
    }
}
