// GStreamer as the element needs it: the libraries' headers, the memory layout of an instance, and what Swift cannot import
// from the headers.
#pragma once
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/base/gstbasetransform.h>
#include <gst/gst.h>
#include <gst/video/navigation.h>
#include <gst/video/video.h>
#include "autofocus.h"
#include "picture-socket.h"
#include <poll.h>
#include <stdlib.h>

// An instance and its class begin with those of the parent; Swift does not promise an order of members.
typedef struct {
    GstBaseTransform parent;
    void *state; // a TapFocusElement, retained
} TapFocusInstance;

typedef struct {
    GstBaseTransformClass parent;
} TapFocusInstanceClass;

// The bin with the camera in it.
typedef struct {
    GstBin parent;
    void *state; // a CameraBin, retained
} TapFocusCameraInstance;

typedef struct {
    GstBinClass parent;
} TapFocusCameraClass;

// Macros with casts, which are not imported.
static const GType tapfocus_type_boolean = G_TYPE_BOOLEAN;
static const GType tapfocus_type_double = G_TYPE_DOUBLE;
static const GType tapfocus_type_string = G_TYPE_STRING;
static const GType tapfocus_type_uint64 = G_TYPE_UINT64;
static const guint64 tapfocus_no_time = GST_CLOCK_TIME_NONE;
static const guint64 tapfocus_no_offset = GST_BUFFER_OFFSET_NONE;

#ifdef TAPFOCUS_VERSION
// The version of the program, which Scripts/build/gstreamer gives. It lives as long as the plugin is loaded.
static inline const char *tapfocus_version(void) { return TAPFOCUS_VERSION; }
#endif

// The signal by which an application asks for a photo. Swift cannot call a function with a variable number of arguments.
typedef gboolean (*TapFocusTakePhoto)(GstElement *element, const gchar *location, gdouble wait, gint of, gpointer data);
static inline void tapfocus_add_photo_signal(gpointer element_class, TapFocusTakePhoto handler) {
    g_signal_new_class_handler("take-photo", G_TYPE_FROM_CLASS(element_class), G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION, (GCallback)handler,
                               NULL, NULL, NULL, G_TYPE_BOOLEAN, 3, G_TYPE_STRING, G_TYPE_DOUBLE, G_TYPE_INT);
}

// The signals by which an application begins and ends a movie.
typedef gboolean (*TapFocusStartMovie)(GstElement *element, const gchar *location, gdouble seconds, guint64 keep_free, gpointer data);
typedef gboolean (*TapFocusEndMovie)(GstElement *element, gpointer data);
static inline void tapfocus_add_movie_signals(gpointer element_class, TapFocusStartMovie start, TapFocusEndMovie end) {
    GType type = G_TYPE_FROM_CLASS(element_class);
    GSignalFlags flags = (GSignalFlags)(G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION);
    g_signal_new_class_handler("start-movie", type, flags, (GCallback)start, NULL, NULL, NULL, G_TYPE_BOOLEAN, 3, G_TYPE_STRING,
                               G_TYPE_DOUBLE, G_TYPE_UINT64);
    g_signal_new_class_handler("end-movie", type, flags, (GCallback)end, NULL, NULL, NULL, G_TYPE_BOOLEAN, 0);
}

// Flags that are sums of enumerators and macros.
static const gint tapfocus_property_in_null = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
static const gint tapfocus_property_in_ready = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY;
static const gint tapfocus_property_in_playing = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING;
// Mapped for reading, without another reference to the buffer, which the caller has.
static const guint tapfocus_map_to_read = GST_MAP_READ | GST_VIDEO_FRAME_MAP_FLAG_NO_REF;
// Formats whose luma is not one number of eight bits a pixel, in rows.
static const guint tapfocus_format_unreadable =
    GST_VIDEO_FORMAT_FLAG_COMPLEX | GST_VIDEO_FORMAT_FLAG_TILED | GST_VIDEO_FORMAT_FLAG_SUBTILES;
static const guint tapfocus_format_has_luma = GST_VIDEO_FORMAT_FLAG_YUV | GST_VIDEO_FORMAT_FLAG_GRAY;
// A buffer that is damaged (v4l2src marks frames with missing lines), or that stands for nothing.
static const guint tapfocus_buffer_worthless = GST_BUFFER_FLAG_CORRUPTED | GST_BUFFER_FLAG_GAP;
