import Glibc
import WebGateway

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
