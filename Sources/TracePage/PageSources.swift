import CTracePage

/// The sources of the page, which are in the program.
enum PageSources {
    /// The template, in which {{name}} stands for a value.
    static var page: [UInt8] { bytes(tapfocus_page_html()) }
    static var style: [UInt8] { bytes(tapfocus_page_css()) }
    static var script: [UInt8] { bytes(tapfocus_page_script()) }

    private static func bytes(_ source: tapfocus_page_source) -> [UInt8] {
        Array(UnsafeBufferPointer(start: source.bytes, count: Int(source.count)))
    }
}
