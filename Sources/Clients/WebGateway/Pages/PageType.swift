/// The types of files that are served; no other file leaves the folder.
public enum PageType: String, CaseIterable, Sendable {
    case html, css, js, mjs, wasm, ts, json, txt, svg, png, jpg, webp, ico

    init?(of name: ArraySlice<UInt8>) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        self.init(rawValue: String(decoding: name[(dot + 1)...], as: UTF8.self))
    }

    /// The value of Content-Type. A browser runs a module only as JavaScript, and compiles what streams in only as wasm.
    public var contentType: String {
        switch self {
        case .html: "text/html; charset=utf-8"
        case .css: "text/css; charset=utf-8"
        case .js, .mjs: "text/javascript; charset=utf-8"
        case .wasm: "application/wasm"
        case .json: "application/json"
        // Declarations of types are for people and editors.
        case .ts, .txt: "text/plain; charset=utf-8"
        case .svg: "image/svg+xml"
        case .png: "image/png"
        case .jpg: "image/jpeg"
        case .webp: "image/webp"
        case .ico: "image/x-icon"
        }
    }
}
