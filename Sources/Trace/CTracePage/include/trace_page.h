#pragma once
/// A source of the page of "trace view", which the compiler has put into this library.
struct tapfocus_page_source {
    const unsigned char *_Nonnull bytes;
    unsigned long count;
};

struct tapfocus_page_source tapfocus_page_html(void);
struct tapfocus_page_source tapfocus_page_css(void);
struct tapfocus_page_source tapfocus_page_script(void);
