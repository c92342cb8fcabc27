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

// The parts of the script, in their order; each builds upon those before it.
BEGIN(page_script)
#embed "../TracePage/Resources/load.js" suffix(,)
#embed "../TracePage/Resources/series.js" suffix(,)
#embed "../TracePage/Resources/model.js" suffix(,)
#embed "../TracePage/Resources/reports.js" suffix(,)
#embed "../TracePage/Resources/canvas.js" suffix(,)
#embed "../TracePage/Resources/spans.js" suffix(,)
#embed "../TracePage/Resources/curves.js" suffix(,)
#embed "../TracePage/Resources/timeline.js" suffix(,)
#embed "../TracePage/Resources/lanes.js" suffix(,)
#embed "../TracePage/Resources/flags.js" suffix(,)
#embed "../TracePage/Resources/readings.js" suffix(,)
#embed "../TracePage/Resources/panels.js" suffix(,)
#embed "../TracePage/Resources/searchpanel.js" suffix(,)
#embed "../TracePage/Resources/log.js" suffix(,)
#embed "../TracePage/Resources/whatif.js" suffix(,)
#embed "../TracePage/Resources/pointers.js" suffix(,)
#embed "../TracePage/Resources/main.js"
END(page_script)
