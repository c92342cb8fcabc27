// The entry of a fuzzer. Scripts/fuzz compiles it with FuzzedReader.swift and a line that names the reader.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzedReaderReads(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    fuzzedReader.read(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
