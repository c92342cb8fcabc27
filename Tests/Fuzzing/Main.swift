// The entry of a fuzzer. Scripts/stages/fuzz compiles it with FuzzedReader.swift, and names the reader in TAPFOCUS_READER.

import Foundation

private let fuzzedReader: FuzzedReader = {
    let name = ProcessInfo.processInfo.environment["TAPFOCUS_READER"] ?? ""
    guard let reader = FuzzedReader(rawValue: name) else { fatalError("TAPFOCUS_READER names no reader: \(name)") }
    return reader
}()

/// With TAPFOCUS_SEED=FILE it writes a seed that no document has, a session that begins with a snapshot of this engine, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzedReaderBegins(_: UnsafeMutablePointer<Int32>?, _: UnsafeMutableRawPointer?) -> Int32 {
    guard let path = ProcessInfo.processInfo.environment["TAPFOCUS_SEED"] else { return 0 }
    do {
        try Data(try SmallTraces.middle().utf8).write(to: URL(fileURLWithPath: path))
    } catch {
        fatalError("\(error)")
    }
    exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzedReaderReads(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    fuzzedReader.read(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
