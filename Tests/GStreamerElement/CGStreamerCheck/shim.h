// GStreamer's harness, in which a test plays the elements before and behind one.
#pragma once
#define _GNU_SOURCE
#include <gst/allocators/gstfdmemory.h>
#include <gst/check/gstharness.h>
#include <gst/check/gsttestclock.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "played-autofocus.h"

// Emits the element's action signal; Swift cannot call a function with a variable number of arguments.
static inline gboolean tapfocus_check_take_photo(GstElement *element, const char *location, double wait, int of) {
    gboolean is_sent = FALSE;
    g_signal_emit_by_name(element, "take-photo", location, wait, of, &is_sent);
    return is_sent;
}

static inline gboolean tapfocus_check_start_movie(GstElement *element, const char *location, double seconds, guint64 keep_free) {
    gboolean has_begun = FALSE;
    g_signal_emit_by_name(element, "start-movie", location, seconds, keep_free, &has_begun);
    return has_begun;
}

static inline gboolean tapfocus_check_end_movie(GstElement *element) {
    gboolean had_begun = FALSE;
    g_signal_emit_by_name(element, "end-movie", &had_begun);
    return had_begun;
}

// From now on a file cannot grow beyond so many bytes; 0: it can.
static inline void tapfocus_check_limit_files(guint64 bytes) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes == 0 ? limit.rlim_max : bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}
