// The charts, so that programs have them wherever they are installed; by #embed, as in CTracePage.
#include "state_charts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define BEGIN(name) static const unsigned char name[] = {
#define END(name)                                       \
    }                                                   \
    ;                                                   \
    struct tapfocus_chart tapfocus_##name(void) {       \
        return (struct tapfocus_chart){name, sizeof name}; \
    }

BEGIN(focus_exposure_chart)
#embed "../../../StateCharts/focus-exposure.scxml"
END(focus_exposure_chart)

BEGIN(settle_then_hold_chart)
#embed "../../../StateCharts/settle-then-hold.scxml"
END(settle_then_hold_chart)

BEGIN(tap_chart)
#embed "../../../StateCharts/tap.scxml"
END(tap_chart)

BEGIN(stream_chart)
#embed "../../../StateCharts/stream.scxml"
END(stream_chart)

BEGIN(keep_chart)
#embed "../../../StateCharts/keep.scxml"
END(keep_chart)

BEGIN(light_chart)
#embed "../../../StateCharts/light.scxml"
END(light_chart)
