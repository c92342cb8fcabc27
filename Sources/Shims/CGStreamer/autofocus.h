// The camera's own autofocus, as libcamerasrc of libcamera 0.4 and newer has it among its properties: af-mode (0 manual, 1 auto,
// 2 continuous), af-metering (0 auto, 1 windows), af-windows (a list of rectangles: left, top, width, height) and scaler-crop, the
// rectangle of the sensor that the frames show. GObject's setters have a variable number of arguments, which Swift cannot call.
#pragma once
#include <gst/gst.h>

static inline gboolean tapfocus_has_property(GstElement *element, const char *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(element), name) != NULL;
}

static inline gboolean tapfocus_has_autofocus(GstElement *element) {
    return tapfocus_has_property(element, "af-mode") && tapfocus_has_property(element, "af-metering") &&
           tapfocus_has_property(element, "af-windows");
}

static inline void tapfocus_set_autofocus_mode(GstElement *element, gint mode) { g_object_set(element, "af-mode", mode, NULL); }

// Starts a single search, in the mode auto. Returns false where the camera's source has no such property: libcamera's has none up to 0.5.
static inline gboolean tapfocus_trigger_autofocus(GstElement *element) {
    if (!tapfocus_has_property(element, "af-trigger")) return FALSE;
    g_object_set(element, "af-trigger", 0, NULL);
    return TRUE;
}

// The whole picture counts again.
static inline void tapfocus_set_whole_autofocus(GstElement *element) { g_object_set(element, "af-metering", 0, NULL); }

// The rectangle of the sensor that the frames show. Returns false where the source does not tell it, as before libcamera 0.5.
static inline gboolean tapfocus_read_scaler_crop(GstElement *element, gint crop[4]) {
    GParamSpec *property = g_object_class_find_property(G_OBJECT_GET_CLASS(element), "scaler-crop");
    GValue value = G_VALUE_INIT;
    gboolean is_read = FALSE;
    if (property == NULL || property->value_type != GST_TYPE_ARRAY || !(property->flags & G_PARAM_READABLE)) return FALSE;
    g_value_init(&value, GST_TYPE_ARRAY);
    g_object_get_property(G_OBJECT(element), "scaler-crop", &value);
    if (gst_value_array_get_size(&value) == 4) {
        is_read = TRUE;
        for (guint index = 0; index < 4; index++) {
            const GValue *number = gst_value_array_get_value(&value, index);
            if (G_VALUE_HOLDS_INT(number)) crop[index] = g_value_get_int(number);
            else is_read = FALSE;
        }
    }
    g_value_unset(&value);
    return is_read && crop[2] > 0 && crop[3] > 0;
}

// The autofocus looks at this rectangle of the sensor from now on.
static inline void tapfocus_set_autofocus_window(GstElement *element, gint left, gint top, gint width, gint height) {
    const gint numbers[4] = {left, top, width, height};
    GValue window = G_VALUE_INIT, windows = G_VALUE_INIT;
    g_value_init(&window, GST_TYPE_ARRAY);
    g_value_init(&windows, GST_TYPE_ARRAY);
    for (guint index = 0; index < 4; index++) {
        GValue number = G_VALUE_INIT;
        g_value_init(&number, G_TYPE_INT);
        g_value_set_int(&number, numbers[index]);
        gst_value_array_append_and_take_value(&window, &number);
    }
    gst_value_array_append_and_take_value(&windows, &window);
    g_object_set(element, "af-metering", 1, NULL);
    g_object_set_property(G_OBJECT(element), "af-windows", &windows);
    g_value_unset(&windows);
}
