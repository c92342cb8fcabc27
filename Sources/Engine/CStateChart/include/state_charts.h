#pragma once
/// A file of StateCharts, which the compiler has put into this library.
struct tapfocus_chart {
    const unsigned char *_Nonnull bytes;
    unsigned long count;
};

struct tapfocus_chart tapfocus_focus_exposure_chart(void);
struct tapfocus_chart tapfocus_settle_then_hold_chart(void);
struct tapfocus_chart tapfocus_tap_chart(void);
struct tapfocus_chart tapfocus_stream_chart(void);
struct tapfocus_chart tapfocus_keep_chart(void);
struct tapfocus_chart tapfocus_light_chart(void);
