// Sources that play libcamerasrc: frames of videotestsrc, and the properties of an autofocus with the names and types of libcamera's.
// What is set is noted in its order, as "af-mode=2 af-windows=0,0,8,8", in the data "notes" of the object.
#pragma once
#include <gst/gst.h>

enum { tapfocus_check_mode = 1000, tapfocus_check_metering, tapfocus_check_windows, tapfocus_check_crop, tapfocus_check_trigger };

static inline void tapfocus_check_set_autofocus(GObject *object, guint number, const GValue *value, GParamSpec *property) {
    GString *notes = g_string_new(NULL);
    if (number == tapfocus_check_windows) {
        const GValue *window = gst_value_array_get_value(value, 0);
        g_string_append_printf(notes, "%s=", property->name);
        for (guint index = 0; index < gst_value_array_get_size(window); index++) {
            g_string_append_printf(notes, index ? ",%d" : "%d", g_value_get_int(gst_value_array_get_value(window, index)));
        }
    } else {
        g_string_append_printf(notes, "%s=%d", property->name, g_value_get_enum(value));
    }
    GST_OBJECT_LOCK(object);
    const char *before = (const char *)g_object_get_data(object, "notes");
    char *all = before ? g_strjoin(" ", before, notes->str, NULL) : g_strdup(notes->str);
    g_object_set_data_full(object, "notes", all, g_free);
    GST_OBJECT_UNLOCK(object);
    g_string_free(notes, TRUE);
}

// The rectangle of the sensor that the frames show; it is told by the source that has af-trigger or none, and not by "playedoldsrc".
static inline void tapfocus_check_get_autofocus(GObject *object, guint number, GValue *value, GParamSpec *property) {
    const gint crop[4] = {100, 50, 3600, 2400};
    if (number != tapfocus_check_crop || g_str_has_prefix(G_OBJECT_TYPE_NAME(object), "PlayedOld")) return;
    for (guint index = 0; index < 4; index++) {
        GValue side = G_VALUE_INIT;
        g_value_init(&side, G_TYPE_INT);
        g_value_set_int(&side, crop[index]);
        gst_value_array_append_and_take_value(value, &side);
    }
    (void)property;
}

static inline GParamSpec *tapfocus_check_rectangle(const char *name) {
    return gst_param_spec_array(name, name, name, g_param_spec_int("side", "side", "side", 0, G_MAXINT, 0, G_PARAM_READWRITE),
                                G_PARAM_READWRITE);
}

static inline void tapfocus_check_fill_autofocus(gpointer given, gpointer has_trigger) {
    static const GEnumValue choices[] = {{0, "zero", "zero"}, {1, "one", "one"}, {2, "two", "two"}, {0, NULL, NULL}};
    GType type = g_type_from_name("PlayedAutofocusChoice");
    GObjectClass *object = (GObjectClass *)given;
    if (type == 0) type = g_enum_register_static("PlayedAutofocusChoice", choices);
    object->set_property = tapfocus_check_set_autofocus;
    object->get_property = tapfocus_check_get_autofocus;
    g_object_class_install_property(object, tapfocus_check_mode, g_param_spec_enum("af-mode", "", "", type, 0, G_PARAM_READWRITE));
    g_object_class_install_property(object, tapfocus_check_metering,
                                    g_param_spec_enum("af-metering", "", "", type, 0, G_PARAM_READWRITE));
    g_object_class_install_property(
        object, tapfocus_check_windows,
        gst_param_spec_array("af-windows", "", "", tapfocus_check_rectangle("window"), G_PARAM_READWRITE));
    g_object_class_install_property(object, tapfocus_check_crop, tapfocus_check_rectangle("scaler-crop"));
    if (has_trigger != NULL) {
        g_object_class_install_property(object, tapfocus_check_trigger,
                                        g_param_spec_enum("af-trigger", "", "", type, 0, G_PARAM_READWRITE));
    }
}

static inline void tapfocus_check_register_source(GType parent, const char *type_name, const char *name, gpointer has_trigger) {
    GTypeQuery query;
    GTypeInfo info = {0};
    g_type_query(parent, &query);
    info.class_size = (guint16)query.class_size;
    info.instance_size = (guint16)query.instance_size;
    info.class_init = tapfocus_check_fill_autofocus;
    info.class_data = has_trigger;
    gst_element_register(NULL, name, GST_RANK_NONE, g_type_register_static(parent, type_name, &info, (GTypeFlags)0));
}

// Registers "playedlibcamerasrc", "playedtriggersrc", which has af-trigger, too, and "playedoldsrc", which does not tell its crop.
static inline gboolean tapfocus_check_register_sources(void) {
    GstElement *source = gst_element_factory_make("videotestsrc", NULL);
    GType parent;
    if (source == NULL) return FALSE;
    parent = G_OBJECT_TYPE(source);
    gst_object_unref(source);
    tapfocus_check_register_source(parent, "PlayedLibcameraSource", "playedlibcamerasrc", NULL);
    tapfocus_check_register_source(parent, "PlayedTriggerSource", "playedtriggersrc", GINT_TO_POINTER(1));
    tapfocus_check_register_source(parent, "PlayedOldSource", "playedoldsrc", NULL);
    return TRUE;
}

// What was set so far; to be freed with g_free.
static inline char *tapfocus_check_notes(GstElement *source) {
    char *notes;
    GST_OBJECT_LOCK(source);
    notes = g_strdup((const char *)g_object_get_data(G_OBJECT(source), "notes"));
    GST_OBJECT_UNLOCK(source);
    return notes;
}
