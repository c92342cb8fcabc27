import CSoup
import ControlSocket
import Glibc
import LinuxSystem
import WebGateway

/// Serves until SIGTERM or SIGINT.
/// - Throws: `Failure`, a sentence, if it cannot.
func serve(_ options: WebOptions) throws {
    let token = try options.tokenFile.map { path throws(Failure) in try TokenFile.read(path) }
    let pages = try PageStore(folder: try pagesFolder(options.pages))
    let entrance = try Entrance(address: options.address, port: options.port, silence: options.silence)
    let access = AccessList(
        port: entrance.port, listening: entrance.listening, hosts: options.hosts, origins: options.origins)
    let socket = SocketPlace(options.socket)
    let gatekeeper = Gatekeeper(access, token: token, hasPicture: options.picture != nil)
    let server = WebServer(
        gatekeeper, pages: pages, controlSocket: socket, picture: options.picture, entrance: entrance)

    if let address = options.address, entrance.listening.reachesOthers { warn(of: address, hasToken: token != nil) }
    let host = entrance.listening.host
    let name = entrance.port == 80 ? host : "\(host):\(entrance.port)"
    let first = "http://\(name)/ shows the pages of \(pages.folder); the control socket is \(socket.path)"
    let lines = [first] + facts(options.origins, pages: pages.folder, socket)
    try StandardOutput.writeLine(lines.joined(separator: "\n"))

    let signals = endSignals { server.end() }
    server.run()
    withExtendedLifetime(signals) {}
}

/// Calls a handler when SIGTERM or SIGINT comes, as long as the sources live.
private func endSignals(_ handler: @escaping () -> Void) -> [LoopSource] {
    let signals = [SIGTERM, SIGINT]
    // The process that started this program may have blocked them, and GLib does not change that.
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    return signals.map { LoopSource(signal: $0, handler) }
}

/// What a person may otherwise learn only from a page that does not work, a line each.
private func facts(_ origins: [Origin], pages: String, _ socket: SocketPlace) -> [String] {
    let allowed = origins.map(\.description).joined(separator: ", ")
    var lines = [
        allowed.isEmpty
            ? "pages of other origins than this address are refused: --allow-origin ORIGIN allows one"
            : "pages of other origins that are allowed: \(allowed)"
    ]
    do throws(SocketError) {
        _ = try ControlConnection(socket)
    } catch {
        lines.append("no page reaches a camera yet: \(error)")
    }
    if access(pages + "/tapfocus.js", F_OK) != 0 {
        lines.append("there is no tapfocus.js in \(pages): no page can import it from here before it is copied there")
    }
    return lines
}

/// The reason why this program cannot serve: a sentence.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    static func system(_ attempt: String, remedy: String) -> Failure {
        Failure("cannot \(attempt): \(String(cString: strerror(errno)).lowercased()). \(remedy)")
    }
}

private func pagesFolder(_ given: String?) throws(Failure) -> String {
    if let given { return given }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let program = String(decoding: buffer.prefix(max(count, 0)).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    let candidates = PageFolders.candidates(of: program)
    if let found = candidates.first(where: { access($0 + "/index.html", R_OK) == 0 }) { return found }
    throw Failure(
        "cannot find the pages: no index.html in \(candidates.joined(separator: " or ")). Name their folder with --pages."
    )
}

private func warn(of address: String, hasToken: Bool) {
    StandardError.writeLine(
        "tapfocus-web: listening on \(address): other machines may reach this server. It speaks plain http: on the network "
            + "everybody can read and change what is sent, and browsers on other machines do not allow such a page a camera. "
            + "Put a server with https in front of it.")
    if !hasToken {
        StandardError.writeLine(
            "tapfocus-web: without --token-file, every program that reaches it can use the control socket, because a program can "
                + "claim any origin."
        )
    }
}

enum TokenFile {
    static func read(_ path: String) throws(Failure) -> Token {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .system("read the token in \(path)", remedy: "Name a file that this user may read (--token-file).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("cannot read the token in \(path): it is no file. Name a file with one word (--token-file).")
        }
        guard status.st_mode & 0o006 == 0 else {
            throw Failure(
                "the token in \(path) is no secret: other users may read or write the file. Take that from them: chmod o= \(path)"
            )
        }
        var bytes = [UInt8](repeating: 0, count: Token.lengths.upperBound + 3)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else {
            throw .system("read the token in \(path)", remedy: "Name another file (--token-file).")
        }
        do throws(TokenFault) {
            return try Token(file: Array(bytes.prefix(count)))
        } catch {
            throw Failure("the file \(path) holds no token. \(error)")
        }
    }
}
