import FocusCore

/// The whole state of an engine as JSON.
///
/// Doubles are written so that they read back exactly; NaN and the infinities are strings, as everywhere in a trace. Equal states have
/// equal bytes: keys are sorted, and a property without a value is a null.
public enum EngineSnapshot {
    /// Replay's way to write an engine down and to read it back.
    public static let coding = SnapshotCoding(
        write: { (engine: borrowing Engine) in bytes(of: engine) }, read: { read($0) })

    /// - Returns: JSON without spaces. Empty if the state cannot be written, which a number that JSON does not have is no reason for.
    public static func bytes(of engine: borrowing Engine) -> [UInt8] {
        (try? JSONValueEncoder.value(of: copy engine))?.bytes ?? []
    }

    /// The engine in the line of a snapshot; nil as below.
    public static func engine(inLine line: UnsafeRawBufferPointer) -> Engine? {
        TraceSnapshot.engine(in: line).flatMap { engine(from: $0) }
    }

    /// - Parameter json: without spaces.
    /// - Returns: nil if this is no snapshot, or one with other properties than this version's, or with values that no engine has.
    public static func engine(from json: some Sequence<UInt8>) -> Engine? {
        guard case .engine(let engine) = read(Array(json)) else { return nil }
        return engine
    }

    private static func read(_ json: [UInt8]) -> SnapshotReading {
        guard let value = JSONValue(json) else { return .impossibleValues }
        do {
            let engine = try JSONValueDecoder.decode(Engine.self, from: value)
            // A property that this version does not have is passed over, and would be lost.
            return bytes(of: engine) == json ? .engine(engine) : .otherProperties
        } catch DecodingError.dataCorrupted(_) {
            // A property that is missing, or that has another type, is another error.
            return .impossibleValues
        } catch {
            return .otherProperties
        }
    }
}
