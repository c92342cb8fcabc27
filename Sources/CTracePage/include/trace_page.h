#pragma once
/// A source of the page of "trace view", which the compiler has put into this library.
struct tapfocus_page_source {
    const unsigned char *_Nonnull bytes;
    unsigned long count;
};

struct tapfocus_page_source tapfocus_page_html(void);
struct tapfocus_page_source tapfocus_page_css(void);
struct tapfocus_page_source tapfocus_load_js(void);
struct tapfocus_page_source tapfocus_series_js(void);
struct tapfocus_page_source tapfocus_model_js(void);
struct tapfocus_page_source tapfocus_reports_js(void);
struct tapfocus_page_source tapfocus_canvas_js(void);
struct tapfocus_page_source tapfocus_spans_js(void);
struct tapfocus_page_source tapfocus_curves_js(void);
struct tapfocus_page_source tapfocus_timeline_js(void);
struct tapfocus_page_source tapfocus_lanes_js(void);
struct tapfocus_page_source tapfocus_flags_js(void);
struct tapfocus_page_source tapfocus_readings_js(void);
struct tapfocus_page_source tapfocus_panels_js(void);
struct tapfocus_page_source tapfocus_searchpanel_js(void);
struct tapfocus_page_source tapfocus_log_js(void);
struct tapfocus_page_source tapfocus_whatif_js(void);
struct tapfocus_page_source tapfocus_pointers_js(void);
struct tapfocus_page_source tapfocus_main_js(void);
