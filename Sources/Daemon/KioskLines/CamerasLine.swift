import FocusCore
import JSONLines
import TraceLines

/// The cameras that are connected, in answer to a request.
public struct CamerasLine: Equatable, Sendable {
    public var cameras: [Camera]

    public init(_ cameras: [Camera] = []) { self.cameras = cameras }

    public struct Camera: DefaultRecord, Equatable, Sendable {
        public var name = ""
        public var path = ""
        /// True for the one that is in use.
        public var isUsed = false

        public init() {}

        public init(name: String, path: String, isUsed: Bool = false) {
            (self.name, self.path, self.isUsed) = (name, path, isUsed)
        }

        package mutating func describe(_ fields: inout some FieldVisitor) {
            fields.required("name", &name, "a camera's name and path")
            fields.required("path", &path, "a camera's name and path")
            fields.field("used", &isUsed, unless: false)
        }
    }

    mutating func describe(_ fields: inout some LineVisitor) { fields.required("cameras", &cameras) }

    /// The line for programs, with its line feed.
    package func line(at time: Instant) -> [UInt8] {
        var cameras = self
        return JSONLine.event("cameras", at: time) { line in cameras.describe(&line) }
    }
}
