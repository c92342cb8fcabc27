import CTracePage

/// The sources of the page, which are in the program.
enum PageSources {
    /// The template, in which {{name}} stands for a value.
    static var page: [UInt8] { bytes(tapfocus_page_html()) }
    static var style: [UInt8] { bytes(tapfocus_page_css()) }

    /// The parts of the script, in their order; each builds upon those before it.
    static var script: [UInt8] {
        [
            tapfocus_load_js(), tapfocus_series_js(), tapfocus_model_js(), tapfocus_reports_js(),
            tapfocus_canvas_js(), tapfocus_spans_js(), tapfocus_curves_js(), tapfocus_timeline_js(),
            tapfocus_lanes_js(), tapfocus_flags_js(), tapfocus_readings_js(), tapfocus_panels_js(),
            tapfocus_searchpanel_js(), tapfocus_log_js(), tapfocus_whatif_js(), tapfocus_pointers_js(),
            tapfocus_main_js(),
        ].flatMap(bytes)
    }

    private static func bytes(_ source: tapfocus_page_source) -> [UInt8] {
        Array(UnsafeBufferPointer(start: source.bytes, count: Int(source.count)))
    }
}
