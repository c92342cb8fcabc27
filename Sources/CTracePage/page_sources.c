// The sources of the page of "trace view". C23's #embed takes hardly any time; SwiftPM's embedInCode makes a list of numbers of each, which the
// Swift compiler reads for twenty seconds whenever it compiles that module.
#include "trace_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define BEGIN(name) static const unsigned char name[] = {
#define END(name)                                            \
    }                                                        \
    ;                                                        \
    struct tapfocus_page_source tapfocus_##name(void) {      \
        return (struct tapfocus_page_source){name, sizeof name}; \
    }

BEGIN(page_html)
#embed "../TracePage/Resources/page.html"
END(page_html)

BEGIN(page_css)
#embed "../TracePage/Resources/page.css"
END(page_css)

BEGIN(load_js)
#embed "../TracePage/Resources/load.js"
END(load_js)

BEGIN(series_js)
#embed "../TracePage/Resources/series.js"
END(series_js)

BEGIN(model_js)
#embed "../TracePage/Resources/model.js"
END(model_js)

BEGIN(reports_js)
#embed "../TracePage/Resources/reports.js"
END(reports_js)

BEGIN(canvas_js)
#embed "../TracePage/Resources/canvas.js"
END(canvas_js)

BEGIN(spans_js)
#embed "../TracePage/Resources/spans.js"
END(spans_js)

BEGIN(curves_js)
#embed "../TracePage/Resources/curves.js"
END(curves_js)

BEGIN(timeline_js)
#embed "../TracePage/Resources/timeline.js"
END(timeline_js)

BEGIN(lanes_js)
#embed "../TracePage/Resources/lanes.js"
END(lanes_js)

BEGIN(flags_js)
#embed "../TracePage/Resources/flags.js"
END(flags_js)

BEGIN(readings_js)
#embed "../TracePage/Resources/readings.js"
END(readings_js)

BEGIN(panels_js)
#embed "../TracePage/Resources/panels.js"
END(panels_js)

BEGIN(searchpanel_js)
#embed "../TracePage/Resources/searchpanel.js"
END(searchpanel_js)

BEGIN(log_js)
#embed "../TracePage/Resources/log.js"
END(log_js)

BEGIN(whatif_js)
#embed "../TracePage/Resources/whatif.js"
END(whatif_js)

BEGIN(pointers_js)
#embed "../TracePage/Resources/pointers.js"
END(pointers_js)

BEGIN(main_js)
#embed "../TracePage/Resources/main.js"
END(main_js)
